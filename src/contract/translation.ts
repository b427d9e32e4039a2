import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/**
 * How the members can read a conversation in English. `languages` has the language codes of the messages that aren't in
 * English, by message id, as far as their words reveal it; only the newest messages are examined. `is_ready` tells
 * whether the server has a language model.
 */
export const ThreadTranslation = tolerant(
  v.object({ is_ready: v.boolean(), languages: v.record(v.string(), v.string()) }),
  { defaults: () => ({ is_ready: false, languages: {} }) },
)
export type ThreadTranslation = v.InferOutput<typeof ThreadTranslation>

/** A message in English. `text` is null if no translation is certain to be faithful. */
export const Translation = tolerant(v.object({ message_id: v.string(), text: v.nullable(v.string()) }), {
  defaults: () => ({ text: null }),
})
export type Translation = v.InferOutput<typeof Translation>

export const TranslationRequest = v.object({
  message_ids: v.pipe(v.array(Id), v.minLength(1), v.maxLength(LIMITS.translated)),
})
export type TranslationRequest = v.InferOutput<typeof TranslationRequest>

export const translateMessages = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/conversations/:conversationId/translation',
  summary:
    'Translate messages into English, the newest first, as many as fit into one request to the model; nothing is stored or sent',
  access: 'member',
  body: TranslationRequest,
  reply: v.array(Translation),
  errors: [404, 422],
})
