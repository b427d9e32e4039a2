import { inWords } from '../common/in-words.ts'
import { lazy } from '../common/lazy.ts'

const names = lazy(() => new Intl.DisplayNames('en-US', { type: 'language' }))

/** Returns the English name of a language, such as Spanish for `es`; for an unknown code, "another language". */
export function languageName(code: string): string {
  try {
    return names().of(code) ?? code
  } catch {
    return 'another language'
  }
}

/** Returns the names of languages as in a sentence, each once: "Spanish and French". */
export const languageNames = (codes: readonly string[]): string => inWords(new Set(codes.map(languageName)))
