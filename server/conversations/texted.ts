import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import type { StoredMessage } from './messages.ts'

/** The channel of a conversation whose visitor last wrote by text. */
export const TEXTED = 'sms'
/** The channel of a conversation whose visitor last called. */
export const CALLED = 'phone'
/** The channels of visitors who get replies by text. */
export const BY_TEXT: readonly string[] = [TEXTED, CALLED]

/**
 * Has the business's messages, which follow each other, sent as one text. `begun`: they answer no text, so that they wait
 * until quiet hours end. `safety`: they tell what to do in a danger, so that limits of the business don't end them.
 */
export async function announceTexts(
  tx: Kysely<Database>,
  { notifier, clock }: Pick<Deps, 'notifier' | 'clock'>,
  conversation: { id: string; organization_id: string },
  messages: readonly Pick<StoredMessage, 'position'>[],
  as?: 'begun' | 'safety',
): Promise<void> {
  const [first, last] = [messages[0], messages.at(-1)]
  if (!first || !last) return
  await notifier?.announce(tx, {
    kind: 'text_reply',
    organizationId: conversation.organization_id,
    conversationId: conversation.id,
    from: first.position,
    to: last.position,
    ...(as === 'begun' && { isBegun: true }),
    ...(as === 'safety' && { isSafety: true }),
    at: clock().toISOString(),
  })
}
