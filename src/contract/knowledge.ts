import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { integerIn, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/**
 * The position in the list. Entries are stored in ascending order. If two positions are equal, the later entry in the
 * array gets a higher one.
 */
const orderIndex = integerIn({ min: 0, max: 1_000_000 })

/** Section 3, FAQ. Other APIs can return an empty id, or only the question as text. */
export const Faq = tolerant(
  v.object({
    id: v.string(),
    question: v.string(),
    answer: v.string(),
    order_index: v.number(),
  }),
  {
    repair: (written) => (typeof written === 'string' ? { question: written } : written),
    defaults: () => ({ id: '', answer: '', order_index: 0 }),
  },
)
export type Faq = v.InferOutput<typeof Faq>

/** Section 3, Qualification question. Other APIs can return only its text. */
export const QualificationQuestion = tolerant(
  v.object({ question_text: v.string(), order_index: v.number() }),
  {
    repair: (written) => (typeof written === 'string' ? { question_text: written } : written),
    defaults: () => ({ order_index: 0 }),
  },
)
export type QualificationQuestion = v.InferOutput<typeof QualificationQuestion>

const FaqInput = v.object({
  question: v.pipe(text(LIMITS.line), v.trim(), v.minLength(1, 'Please enter a question')),
  answer: v.pipe(text(LIMITS.text), v.trim(), v.minLength(1, 'Please enter an answer')),
  order_index: orderIndex,
})

const QuestionInput = v.object({
  question_text: v.pipe(text(LIMITS.line), v.trim(), v.minLength(1, 'Please enter a question')),
  order_index: orderIndex,
})

export const getFaqs = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/faqs',
  summary: 'List the frequently asked questions in order',
  access: 'member',
  scope: 'settings:read',
  reply: tolerant(v.array(Faq), { isWhole: true }),
})

export const putFaqs = endpoint({
  method: 'PUT',
  path: '/api/v1/organizations/:orgId/faqs',
  summary: 'Replace all frequently asked questions',
  access: 'member',
  body: v.pipe(v.array(FaqInput), v.maxLength(LIMITS.faqs)),
  reply: tolerant(v.array(Faq), { isWhole: true }),
  errors: [404],
})

export const getQuestions = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/qualification-questions',
  summary: 'List the qualification questions in order',
  access: 'member',
  scope: 'settings:read',
  reply: tolerant(v.array(QualificationQuestion), { isWhole: true }),
})

export const putQuestions = endpoint({
  method: 'PUT',
  path: '/api/v1/organizations/:orgId/qualification-questions',
  summary: 'Replace all qualification questions',
  access: 'member',
  body: v.pipe(v.array(QuestionInput), v.maxLength(LIMITS.questions)),
  reply: tolerant(v.array(QualificationQuestion), { isWhole: true }),
  errors: [404],
})
