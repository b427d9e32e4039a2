import { LIMITS } from '../../contract/limits.ts'
import { cutText } from '../common/cut-text.ts'
import type { SectionId } from './fields.ts'

/** The URL fragment that adds a question, followed by `=` and the question unless it is empty. */
export const NEW_FAQ = 'new-faq'

export const settingsSectionPath = (id: SectionId) => `/agent#section-${id}`

/** Returns the URL that adds a question to the FAQs, for the owner to answer. */
export function newFaqPath(question = ''): string {
  const asked = cutText(question.replace(/\s+/g, ' ').trim(), LIMITS.line)
  return `/agent#${NEW_FAQ}${asked && `=${encodeURIComponent(asked)}`}`
}
