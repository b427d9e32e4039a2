import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** Maximum number of entries in the list of asked questions. */
export const MOST_ASKED = 50
/** Maximum number of wordings per entry. */
export const MOST_WORDINGS = 5

/** A question that the agent could not answer, together with the questions that mean the same. */
export const AskedQuestion = tolerant(
  v.object({
    /** The id of the newest question. Deleting it removes all of them. */
    id: v.string(),
    /** The visitors' own words, newest first. Phone numbers and personal addresses are masked. */
    wordings: v.array(v.string()),
    /** Number of conversations in which the question was asked. */
    count: v.number(),
    last_asked_at: Instant,
    /** The conversation in which the question was last asked. */
    conversation_id: v.string(),
  }),
  { defaults: () => ({ wordings: [], count: 1, last_asked_at: '', conversation_id: '' }) },
)
export type AskedQuestion = v.InferOutput<typeof AskedQuestion>

/** `conversation_id` limits the list, or the removal, to the questions of one conversation. */
const AskedQuery = v.object({ conversation_id: v.optional(text(LIMITS.line)) })

export const listAskedQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/asked-questions',
  summary: `List up to ${MOST_ASKED} questions that neither the agent nor the saved FAQs answer, most asked first, then newest`,
  access: 'member',
  query: AskedQuery,
  reply: v.array(AskedQuestion),
})

export const dismissAskedQuestion = endpoint({
  method: 'DELETE',
  path: '/api/v1/organizations/:orgId/asked-questions/:questionId',
  summary: 'Remove a question and its variants',
  access: 'member',
  query: AskedQuery,
  reply: null,
  errors: [404],
})
