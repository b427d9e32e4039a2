import { computed, type ReadableAtom } from 'nanostores'
import { holderOf, postTyping } from '../../api/conversations.ts'
import { ApiError } from '../../api/errors.ts'
import type { InboxConversation } from '../../contract/conversations.ts'
import { holderName } from '../../domain/conversations/standing.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { SECOND_MS } from '../../domain/time/durations.ts'
import { now } from '../../platform/clock.ts'
import { randomId } from '../../platform/random-id.ts'
import { dismissRefusal } from '../base/outbox/outbox.ts'
import { ownedAtom, requireAccount } from '../base/session/account.ts'
import { keepReply, replyDraft, restoreReply } from './reply-draft.ts'
import { submitMessage } from './sending.ts'
import { $unsentMessages, type UnsentMessage } from './unsent.ts'

export type { UnsentMessage } from './unsent.ts'

/** Returns the messages of one conversation that the server's data does not contain yet, in order. */
export const unsentIn = (id: string): ReadableAtom<readonly UnsentMessage[]> =>
  computed($unsentMessages, (all) => all.filter(({ conversationId }) => conversationId === id))

interface Written {
  text: string
  isNote: boolean
  draftId: string
}

/** A message that may have reached the server, although it could be neither confirmed nor stored. */
const $lost = ownedAtom<(Written & { clientId: string }) | null>(null)

/**
 * Returns the id for a message. Reuses the id of the lost message if the content is the same, so that the server stores
 * it only once.
 */
function clientIdOf({ text, isNote, draftId }: Written): string {
  const lost = $lost.get()
  const isSame = lost?.text === text && lost.isNote === isNote && lost.draftId === draftId
  return isSame ? lost.clientId : randomId('reply')
}

/**
 * Sends a reply or a note, now or once the server can be reached, and empties the field. Resolves once this device has
 * stored the message, or, where the device cannot store anything, once the server has it. Keeps text typed in the
 * meantime, and the choice of reply or note.
 *
 * @throws if the message could be neither stored nor sent.
 */
export async function sendReply(
  conversation: InboxConversation,
  { text, isNote, draftId = conversation.id }: { text: string; isNote: boolean; draftId?: string },
): Promise<void> {
  const account = requireAccount()
  const clientId = clientIdOf({ text, isNote, draftId })
  try {
    await submitMessage(account, {
      type: 'message',
      leadId: conversation.lead_id ?? '',
      conversationId: conversation.id,
      name: whoOf(conversation),
      message: { client_id: clientId, message_type: isNote ? 'note' : 'outgoing', content: text },
    })
    $lost.set(null)
  } catch (error) {
    $lost.set({ text, isNote, draftId, clientId })
    throw error
  }
  const draft = replyDraft(account, draftId).get()
  if (draft.text.trim() === text.trim()) keepReply(account, draftId, { text: '' })
}

/** Resends rejected messages in order. With `take`, sends them even if another member is answering. */
export async function sendAgain(
  messages: readonly UnsentMessage[],
  { take }: { take: boolean },
): Promise<void> {
  const account = requireAccount()
  for (const { key, type, leadId, conversationId, name, message } of messages) {
    const again = take ? { ...message, take } : message
    await submitMessage(account, { type, leadId, conversationId, name, message: again })
    dismissRefusal(key)
  }
}

/** Moves rejected messages back into the fields for editing; replies go to the field of `draftId`. */
export function takeBack(messages: readonly UnsentMessage[], draftId: string): void {
  const account = requireAccount()
  const byField = Map.groupBy(messages, ({ message, conversationId }) =>
    message.message_type === 'note' ? conversationId : draftId,
  )
  for (const [field, own] of byField) {
    const texts = own.map(({ message }) => ({
      text: message.content,
      isNote: message.message_type === 'note',
    }))
    restoreReply(account, field, texts)
  }
  discardMessages(messages)
}

export function discardMessages(messages: readonly UnsentMessage[]): void {
  for (const { key } of messages) dismissRefusal(key)
}

/** Minimum milliseconds between two signals. The visitor's chat shows each for a little longer. */
const TYPING_PAUSE = 3 * SECOND_MS

let signaled = { id: '', at: 0 }

/** Tells the visitor that the user is typing, at most once per pause. */
export function signalTyping(id: string): void {
  const at = now().getTime()
  if (signaled.id === id && at - signaled.at < TYPING_PAUSE) return
  signaled = { id, at }
  // The signal matters only now, so a failure is ignored.
  postTyping(requireAccount().organizationId, id).catch(() => undefined)
}

/**
 * Returns why a message was rejected, and how it can be resent: `take` although another member is answering, `retry` as
 * it is, or null for not at all.
 */
export function refusalOf(message: UnsentMessage): { text: string; again: 'take' | 'retry' | null } {
  const { reason = '', status = 0, details } = message.refusal ?? {}
  const holder = holderOf(new ApiError(reason, status, details))
  if (holder) return { text: `${holderName(holder.name)} is answering.`, again: 'take' }
  if (status === 404) return { text: 'This conversation was erased.', again: null }
  return { text: reason, again: 'retry' }
}
