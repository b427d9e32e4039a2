import { safeParse } from 'valibot'
import {
  type ConversationExport,
  closeConversation,
  deleteConversation,
  eraseVisitor,
  exportConversation,
  handBack,
  type Inbox,
  type InboxConversation,
  type InboxMessage,
  type InboxPost,
  type InboxQuery,
  type InboxThread,
  listConversations,
  markRead,
  postInboxMessage,
  readInboxConversation,
  showTyping,
  TakenConflict,
  takeOver,
} from '../contract/conversations.ts'
import { call, write } from './client.ts'
import { ApiError } from './errors.ts'

/**
 * Returns conversations, latest message first, with the total numbers of those that need a person and of unread ones.
 */
export function fetchInbox(organizationId: string, query: InboxQuery, signal?: AbortSignal): Promise<Inbox> {
  return call(listConversations, { organizationId, query, signal })
}

/** Returns a conversation with all its messages and notes, oldest first. */
export function fetchThread(
  organizationId: string,
  conversationId: string,
  signal?: AbortSignal,
): Promise<InboxThread> {
  return call(readInboxConversation, { organizationId, params: { conversationId }, signal })
}

/** The fields of a conversation in the response to a write. */
export type WrittenConversation = Partial<InboxConversation>

/** Sends a reply or adds a note. Repeating the request with the same `client_id` adds only one. */
export async function postMessage(
  organizationId: string,
  conversationId: string,
  body: InboxPost,
  signal?: AbortSignal,
): Promise<{ conversation?: InboxConversation; message?: InboxMessage }> {
  return write(postInboxMessage, { organizationId, params: { conversationId }, body, signal })
}

/** Lets the user answer instead of the agent; with `take`, even instead of another member. */
export async function postTakeOver(
  organizationId: string,
  conversationId: string,
  body: { take?: boolean } = {},
): Promise<WrittenConversation> {
  return write(takeOver, { organizationId, params: { conversationId }, body })
}

/** Lets the agent answer again. */
export async function postHandBack(
  organizationId: string,
  conversationId: string,
): Promise<WrittenConversation> {
  return write(handBack, { organizationId, params: { conversationId } })
}

/** Closes a conversation until someone writes again. */
export async function postClose(
  organizationId: string,
  conversationId: string,
): Promise<WrittenConversation> {
  return write(closeConversation, { organizationId, params: { conversationId } })
}

/** Tells the visitor that the user is typing. */
export async function postTyping(organizationId: string, conversationId: string): Promise<void> {
  await write(showTyping, { organizationId, params: { conversationId } })
}

/** Marks the visitor's messages up to a position as read. */
export async function postRead(
  organizationId: string,
  conversationId: string,
  position: number,
): Promise<WrittenConversation> {
  return write(markRead, { organizationId, params: { conversationId }, body: { position } })
}

/** Returns a conversation both as data and as text. */
export function fetchTranscript(organizationId: string, conversationId: string): Promise<ConversationExport> {
  return call(exportConversation, { organizationId, params: { conversationId } })
}

/** Erases a conversation with its messages and notes. */
export async function removeConversation(organizationId: string, conversationId: string): Promise<void> {
  await write(deleteConversation, { organizationId, params: { conversationId } })
}

/** Erases a conversation with its messages, notes, and photos, and its lead with booking, history, and tasks. */
export async function removeVisitor(
  organizationId: string,
  conversationId: string,
  signal?: AbortSignal,
): Promise<void> {
  await write(eraseVisitor, { organizationId, params: { conversationId }, signal })
}

/**
 * Returns the member who is answering, taken from a rejection for that reason; null for any other error. The name is
 * null if unknown.
 */
export function holderOf(error: unknown): { userId: string; name: string | null } | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const conflict = safeParse(TakenConflict, error.details)
  if (!conflict.success) return null
  const { taken_by: userId, taken_by_name: name } = conflict.output.details
  return { userId, name }
}
