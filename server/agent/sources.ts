import type { FaqEntry } from './faq.ts'
import type { Business } from './state.ts'

/** A text of the owner, or a sentence made from the settings, that an answer can rest on. */
export interface Source {
  id: string
  text: string
}

/** Returns an FAQ as a source. */
export const sourceOfFaq = ({ faqs }: Pick<Business, 'faqs'>, entry: FaqEntry): Source => ({
  id: `faq.${faqs.indexOf(entry) + 1}`,
  text: `${entry.question} ${entry.answer}`,
})
