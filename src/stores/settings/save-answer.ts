import { fetchFaqs, saveFaqs } from '../../api/knowledge.ts'
import { textKey } from '../../domain/common/same-text.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireAccount } from '../base/session/account.ts'

/** Saves the answer to a question as an FAQ. It replaces the answer of the same question. */
export async function saveAnswer(question: string, answer: string): Promise<void> {
  const { organizationId } = requireAccount()
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
