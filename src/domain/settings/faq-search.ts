import { containsWords } from '../common/plain-text.ts'
import type { FaqEntry } from './settings.ts'

/**
 * Returns the entries whose question or answer contains every word of the text, in the same order. Returns all entries
 * if the text is blank.
 */
export function searchFaqs(faqs: readonly FaqEntry[], text: string): readonly FaqEntry[] {
  return text.trim()
    ? faqs.filter(({ question, answer }) => containsWords(`${question} ${answer}`, text))
    : faqs
}
