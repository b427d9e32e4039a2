import { LIMITS } from '../../contract/limits.ts'
import { additions } from './additions.ts'
import { trimmed, unquoted } from './unquoted.ts'

const DIGITS = { min: 7, max: 15 }
const NAMED = 3

/** Returns the digits of a number without the country code of the United States and Canada. */
const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

const isNumber = (entry: string) => {
  const { length } = digitsOf(entry)
  return !/\p{L}/u.test(entry) && length >= DIGITS.min && length <= DIGITS.max
}

/**
 * Adds typed or pasted numbers to the blocked ones. Returns the new list, the entries that were rejected, and a message.
 * The message is null if the only one was added.
 */
export function addNumbers(
  list: readonly string[],
  text: string,
): { list: readonly string[]; refused: readonly string[]; summary: string | null } {
  const next = [...list]
  const refused: string[] = []
  let duplicates = 0
  const entries = unquoted(text)
    .split(/[\n,;]+/u)
    .map(trimmed)
  for (const entry of entries.filter((each) => each !== '')) {
    if (next.some((each) => digitsOf(each) === digitsOf(entry))) duplicates++
    else if (!isNumber(entry) || next.length >= LIMITS.blockedNumbers) refused.push(entry)
    else next.push(entry)
  }
  const parts = additions(next.length - list.length, { duplicates, refused: refused.length })
  if (refused.length > 0) {
    parts.push(
      next.length >= LIMITS.blockedNumbers
        ? `${refused.length} not added: the list is full`
        : `Not a phone number: ${refused.slice(0, NAMED).join(', ')}`,
    )
  }
  return { list: next, refused, summary: parts.length > 0 ? parts.join(', ') : null }
}

/** The carriers' codes that forward the calls which nobody answers, and the code that ends that. */
export const FORWARDING_CODES = [
  { carrier: 'AT&T', on: (number: string) => `*004*${number}#`, off: '##004#' },
  { carrier: 'T-Mobile', on: (number: string) => `**004*${number}#`, off: '##004#' },
  { carrier: 'Verizon', on: (number: string) => `*71${number.replace(/^1(?=\d{10}$)/, '')}`, off: '*73' },
] as const
