import type { Language } from '../../base/catalogue.ts'
import { spoken } from './spoken.ts'

/** The most words that the agent says before it lets the caller speak. */
export const MOST_WORDS = 25
/** The most choices that are read out at once. */
const MOST_CHOICES = 2

const BULLET = /^\s*(?:[•*-]|\d+[.)])\s+/
const SENTENCE_END = /(?<=[.!?])\s+/
/** Matches the date in an offered time, which the agent says when it proposes that time. */
const DATE = /^(\p{L}+), .*?\d,? (?=\d)/u
const CLAUSE = /(?<=[,;:])\s+/

export const wordsIn = (text: string): string[] =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
const isQuestion = (sentence: string) => sentence.includes('?')
const lengthOf = (text: string) => wordsIn(text).length

/**
 * Returns an answer of the chat in pieces that are spoken one after the other, each with at most 25 words and one
 * question, which comes last. Other questions are left out, because a caller can answer only one; so are choices beyond
 * the first two of a list.
 */
export function spokenPieces(replies: readonly string[], language: Language): string[] {
  const sentences = replies.flatMap((reply) => sentencesOf(withoutLists(reply, language), language))
  const question = sentences.findLast(isQuestion)
  const kept = [...sentences.filter((sentence) => !isQuestion(sentence)), ...(question ? [question] : [])]
  return joinedWhileShort(kept.flatMap(shortEnough))
}

/** Joins parts as long as they have at most 25 words together. */
function joinedWhileShort(parts: readonly string[]): string[] {
  const joined: string[] = []
  for (const part of parts) {
    const before = joined.at(-1)
    if (before !== undefined && lengthOf(`${before} ${part}`) <= MOST_WORDS)
      joined[joined.length - 1] = `${before} ${part}`
    else joined.push(part)
  }
  return joined
}

/** Returns a text in which the choices of each list are part of the sentence before it. */
function withoutLists(text: string, language: Language): string {
  const lines: string[] = []
  let choices: string[] = []
  const close = () => {
    if (choices.length === 0) return
    const list = choices.slice(0, MOST_CHOICES).join(language === 'en' ? ', or ' : ', o ')
    lines.push(`${(lines.pop() ?? '').replace(/\s*[:.]?\s*$/, '')}: ${list}.`)
    choices = []
  }
  for (const line of text.split('\n')) {
    if (BULLET.test(line)) choices.push(choiceOf(line, language))
    else {
      close()
      lines.push(/[\p{L}\p{N})]\s*$/u.test(line) ? `${line}.` : line)
    }
  }
  close()
  return lines.join(' ')
}

function choiceOf(line: string, language: Language): string {
  const choice = line.replace(BULLET, '').replace(/[.;,]\s*$/, '')
  return choice.replace(DATE, (_, weekday: string) => `${weekday}, ${language === 'en' ? 'at ' : 'a las '}`)
}

const sentencesOf = (text: string, language: Language): string[] =>
  spoken(text, language)
    .split(SENTENCE_END)
    .map((each) => each.replace(/\?(?=.*\?)/g, ''))
    .filter((each) => lengthOf(each) > 0)

/** Splits a sentence that is too long at its commas, and a clause that is too long anywhere. */
const shortEnough = (sentence: string): string[] =>
  lengthOf(sentence) <= MOST_WORDS
    ? [sentence]
    : joinedWhileShort(sentence.split(CLAUSE).flatMap((clause) => byWords(clause)))

function byWords(clause: string): string[] {
  const words = clause.split(/\s+/)
  const count = Math.ceil(words.length / MOST_WORDS)
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * MOST_WORDS, (index + 1) * MOST_WORDS).join(' '),
  )
}
