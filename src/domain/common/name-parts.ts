/** Titles before a name, for one person or a couple: `Mrs.`, `Mr. & Mrs.`. Those that are also names aren't here: Don. */
const TITLES =
  '(?:(?:mrs?|ms|mx|miss|mister|dr|doctor|prof|professor|rev|reverend|pastor|rabbi|sgt|lt|capt|col|officer|sra?|srta|señor(?:a|ita)?|doña)\\.?(?: (?:and|y) | ?[&/+] ?| ))+'
export const TITLE = new RegExp(`^(?:(?:la|el) )?${TITLES}(?=\\p{L})`, 'iu')

/** Matches what follows a surname: generations, degrees, and professions. Those that are also surnames aren't here: Ma. */
export const SUFFIX =
  /,? (?:jr|sr|ii|iii|iv|[234](?:nd|rd|th)|esq|ph\.?d|m\.?d|d\.?d\.?s|d\.?v\.?m|d\.?m\.?d|r\.?n|c\.?p\.?a|m\.?b\.?a|j\.?d|ed\.?d)\.?$/i

/** Matches a name, with the words that belong to the surname after them: `Juan` and `de la Cruz`. */
const NAME =
  /^(.+?) ((?:(?:al|af|ap|av|bin|bint|da|das|de|del|della|den|der|di|do|dos|du|el|ibn|la|las|le|los|st\.?|ten|ter|van|vander|von|y|zu) )*\S+)$/i
/** Matches a nickname between the other words: `"Bill"`, `(Bob)`. */
const NICKNAME = /\s*(?:"([^"]+)"|“([^”]+)”|\(([^)]+)\)|(?<=\s)['‘]([^'’]+)['’](?=\s))/
/** Matches a surname before a comma: `Lee, Ann`. */
const SURNAME_FIRST = /^([^,]+), ([^,]+)$/
const INITIAL = /^\p{L}\.?$/u

/** The parts of a name. A missing part is empty. */
export interface NameParts {
  title: string
  given: string
  nickname: string
  surname: string
  suffix: string
}

/** Returns the parts of a person's name. A name of one word is a given name, except after a title: `Mrs. Robinson`. */
export function nameParts(name: string): NameParts {
  const said = tidied(name)
  const title = TITLE.exec(said)?.[0] ?? ''
  const [called = '', ...nicknames] = NICKNAME.exec(said.slice(title.length)) ?? []
  const plain = said.slice(title.length).replace(called, '')
  const suffix = SUFFIX.exec(plain)?.[0] ?? ''
  const base = plain.slice(0, plain.length - suffix.length).replace(SURNAME_FIRST, '$2 $1')
  const [, given = title ? '' : base, surname = title ? base : ''] = NAME.exec(base) ?? []
  return {
    title: title.trim(),
    given,
    nickname: nicknames.find((each) => each !== undefined) ?? '',
    surname,
    suffix: suffix.replace(/^,? /, ''),
  }
}

const tidied = (name: string) => name.trim().replace(/\s+/g, ' ')

/**
 * Returns a name as a first and a last name, which together are the name as it was said, except that `Lee, Ann` is Ann
 * Lee. A title and a nickname belong to the first name, and a suffix to the last name.
 */
export function firstAndLast(name: string): { first: string; last: string } {
  const said = tidied(name)
  const { given, surname, suffix } = nameParts(said)
  if (SURNAME_FIRST.test(said) && surname && !suffix) return { first: given, last: surname }
  if (given === '') return { first: '', last: said }
  const start = said.lastIndexOf(surname || suffix || said) || said.length
  return { first: said.slice(0, start).trim(), last: said.slice(start) }
}

/**
 * Returns how to address a person: `Ann` for Ann Lee, `Mrs. Robinson`, `U Thant`, because an initial is no name, and
 * `Derek & Julie` for a couple.
 */
export function greetingName(name: string): string {
  const { title, given, surname } = nameParts(name)
  const [first = '', joint = ''] = given.split(' ')
  if (first === '') return `${title} ${surname}`.trim()
  if (/^(?:&|\+|and|y)$/i.test(joint)) return given
  return INITIAL.test(first) ? `${given} ${surname}`.trim() : first
}
