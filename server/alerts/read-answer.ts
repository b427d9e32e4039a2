import { CODE } from './codes.ts'

/** What a member's text says, apart from what it is about. */
export type Answer =
  | { kind: 'number'; digit: 1 | 2 | 3; code: string | null }
  | { kind: 'take'; code: string | null }
  | { kind: 'done' }
  /** The text is a customer's. */
  | { kind: 'pass' }
  /** Nothing but a code. */
  | { kind: 'code'; code: string }
  | { kind: 'text' }
  | { kind: 'blank' }
  | { kind: 'files' }

const NUMBER = new RegExp(`^([123]) ?(${CODE})?$`)
const TAKE = new RegExp(`^TAKE ?(${CODE})?$`)
const DONE = new RegExp(`^DONE ?(?:${CODE})?$`)
const ONLY_CODE = new RegExp(`^${CODE}$`)

/** Reads a text: a command in any case, with a code or without, or anything else. */
export function readAnswer(text: string, files: number): Answer {
  if (files > 0) return { kind: 'files' }
  const said = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{P}\p{Cf}]+/gu, ' ')
    .trim()
  if (text.trim() === '') return { kind: 'blank' }
  const [isNumber, digit, numbered = null] = NUMBER.exec(said) ?? []
  if (isNumber) return { kind: 'number', digit: Number(digit) as 1 | 2 | 3, code: numbered }
  const [isTake, taken = null] = TAKE.exec(said) ?? []
  if (isTake) return { kind: 'take', code: taken }
  if (DONE.test(said)) return { kind: 'done' }
  if (said === 'PASS') return { kind: 'pass' }
  return ONLY_CODE.test(said) ? { kind: 'code', code: said } : { kind: 'text' }
}

/** Returns whether a text contains no command. */
export const isFree = ({ kind }: Answer): boolean => kind === 'text' || kind === 'files' || kind === 'blank'
