import { LIMITS } from '../../../src/contract/limits.ts'
import { cutText } from '../../../src/domain/common/cut-text.ts'
import { findAddresses, readAddress } from '../extract/address.ts'
import { findEmails, findPhones } from '../extract/contact.ts'
import { type AgentState, type FactName, isCorrectable } from '../state.ts'
import type { ModelAnswer } from './form.ts'

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
const plain = (text: string) => wordsOf(text).join(' ')

/** Returns whether words contain a value, digit by digit or word by word. */
function contains(quote: string, value: string): boolean {
  const digits = value.replace(/\D/g, '')
  if (digits.length >= 7) return quote.replace(/\D/g, '').includes(digits.replace(/^1(?=\d{10}$)/, ''))
  const said = new Set(wordsOf(quote))
  const own = wordsOf(value)
  return own.length > 0 && own.every((word) => said.has(word))
}

/** Returns a value in the form in which it is stored; null if it isn't one of its kind. */
function readAs(name: FactName, value: string): string | null {
  if (name === 'phone') return findPhones(value)[0]?.value ?? null
  if (name === 'email') return findEmails(value)[0]?.value ?? null
  if (name === 'address') return readAddress(value) ?? findAddresses(value)[0]?.value ?? null
  return name === 'budget' && !/\d/.test(value) ? null : value
}

/**
 * Adds the facts of a model's answer that the visitor's words contain. Facts that are known stay, because the software
 * reads them more reliably, except those that the last message corrects. Returns the corrected ones.
 */
export function addFacts(
  { known }: AgentState,
  { facts, corrections }: Pick<ModelAnswer, 'facts' | 'corrections'>,
  visitor: readonly string[],
): (readonly [FactName, string])[] {
  const spoken = visitor.map(plain)
  const read = ({ field, value, quote }: ModelAnswer['facts'][number], said: readonly string[]) => {
    const tidied = cutText(value.trim(), LIMITS.line)
    const isQuoted = quote.trim() !== '' && said.some((each) => each.includes(plain(quote)))
    return isQuoted && contains(quote, tidied) ? readAs(field, tidied) : null
  }
  for (const fact of facts) {
    const value = read(fact, spoken)
    if (value !== null && !known[fact.field]) known[fact.field] = value
  }
  const changed: (readonly [FactName, string])[] = []
  for (const fact of corrections) {
    const value = read(fact, spoken.slice(-1))
    const before = known[fact.field]
    if (value === null || !isCorrectable(fact.field) || !before || before === value) continue
    known[fact.field] = value
    changed.push([fact.field, value])
  }
  return changed
}
