import type { ReadableAtom } from 'nanostores'
import { createDrafts } from '../base/drafts.ts'
import type { Account } from '../base/session/account.ts'

/** The unfinished text in a conversation's field. */
export interface ReplyDraft {
  text: string
  isNote: boolean
}

export const NO_REPLY: ReplyDraft = { text: '', isNote: false }

const replyDrafts = createDrafts<ReplyDraft>('reply', {
  none: NO_REPLY,
  read: (stored) =>
    // Version 1 stored the kind as the first letter of the text.
    typeof stored === 'string'
      ? { text: stored.slice(1), isNote: stored.startsWith('n') }
      : { ...NO_REPLY, ...(stored as ReplyDraft) },
  isEmpty: ({ text }) => text === '',
})

/** The unsent text of one conversation. */
export const replyDraft = (account: Account, id: string): ReadableAtom<ReplyDraft> =>
  replyDrafts.of(account, id)

/** Stores what the user has typed. */
export function keepReply(account: Account, id: string, change: Partial<ReplyDraft>): void {
  replyDrafts.keep(account, id, { ...replyDraft(account, id).get(), ...change })
}

/** Returns the draft id of a field that accepts only replies, so that it never contains text meant as a note. */
export const replyOnly = (id: string): string => `${id}.reply`

/**
 * Puts unsent messages back into a field, above the text that is already there. If any part is a note, all of it
 * becomes a note, because only the team may see that part.
 */
export function restoreReply(account: Account, id: string, messages: readonly ReplyDraft[]): void {
  const parts = [...messages, replyDraft(account, id).get()].filter(({ text }) => text.trim() !== '')
  if (parts.length === 0) return
  keepReply(account, id, {
    text: parts.map(({ text }) => text).join('\n\n'),
    isNote: parts.some(({ isNote }) => isNote),
  })
}

export function forgetReply(account: Account, id: string): void {
  for (const draft of [id, replyOnly(id)]) keepReply(account, draft, NO_REPLY)
}
