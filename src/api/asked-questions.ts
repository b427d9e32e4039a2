import { type AskedQuestion, dismissAskedQuestion, listAskedQuestions } from '../contract/asked-questions.ts'
import { call, write } from './client.ts'

/** Returns the questions of one conversation that neither the agent nor the saved FAQs answer. */
export async function fetchQuestionsIn(
  organizationId: string,
  conversationId: string,
  signal?: AbortSignal,
): Promise<AskedQuestion[]> {
  const query = { conversation_id: conversationId }
  const asked = await call(listAskedQuestions, { organizationId, query, signal })
  // An API without this parameter returns those of every conversation.
  return asked.filter(({ conversation_id }) => conversation_id === conversationId)
}

/** Returns the questions that neither the agent nor the saved FAQs answer, most asked first. */
export function fetchAskedQuestions(organizationId: string, signal?: AbortSignal): Promise<AskedQuestion[]> {
  return call(listAskedQuestions, { organizationId, query: {}, signal })
}

/** Removes a question and all questions with the same meaning, or those in one conversation. */
export async function removeAskedQuestion(
  organizationId: string,
  questionId: string,
  conversationId?: string,
): Promise<void> {
  const query = { conversation_id: conversationId }
  await write(dismissAskedQuestion, { organizationId, params: { questionId }, query })
}
