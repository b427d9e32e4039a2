import type { Language } from '../base/catalogue.ts'
import { linesInText } from './compose/fit-text.ts'

/** The maximum length of a text, below the 1,600 characters that Twilio accepts, with room for an introduction. */
const LONGEST = 1_300

/**
 * Divides messages into texts, at the ends of lines or words where that is possible. The number of texts doesn't depend
 * on the language.
 */
export function textParts(messages: readonly string[], language: Language): string[] {
  const parts: string[] = []
  const text = messages.join('\n')
  // Emoji alone are sent, although they cost more.
  let rest = linesInText(text, language) || text.trim()
  while (rest.length > LONGEST) {
    const start = rest.slice(0, LONGEST)
    const at = [start.lastIndexOf('\n'), start.lastIndexOf(' ')].find((each) => each > LONGEST / 2) ?? LONGEST
    // A character of two units stays whole.
    const end = /[\ud800-\udbff]$/.test(start.slice(0, at)) ? at - 1 : at
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}
