import { languageOf } from './language.ts'

/** The number of characters that decide on a message's language. */
const READ = 500

const HAS_LETTER = /\p{L}/u

/**
 * Returns the languages of messages that aren't in English, by their ids. Messages whose words reveal no language, such
 * as a name, are in that of their author's previous message.
 */
export function foreignLanguages(
  messages: readonly { id: string; author: string; content: string }[],
): Record<string, string> {
  const spoken: Record<string, string> = {}
  const languages: Record<string, string> = {}
  for (const { id, author, content } of messages) {
    const text = content.slice(0, READ)
    if (!HAS_LETTER.test(text)) continue
    const language = languageOf(text) ?? spoken[author] ?? 'en'
    spoken[author] = language
    if (language !== 'en') languages[id] = language
  }
  return languages
}
