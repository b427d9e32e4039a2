import { playChat } from '../../api/agent-check.ts'
import { fetchFaqs, saveFaqs } from '../../api/knowledge.ts'
import { type CheckedChat, EVENING_CHAT } from '../../contract/agent-check.ts'
import { textKey } from '../../domain/common/same-text.ts'
import { orNull } from '../base/query/optional.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireOwner } from '../base/session/account.ts'

export { $offersFirstChat, closeFirstChat } from '../onboarding/first-chat.ts'

type Messages = CheckedChat['messages']

const play = orNull(playChat)

/**
 * Returns what the agent says to a visitor who writes at 9 PM, with the saved settings. Nothing is stored. Returns null
 * if the API has no such chat.
 */
export async function playFirstChat(): Promise<Messages | null> {
  return (await play(requireOwner().organizationId, EVENING_CHAT))?.messages ?? null
}

/** Saves the answer to a question as an FAQ. It replaces the answer of the same question. */
export async function saveAnswer(question: string, answer: string): Promise<void> {
  const { organizationId } = requireOwner()
  const stored = await fetchFaqs(organizationId)
  const key = textKey(question)
  const others = stored.filter((faq) => textKey(faq.question) !== key)
  const faqs = [...others, { question: question.trim(), answer: answer.trim() }]
  await saveFaqs(
    organizationId,
    faqs.map((faq, order_index) => ({ question: faq.question, answer: faq.answer, order_index })),
  )
  refetchAfter(organizationId, 'settings-saved-elsewhere')
  refetchAfter(organizationId, 'settings-changed')
}
