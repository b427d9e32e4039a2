import {
  createSavedReply,
  deleteSavedReply,
  draftReply,
  listSavedReplies,
  type SavedReply,
  type SavedReplyContent,
  updateSavedReply,
} from '../contract/saved-replies.ts'
import { call, write } from './client.ts'

/** Returns the texts that members insert into their replies, sorted by title. */
export function fetchSavedReplies(organizationId: string, signal?: AbortSignal): Promise<SavedReply[]> {
  return call(listSavedReplies, { organizationId, signal })
}

/** Saves a reply. Repeating the request with the same id replaces it. */
export async function postSavedReply(
  organizationId: string,
  body: SavedReplyContent & { id: string },
): Promise<void> {
  await write(createSavedReply, { organizationId, body })
}

/** Changes a reply, if `read` is its stored content. */
export async function putSavedReply(
  organizationId: string,
  replyId: string,
  content: SavedReplyContent,
  read: SavedReplyContent,
): Promise<void> {
  await write(updateSavedReply, { organizationId, params: { replyId }, body: { ...content, read } })
}

export async function removeSavedReply(organizationId: string, replyId: string): Promise<void> {
  await write(deleteSavedReply, { organizationId, params: { replyId } })
}

/** Returns a draft of a reply to the visitor's last message; null if no answer is known. */
export async function postDraft(organizationId: string, conversationId: string): Promise<string | null> {
  const { draft } = await write(draftReply, { organizationId, params: { conversationId } })
  return draft ?? null
}
