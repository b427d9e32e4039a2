import { withoutPolite } from '../notifications/text-wishes.ts'
import { CODE, MISTYPED_CODE } from './codes.ts'

/** 1 and 3 answer an alert, and 4 to 6 choose a time, so that a repeated answer never chooses one. */
type Digit = 1 | 2 | 3 | 4 | 5 | 6

/** What a member's text says, apart from what it is about. */
export type Answer =
  | { kind: 'number'; digit: Digit; code: string | null }
  | { kind: 'take'; code: string | null }
  | { kind: 'done'; code: string | null }
  /** The text is a customer's. */
  | { kind: 'pass' }
  /** Nothing but a code, or words after a code that names their alert: `KD: On my way`. */
  | { kind: 'code'; code: string }
  /** `words`: in capital letters, so that they can be compared with codes. */
  | { kind: 'text'; words: readonly string[] }
  | { kind: 'blank' }
  | { kind: 'files' }

const NUMBER = new RegExp(`^([1-6]) ?(${MISTYPED_CODE})?$`)
const TAKE = new RegExp(`^TAKE ?(${MISTYPED_CODE})?$`)
const DONE = new RegExp(`^DONE ?(${MISTYPED_CODE})?$`)
const ONLY_CODE = new RegExp(`^${CODE}$`)
const ADDRESSED = new RegExp(`^\\s*(?:(?:[1-6]|TAKE|DONE) ?)?(${CODE})\\s*[:,\u2013-]`)

/** Reads a text: a command in any case, with a code or without, or anything else. Thanks around it don't matter. */
export function readAnswer(text: string, files: number): Answer {
  if (files > 0) return { kind: 'files' }
  const capitals = text.normalize('NFKC').toUpperCase()
  const said = wordsOf(withoutPolite(wordsOf(capitals).toLowerCase()).toUpperCase())
  if (text.trim() === '') return { kind: 'blank' }
  const [isNumber, digit, numbered = null] = NUMBER.exec(said) ?? []
  if (isNumber) return { kind: 'number', digit: Number(digit) as Digit, code: numbered }
  const [isTake, taken = null] = TAKE.exec(said) ?? []
  if (isTake) return { kind: 'take', code: taken }
  const [isDone, ended = null] = DONE.exec(said) ?? []
  if (isDone) return { kind: 'done', code: ended }
  if (said === 'PASS') return { kind: 'pass' }
  const [, addressed = null] = ADDRESSED.exec(capitals) ?? []
  const code = ONLY_CODE.test(said) ? said : addressed
  return code === null ? { kind: 'text', words: said.split(' ') } : { kind: 'code', code }
}

const wordsOf = (text: string) => text.replace(/[\s\p{P}\p{Cf}]+/gu, ' ').trim()

/** Returns whether a text contains no command. */
export const isFree = ({ kind }: Answer): boolean => kind === 'text' || kind === 'files' || kind === 'blank'
