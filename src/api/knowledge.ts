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

/** Returns the frequently asked questions in order. */
export function fetchFaqs(organizationId: string, signal?: AbortSignal): Promise<Faq[]> {
  return call(getFaqs, { organizationId, signal })
}

/** Replaces all frequently asked questions. */
export async function saveFaqs(organizationId: string, body: BodyInput<typeof putFaqs>): Promise<Faq[]> {
  return (await write(putFaqs, { organizationId, body })) ?? body.map((faq) => ({ id: '', ...faq }))
}

/** Returns the qualification questions in order. */
export function fetchQuestions(
  organizationId: string,
  signal?: AbortSignal,
): Promise<QualificationQuestion[]> {
  return call(getQuestions, { organizationId, signal })
}

/** Replaces all qualification questions. */
export async function saveQuestions(
  organizationId: string,
  body: BodyInput<typeof putQuestions>,
): Promise<QualificationQuestion[]> {
  return (await write(putQuestions, { organizationId, body })) ?? body
}
