import type { BodyInput } from '../contract/endpoint.ts'
import {
  type Faq,
  getFaqs,
  getQuestions,
  putFaqs,
  putQuestions,
  type QualificationQuestion,
} from '../contract/knowledge.ts'
import { call } from './client.ts'

/** Frequently asked questions in their order. */
export function fetchFaqs(organizationId: string, signal?: AbortSignal): Promise<Faq[]> {
  return call(getFaqs, { organizationId, signal })
}

/** Replaces all frequently asked questions. */
export function saveFaqs(organizationId: string, body: BodyInput<typeof putFaqs>): Promise<Faq[]> {
  return call(putFaqs, { organizationId, body })
}

/** Qualification questions in their order. */
export function fetchQuestions(
  organizationId: string,
  signal?: AbortSignal,
): Promise<QualificationQuestion[]> {
  return call(getQuestions, { organizationId, signal })
}

/** Replaces all qualification questions. */
export function saveQuestions(
  organizationId: string,
  body: BodyInput<typeof putQuestions>,
): Promise<QualificationQuestion[]> {
  return call(putQuestions, { organizationId, body })
}
