import type { BodyInput } from '../contract/endpoint.ts'
import {
  type Faq,
  getFaqs,
  getQuestions,
  putFaqs,
  putQuestions,
  type QualificationQuestion,
} from '../contract/knowledge.ts'
import { call, write } from './client.ts'
import { ApiError, BadResponseError, EMPTY_RESPONSE } from './errors.ts'

/** Sorts entries by `order_index`. Entries with the same index keep their order. */
const inOrder = <Entry extends { order_index: number }>(entries: Entry[]): Entry[] =>
  entries.toSorted((a, b) => a.order_index - b.order_index)

/** Resolves with an empty list if the API has none: if it responds with 404 or without content. */
async function orNone<Entry>(reading: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await reading
  } catch (error) {
    const isMissing = error instanceof ApiError && error.status === 404
    const isEmpty = error instanceof BadResponseError && error.message === EMPTY_RESPONSE
    if (isMissing || isEmpty) return []
    throw error
  }
}

/** Returns the frequently asked questions in order. */
export async function fetchFaqs(organizationId: string, signal?: AbortSignal): Promise<Faq[]> {
  return inOrder(await orNone(call(getFaqs, { organizationId, signal })))
}

/** Replaces all frequently asked questions. */
export async function saveFaqs(organizationId: string, body: BodyInput<typeof putFaqs>): Promise<Faq[]> {
  const saved = await write(putFaqs, { organizationId, body })
  return inOrder(saved ?? body.map((faq) => ({ id: '', ...faq })))
}

/** Returns the qualification questions in order. */
export async function fetchQuestions(
  organizationId: string,
  signal?: AbortSignal,
): Promise<QualificationQuestion[]> {
  return inOrder(await orNone(call(getQuestions, { organizationId, signal })))
}

export async function saveQuestions(
  organizationId: string,
  body: BodyInput<typeof putQuestions>,
): Promise<QualificationQuestion[]> {
  return inOrder((await write(putQuestions, { organizationId, body })) ?? body)
}
