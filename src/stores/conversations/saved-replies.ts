import type { ReadableAtom } from 'nanostores'
import { ApiError } from '../../api/errors.ts'
import {
  fetchSavedReplies,
  postDraft,
  postSavedReply,
  putSavedReply,
  removeSavedReply,
} from '../../api/saved-replies.ts'
import type { SavedReply, SavedReplyContent } from '../../contract/saved-replies.ts'
import { randomId } from '../../platform/random-id.ts'
import { optional, orNull } from '../query/optional.ts'
import { changeCached, markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { type Owner, ownedAtom, requireOwner } from '../session/owner.ts'

const readReplies = optional(fetchSavedReplies)
const remove = orNull(removeSavedReply)

const $isMissing = ownedAtom(false)

/** Whether the API is known to have neither saved replies nor drafts. */
export const $hasNoReplyHelp: ReadableAtom<boolean> = $isMissing

async function read(organizationId: string, signal?: AbortSignal): Promise<SavedReply[] | null> {
  const replies = await readReplies(organizationId, signal)
  if (replies === null) $isMissing.set(true)
  return replies
}

/** The saved replies, by title; null from an API that has none. */
export const $savedReplies: ReadableAtom<QueryState<SavedReply[] | null>> = organizationQuery<
  SavedReply[] | null
>({ kind: 'saved-replies', read })

/** A new id for a reply, so that a repeated request adds only one. */
export const newReplyId = (): string => randomId('reply')

/**
 * Saves a new reply, or changes the one with the id. Saving a new one again saves only one, as it was written last.
 * Refetches the replies also after a failure, because the change may have arrived.
 */
export async function saveReply(
  { organizationId }: Owner,
  id: string,
  content: SavedReplyContent,
  { isNew }: { isNew: boolean },
): Promise<void> {
  try {
    if (isNew) await postSavedReply(organizationId, { id, ...content })
    else await putSavedReply(organizationId, id, content)
  } finally {
    markStale(organizationId, 'saved-replies')
  }
}

/** Removes a saved reply, which another tab may have removed. Returns what saves it again. */
export async function deleteReply({ id, title, text }: SavedReply): Promise<() => Promise<void>> {
  const { organizationId } = requireOwner()
  await remove(organizationId, id)
  await changeCached<SavedReply[] | null>(organizationId, 'saved-replies', (replies) =>
    replies === null ? null : replies.filter((reply) => reply.id !== id),
  )
  markStale(organizationId, 'saved-replies')
  return async () => {
    await postSavedReply(organizationId, { id, title, text })
    markStale(organizationId, 'saved-replies')
  }
}

/**
 * Returns a draft of a reply to the visitor's last message; null if nothing is known that answers it, or if the API
 * drafts no replies, which {@link $hasNoReplyHelp} then says.
 */
export async function draftReply(conversationId: string): Promise<string | null> {
  const { organizationId } = requireOwner()
  try {
    return await postDraft(organizationId, conversationId)
  } catch (error) {
    // Also an erased conversation is not found.
    const isMissing = error instanceof ApiError && error.status === 404
    if (isMissing && (await read(organizationId)) === null) return null
    throw error
  }
}
