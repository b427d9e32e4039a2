import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant, ReadValues, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/**
 * The placeholders that a saved reply can contain as `{{name}}`: the visitor's name, the business's name, and the name
 * of the member who inserts the reply. The client fills them in (src/domain/conversations/placeholders.ts).
 */
export const PLACEHOLDERS = ['name', 'business', 'my_name'] as const
export type Placeholder = (typeof PLACEHOLDERS)[number]

/** Maximum number of saved replies per organization. */
export const MOST_SAVED_REPLIES = 200

/** A text that members insert into their replies. */
export const SavedReply = tolerant(
  v.object({ id: v.string(), title: v.string(), text: v.string(), updated_at: Instant }),
  { defaults: () => ({ title: '', updated_at: '' }) },
)
export type SavedReply = v.InferOutput<typeof SavedReply>

/** Returns the names between double braces that are not valid placeholders. */
export const unknownPlaceholders = (content: string): string[] =>
  [...content.matchAll(/\{\{([^{}]*)\}\}/g)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !PLACEHOLDERS.some((known) => known === name))

const notBlank = (message: string) => v.check((value: string) => value.trim() !== '', message)

/** Rejects unknown placeholders. */
export const SavedReplyContent = v.object({
  title: v.pipe(text(LIMITS.name), notBlank('Enter a name for the reply')),
  text: v.pipe(
    text(LIMITS.message),
    notBlank('Enter the text of the reply'),
    v.check(
      (content) => unknownPlaceholders(content).length === 0,
      ({ input }) =>
        `{{${unknownPlaceholders(String(input))[0]}}} is not a placeholder. Use ${PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')}`,
    ),
  ),
})
export type SavedReplyContent = v.InferOutput<typeof SavedReplyContent>

const SAVED_REPLIES = '/api/v1/organizations/:orgId/saved-replies'

export const listSavedReplies = endpoint({
  method: 'GET',
  path: SAVED_REPLIES,
  summary: 'List the saved replies by title',
  access: 'member',
  reply: v.array(SavedReply),
})

export const createSavedReply = endpoint({
  method: 'POST',
  path: SAVED_REPLIES,
  summary: `Create a saved reply, at most ${MOST_SAVED_REPLIES}; a repeated id replaces it`,
  access: 'member',
  body: v.object({ id: v.optional(ClientId), ...SavedReplyContent.entries }),
  reply: SavedReply,
  errors: [404, 409],
})

export const updateSavedReply = endpoint({
  method: 'PUT',
  path: `${SAVED_REPLIES}/:replyId`,
  summary: 'Change a saved reply',
  access: 'member',
  body: v.object({ ...SavedReplyContent.entries, read: ReadValues }),
  reply: SavedReply,
  errors: [404, 409],
})

export const deleteSavedReply = endpoint({
  method: 'DELETE',
  path: `${SAVED_REPLIES}/:replyId`,
  summary: 'Remove a saved reply',
  access: 'member',
  reply: null,
  errors: [404],
})

/**
 * `draft` is a suggested reply to the visitor's last message for the member to edit. It is null if the available
 * information does not answer the message.
 */
export const ReplyDraft = tolerant(v.object({ draft: v.nullable(v.string()) }), {
  defaults: () => ({ draft: null }),
})
export type ReplyDraft = v.InferOutput<typeof ReplyDraft>

export const draftReply = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/conversations/:conversationId/draft',
  summary: "Draft a reply to the visitor's last message; the draft is neither stored nor sent",
  access: 'member',
  reply: ReplyDraft,
  errors: [404],
})
