import type { ReadableAtom } from 'nanostores'
import { currentOf } from '../../api/current-of.ts'
import { ApiError } from '../../api/errors.ts'
import {
  fetchSavedReplies,
  postDraft,
  postSavedReply,
  putSavedReply,
  removeSavedReply,
} from '../../api/saved-replies.ts'
import { SavedReply, type SavedReplyContent } from '../../contract/saved-replies.ts'
import { randomId } from '../../platform/random-id.ts'
import { optional, orNull } from '../base/query/optional.ts'
import { changeCached, organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { type Account, ownedAtom, requireAccount } from '../base/session/account.ts'

const readReplies = optional(fetchSavedReplies)
const remove = orNull(removeSavedReply)

const $isMissing = ownedAtom(false)

/** Whether the API is known to support neither saved replies nor drafts. */
export const $hasNoReplyHelp: ReadableAtom<boolean> = $isMissing

async function read(organizationId: string, signal?: AbortSignal): Promise<SavedReply[] | null> {
  const replies = await readReplies(organizationId, signal)
  if (replies === null) $isMissing.set(true)
  return replies
}

/** The saved replies, sorted by title; null if the API has no saved replies. */
export const $savedReplies: ReadableAtom<QueryState<SavedReply[] | null>> = organizationQuery<
  SavedReply[] | null
>({ kind: 'saved-replies', read })

/** Returns a new id for a reply, so that a repeated request adds only one. */
export const newReplyId = (): string => randomId('reply')

/**
 * Saves a new reply, or changes the one with the id if its content is still the one that was `read`; otherwise, returns
 * the reply as someone else has changed it. Saving the same new reply twice stores only the last version. Refetches the
 * replies even after a failure, because the change may have reached the server.
 */
export async function saveReply(
  { organizationId }: Account,
  id: string,
  content: SavedReplyContent,
  read: SavedReplyContent | null,
): Promise<SavedReply | null> {
  try {
    if (read) await putSavedReply(organizationId, id, content, read)
    else await postSavedReply(organizationId, { id, ...content })
    return null
  } catch (error) {
    const current = currentOf(SavedReply, error)
    if (!current) throw error
    return current
  } finally {
    refetchAfter(organizationId, 'saved-reply-changed')
  }
}

/** Removes a saved reply, even if another tab has already removed it. Returns a function that restores it. */
export async function deleteReply({ id, title, text }: SavedReply): Promise<() => Promise<void>> {
  const { organizationId } = requireAccount()
  await remove(organizationId, id)
  await changeCached<SavedReply[] | null>(organizationId, 'saved-replies', (replies) =>
    replies === null ? null : replies.filter((reply) => reply.id !== id),
  )
  refetchAfter(organizationId, 'saved-reply-changed')
  return async () => {
    await postSavedReply(organizationId, { id, title, text })
    refetchAfter(organizationId, 'saved-reply-changed')
  }
}

/**
 * Returns a draft of a reply to the visitor's last message. Returns null if no answer is known, or if the API drafts
 * no replies, in which case {@link $hasNoReplyHelp} is true.
 */
export async function draftReply(conversationId: string): Promise<string | null> {
  const { organizationId } = requireAccount()
  try {
    return await postDraft(organizationId, conversationId)
  } catch (error) {
    // The API also responds with 404 for an erased conversation.
    const isMissing = error instanceof ApiError && error.status === 404
    if (isMissing && (await read(organizationId)) === null) return null
    throw error
  }
}
