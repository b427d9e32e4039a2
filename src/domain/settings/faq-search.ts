import { textKey } from '../common/same-text.ts'
import type { FaqEntry } from './settings.ts'

/**
 * Returns the entries whose question or answer contains every word of the text, in the same order. Returns all entries
 * if the text is blank.
 */
export function searchFaqs(faqs: readonly FaqEntry[], text: string): readonly FaqEntry[] {
  const words = textKey(text).split(' ').filter(Boolean)
  if (words.length === 0) return faqs
  return faqs.filter(({ question, answer }) => {
    const content = textKey(`${question} ${answer}`)
    return words.every((word) => content.includes(word))
  })
}
