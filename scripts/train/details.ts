import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LANGUAGES = ['en', 'es'] as const
/** What joins a message and the details before or after it. */
const JOINS = [', ', '. ', ' ', '\n']
/** Steps through the details so that similar examples, which stand next to each other, get different ones. */
const STEP = 37

interface Told {
  text: string
  language: string
  /** Whether the details must not ask for contact, because the message doesn't. */
  isUncalled?: boolean
}

/** Returns a text with contact details before it, after it, or both. */
export type Detailed = (told: Told, at: number) => string[]

/**
 * Reads contact details that training adds to messages, because a name or a number doesn't change what a message says.
 * Those in `reachable` also ask for contact.
 */
export function readDetails(folder: string): Detailed {
  const linesOf = (name: string) =>
    readFileSync(join(folder, 'details', name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
  const all = LANGUAGES.map((language) => {
    const given = linesOf(`given.${language}.txt`)
    return { language, given, any: [...given, ...linesOf(`reachable.${language}.txt`)] }
  })
  return ({ text, language, isUncalled = false }, at) => {
    const found = all.find((each) => each.language === language)
    if (!found) return []
    const details = isUncalled ? found.given : found.any
    const pick = (step: number) => details[(step * STEP) % details.length] ?? ''
    const joint = JOINS[at % JOINS.length] ?? ''
    const before = at % 3 === 0 ? '' : pick(2 * at) + joint
    const after = at % 3 === 1 ? '' : joint + pick(2 * at + 1)
    return [before + text + after]
  }
}
