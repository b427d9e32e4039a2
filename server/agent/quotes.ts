import type { Language } from '../base/catalogue.ts'
import { languageOf } from './language.ts'
import { isSpanish } from './spanish/spanish.ts'
import { sayKnowledge as say } from './texts/knowledge.ts'

const HAS_WORDS = /\p{L}{2}/u

/** Returns the language of the owner's words. Where no word reveals it, they are in the owner's, English. */
export const languageOfOwner = (text: string): Language =>
  (languageOf(text) ?? (isSpanish(text) ? 'es' : 'en')) === 'es' ? 'es' : 'en'

/** Returns whether a visitor who is answered in `language` must be told that the owner's words are in English. */
export const isInEnglish = (text: string, language: Language): boolean =>
  language === 'es' && HAS_WORDS.test(text) && languageOfOwner(text) === 'en'

/** Returns a sentence of the owner's with the remark that it is one, in a Spanish chat also that it is in English. */
export const ownWords = (sentence: string, language: Language): string =>
  isInEnglish(sentence, language) ? quoted([sentence], language) : say(language, 'quoted', { sentence })

/** Returns the owner's sentences as the agent quotes them: in a Spanish chat, English ones are marked as such. */
export function quoted(sentences: readonly string[], language: Language): string {
  const english = sentences.filter((each) => isInEnglish(each, language))
  const others = sentences.filter((each) => !english.includes(each))
  const marked = english.length > 0 ? [say(language, 'inEnglish', { answer: english.join(' ') })] : []
  return [...others, ...marked].join(' ')
}
