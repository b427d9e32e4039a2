import { type Translation, translateMessages } from '../contract/translation.ts'
import { call } from './client.ts'

/**
 * Translates messages of a conversation into English. The response has the newest ones that fit into one request to the
 * model; the others can be requested again.
 */
export function postTranslation(
  organizationId: string,
  conversationId: string,
  messageIds: string[],
): Promise<Translation[]> {
  return call(translateMessages, {
    organizationId,
    params: { conversationId },
    body: { message_ids: messageIds },
  })
}
