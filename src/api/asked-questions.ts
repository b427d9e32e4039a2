import { type AskedQuestion, dismissAskedQuestion, listAskedQuestions } from '../contract/asked-questions.ts'
import { call, write } from './client.ts'

/** Returns the questions that neither the agent nor the saved FAQs answer, most asked first. */
export function fetchAskedQuestions(organizationId: string, signal?: AbortSignal): Promise<AskedQuestion[]> {
  return call(listAskedQuestions, { organizationId, signal })
}

/** Removes a question and all questions with the same meaning. */
export async function removeAskedQuestion(organizationId: string, questionId: string): Promise<void> {
  await write(dismissAskedQuestion, { organizationId, params: { questionId } })
}
