import { atom, type ReadableAtom } from 'nanostores'
import { itemKeys, readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { type Owner, onOwnerLeft } from '../session/owner.ts'

const PREFIX = 'fieldhand.reply.'
const keyOf = ({ userId, organizationId }: Owner, id: string) => `${PREFIX}${userId}.${organizationId}.${id}`

/** What is being written in a conversation. */
export interface ReplyDraft {
  text: string
  isNote: boolean
}

export const NO_REPLY: ReplyDraft = { text: '', isNote: false }

const drafts = new Map<string, ReturnType<typeof atom<ReplyDraft>>>()
onOwnerLeft(() => drafts.clear())

function stored(key: string): ReplyDraft {
  const text = readItem(key)
  if (!text) return NO_REPLY
  return { text: text.slice(1), isNote: text.startsWith('n') }
}

function draftAt(key: string) {
  const $draft = drafts.get(key) ?? atom(stored(key))
  drafts.set(key, $draft)
  return $draft
}

/** The unsent text of one conversation; it survives a reload and is only shown to its writer. */
export const replyDraft = (owner: Owner, id: string): ReadableAtom<ReplyDraft> => draftAt(keyOf(owner, id))

/** Keeps what has been typed. */
export function keepReply(owner: Owner, id: string, change: Partial<ReplyDraft>): void {
  const key = keyOf(owner, id)
  const $draft = draftAt(key)
  const next = { ...$draft.get(), ...change }
  $draft.set(next)
  if (next.text === '') removeItem(key)
  else writeItem(key, (next.isNote ? 'n' : 'r') + next.text)
}

/** The draft of a field that only replies, where nothing meant as a note may stand. */
export const replyOnly = (id: string): string => `${id}.reply`

/**
 * Puts messages that are not sent back into a field, above what is written there. All of it is a note if any part is one,
 * because only the team may see that.
 */
export function restoreReply(owner: Owner, id: string, messages: readonly ReplyDraft[]): void {
  const parts = [...messages, draftAt(keyOf(owner, id)).get()].filter(({ text }) => text.trim() !== '')
  if (parts.length === 0) return
  keepReply(owner, id, {
    text: parts.map(({ text }) => text).join('\n\n'),
    isNote: parts.some(({ isNote }) => isNote),
  })
}

/** Removes the texts of a conversation. */
export function forgetReply(owner: Owner, id: string): void {
  for (const draft of [id, replyOnly(id)]) keepReply(owner, draft, NO_REPLY)
}

/** Removes what the owner has written and not sent in every conversation. */
export function forgetReplies(owner: Owner): void {
  const prefix = keyOf(owner, '')
  for (const [key, $draft] of drafts) if (key.startsWith(prefix)) $draft.set(NO_REPLY)
  for (const key of itemKeys(prefix)) removeItem(key)
}

const keysOf = (userId: string) => itemKeys(`${PREFIX}${userId}.`)

/** Returns the number of replies and notes that a user has begun, in every organization. */
export const countReplyDrafts = (userId: string): number => keysOf(userId).length

/** Deletes what a user has written and not sent, in every organization. */
export function deleteReplyDrafts(userId: string): void {
  for (const key of keysOf(userId)) removeItem(key)
}
