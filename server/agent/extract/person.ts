import { plainText } from '../../../src/domain/common/plain-text.ts'
import type { Business } from '../state.ts'
import { FIRST_NAMES } from '../texts/names.ts'
import { stem } from '../words/words.ts'
import { BEFORE_NAME } from './clause.ts'
import { isGivenName, keyOf } from './name.ts'
import { SERVICE_STEMS } from './service.ts'

/** Matches what a grass or a town begins with, but no person: `St. Augustine`. */
const SAINT = /^st\.? /i
/** Matches an abbreviation before words in lowercase: `HOA president`. */
const ABBREVIATED = /^\p{Lu}{3,} \p{Ll}/u

/**
 * Returns whether words that look like a name can be a person's: not the name of the business (`Thanks, Green Acres`), a
 * street, a plant, or a role.
 */
export function canBePerson(name: string, { name: business }: Pick<Business, 'name'>): boolean {
  const isBusiness = name.includes(' ')
    ? `${plainText(business)} `.startsWith(`${plainText(name)} `)
    : plainText(name) === plainText(business)
  if (isBusiness || SAINT.test(name) || ABBREVIATED.test(name)) return false
  const [first = '', ...rest] = name.split(' ').map(keyOf)
  if (rest.length > 0 && BEFORE_NAME.test(first)) return false
  const last = rest.at(-1) ?? ''
  return !SERVICE_STEMS.has(stem(last)) || isGivenName(first) || FIRST_NAMES.has(first)
}
