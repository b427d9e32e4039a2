/** Titles before a name, for one person or a couple: `Mrs.`, `Mr. & Mrs.`. Those that are also names aren't here: Don. */
const TITLES =
  '(?:(?:(?:mrs?|ms|mx|miss|mister|dr|doctor|prof|professor|rev|reverend|pastor|rabbi|sgt|lt|capt|col|officer|sra?|srta|señor(?:a|ita)?|doña)\\.?|(?:fr|hon|ing|lic|arq)\\.)(?: (?:and|y) | ?[&/+] ?| ))+'
export const TITLE = new RegExp(`^(?:(?:la|el) )?${TITLES}(?=\\p{L})`, 'iu')

/** Matches a title that is otherwise a name: `don Chuy`. */
const DON = /^don (?=\p{Lu})/u
/** Matches the name of a family, which has no parts. */
const FAMILY = /^(?:the \S+s|(?:the )?.+ family|(?:la )?familia .+)$/i

/** Matches what follows a surname: generations, degrees, and professions. Those that are also surnames aren't here: Ma. */
export const SUFFIX =
  /(?:,? (?:jr|sr|ii|iii|iv|[234](?:nd|rd|th)|esq|ph\.?d|m\.?d|d\.?d\.?s|d\.?v\.?m|d\.?m\.?d|r\.?n|c\.?p\.?a|m\.?b\.?a|j\.?d|ed\.?d)\.?)+$/i
/** Matches other degrees and professions, in capitals after a comma: `Ann Lee, BSN, LCSW`. */
const CREDENTIALS = /(?<=^\p{Lu}\S* .*\p{Ll}.*)(?:, (?:\p{Lu}\.?-?){2,6})+$/u

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

/** Matches a word that joins two people at the end of a first name: `Kim &`. */
const JOINT = /(?:^| )(?:&|\+|and|y)$/i

/** Returns the parts of a person's name. A name of one word is a given name, except after a title: `Mrs. Robinson`. */
export function nameParts(name: string): NameParts {
  const { title, nickname, given, surname, suffix } = divided(tidied(name))
  return { title: title.trim(), given, nickname, surname, suffix: suffix.replace(/^,? /, '') }
}

const tidied = (name: string) => name.trim().replace(/\s+/g, ' ')

/** Returns the parts with the characters around them, whether the surname comes first, and where it begins. */
function divided(said: string) {
  const title = (TITLE.exec(said) ?? DON.exec(said))?.[0] ?? ''
  const [called = '', ...nicknames] = NICKNAME.exec(said.slice(title.length)) ?? []
  const plain = said.slice(title.length).replace(called, '').trim()
  const after = (SUFFIX.exec(plain) ?? CREDENTIALS.exec(plain))?.[0] ?? ''
  const base = plain.slice(0, plain.length - after.length)
  const [isSurnameFirst = '', family = '', first = ''] = SURNAME_FIRST.exec(base) ?? []
  const within = SUFFIX.exec(family)?.[0] ?? ''
  const [, given = title ? '' : base, surname = title ? base : ''] = isSurnameFirst
    ? [base, first, family.slice(0, family.length - within.length)]
    : FAMILY.test(base)
      ? [base, '', base]
      : (NAME.exec(base) ?? [])
  const parts = JOINT.test(given) ? { given: base, surname: '' } : { given, surname }
  const start = base.length - parts.surname.length
  // A nickname before the surname belongs to the first name.
  const isBefore = said.slice(title.length).indexOf(called) <= start
  return {
    ...{ title, ...parts, suffix: within + after, isSurnameFirst: isSurnameFirst !== '' },
    nickname: nicknames.find((each) => each !== undefined) ?? '',
    start: title.length + start + (isBefore ? said.length - title.length - plain.length : 0),
  }
}

/**
 * Returns a name as a first and a last name, which together are the name as it was said, except that `Lee, Ann` is Ann
 * Lee. A title and a nickname belong to the first name, and a suffix to the last name.
 */
export function firstAndLast(name: string): { first: string; last: string } {
  const said = tidied(name)
  const { title, given, surname, suffix, isSurnameFirst, start } = divided(said)
  if (isSurnameFirst) return { first: title + given, last: surname + suffix }
  if (given === '') return { first: '', last: said }
  return { first: said.slice(0, start).trim(), last: said.slice(start).replace(/^,? /, '') }
}

/**
 * Returns how to address a person: `Ann` for Ann Lee, `Mrs. Robinson`, `U Thant`, because an initial is no name, and
 * `Derek & Julie` for a couple.
 */
export function greetingName(name: string): string {
  const { title, given, surname } = nameParts(name)
  const [first = '', joint = ''] = given.split(' ')
  if (first === '') return `${title} ${surname}`.trim()
  if (JOINT.test(joint)) return given
  return INITIAL.test(first) ? `${given} ${surname}`.trim() : first
}
