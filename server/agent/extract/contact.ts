import type { Found } from './spans.ts'

export { findPhones, hasExtension, hasLocalNumber, partOfPhone, samePhone } from './phone.ts'

const LETTER_OR_DIGIT = '[\\p{L}\\p{M}\\p{N}]'
const LABEL = `${LETTER_OR_DIGIT}(?:[\\p{L}\\p{M}\\p{N}-]{0,61}${LETTER_OR_DIGIT})?`
/**
 * Matches a whole address, in any script. What precedes or follows part of a longer or broken one isn't an address:
 * `jane@mail.example..com`. All quantifiers are bounded so that matching takes linear time.
 */
const EMAIL = new RegExp(
  `(?<![\\p{L}\\p{M}\\p{N}.!#$%&'*+/?^_\`{|}~@-])(?<![&+] {0,2})['*\`]?([\\p{L}\\p{N}!#$%&+^_{|}~-][\\p{L}\\p{M}\\p{N}.!#$%&'*+^_\`{|}~-]{0,63})@((?:${LABEL}\\.){1,8}(?:\\p{L}[\\p{L}\\p{M}]{1,23}|xn--[a-z0-9-]{2,40}))(?![\\p{L}\\p{M}\\p{N}@]|[_-]${LETTER_OR_DIGIT}|\\.{1,2}${LETTER_OR_DIGIT})`,
  'giu',
)
/** Matches a word that follows an address without a space: `jane@example.com.Thanks`. */
const NEXT_SENTENCE = /(?<=\.\p{Ll}+)\.\p{Lu}\p{Ll}+$/u
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^[([{<]?(?:at|arroba|@)[)\]}>]?$/i, '@'],
  [/^[([{<]?(?:dot|punto|\.|,)[)\]}>]?$/i, '.'],
  [/^underscore$|^gui[oó]n bajo$/i, '_'],
  [/^(?:dash|hyphen|gui[oó]n)$/i, '-'],
  [/^plus$/i, '+'],
]
const SIGN =
  '[([{<](?:at|arroba|dot|punto)[)\\]}>]|@|(?<![a-z0-9])\\.|(?<=[a-z0-9]),(?=(?:com|net|org)\\b)|\\b(?:at|arroba|dot|punto|underscore|gui[oó]n bajo|dash|hyphen|gui[oó]n|plus)\\b'
const PART = '[a-z0-9](?:[a-z0-9._+-]{0,40}[a-z0-9])?'
/** Words before `at` that don't start an email address: `I work at acme dot com`. */
const NOT_LOCAL =
  'you|me|us|it|him|her|them|we|i|work\\w*|look\\w*|found|find|see|saw|am|is|are|be|was|site|website|web|page|here|there|online|shop\\w*|order\\w*|bought|live|stay|not|mail|e-?mail|reach|contact|meet|out|stop|at|dot|dash|plus'
/** Matches the domain of a mail service. Visitors leave out `.com`. */
const MAIL_SERVICE = /@(?:gmail|yahoo|hotmail|outlook|icloud|aol)(\.com)?$/i
/** Matches an address that is spelled out or contains spaces: `jane dot doe at gmail dot com`, `jane @ gmail . com`. */
const SPELLED = new RegExp(
  `(?<![\\w.+@'!#$%&*/=?^\`{|}~-])(?<![&+] {0,2})(?!(?:${NOT_LOCAL})\\b)(?:(?:[b-hj-z\\d]|[ai](?=\\s{1,40}[a-z\\d]\\s))\\s{1,40}){0,20}${PART}(?:\\s{0,2}(?:${SIGN})\\s{0,2}${PART}){1,8}(?![\\w@-])`,
  'gi',
)
const SPLIT = new RegExp(`\\s*(${SIGN})\\s*`, 'gi')
const WELL_FORMED =
  /^[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,3}(?:com|net|org|edu|gov|us|io|co|info|biz|me|mx|es|uk|ca|dev|app)$/i
/** Matches empty parts, and hyphens at the ends of parts of a domain. */
const MALFORMED = /\.\.|\.@|@(?:.*\.)?-|@.*-(?:\.|$)/
/** Matches what can precede a spelled-out address, rather than the beginning of a longer one. */
const BEFORE =
  /(?:^|[:;,.!?()"'<>\n–—-]|\b(?:is|['’]?s|its|e-?mail|mail|mailto|me|to|at|on|es|correo|address|and|or|also|use|try|yes|yeah|sure|ok|okay|contact|y|a|al|un|o|s[ií]|actually|rather|now)\b:?)\s*$/i
/** Matches addresses whose first part is written completely: `amy@gmail. com`, `amy.fox at gmail.com`. */
const CLEAR = /^(?!\d{1,4}@)[a-z0-9]\S*[@([{]|^[a-z0-9]+[._+-]\S*[a-z0-9] /i
/** Matches addresses that mail services don't give out, so that they are the end of a longer one: `amy.fox 88@gmail.com`. */
const BARE_DIGITS = /^\d{1,4}@(?:gmail|yahoo|hotmail|outlook|icloud|aol)\.com$/
const LETTERS_BEFORE = new RegExp(
  `(?<![\\w.@])(?!(?:${NOT_LOCAL}|mine|email|es|correo|and|or)\\s)([a-z][a-z0-9._-]{2,40})\\s$`,
  'i',
)
/** Matches a letter that a word spells: `j as in John`. */
const LETTER = /(?<![\p{L}\d'’])(\p{L}) (?:as in|like in|for) \p{L}{2,20},?(?=\s)/giu

function spelledAt(text: string, match: RegExpMatchArray): Found[] {
  const raw = match[0]
  const start = match.index ?? 0
  const value = raw
    .trim()
    .replace(SPLIT, (_, sign: string) => SIGNS.find(([pattern]) => pattern.test(sign))?.[1] ?? sign)
    .replace(/\.+$/, '')
    .replace(/\s+/g, '')
    .replace(MAIL_SERVICE, (domain, end?: string) => (end ? domain : `${domain}.com`))
  const isClear = CLEAR.test(raw) || BEFORE.test(text.slice(Math.max(0, start - 20), start))
  if (!WELL_FORMED.test(value) || MALFORMED.test(value) || !isClear) return []
  const [local = '', domain = ''] = value.split('@')
  const isWritten = raw.includes('@')
  // `bob at acme.com` may be a person and a website.
  const isDictated =
    isWritten ||
    MAIL_SERVICE.test(value) ||
    /[([{<]|\b(?:dot|punto|arroba)\b/i.test(raw) ||
    /\be-?mail|\bcorreo/i.test(text)
  if (!isDictated && !/\d/.test(local)) return []
  return [{ value: `${local}@${domain.toLowerCase()}`, start, end: start + raw.trimEnd().length }]
}

/** Returns a match of {@link EMAIL} as an address; nothing if the part before the @ isn't one. */
function writtenAt(text: string, { 0: raw, 1: local = '', 2: host = '', index }: RegExpMatchArray): Found[] {
  const end = (index ?? 0) + raw.length
  // `_jane@example.com_` is emphasized.
  const name = /^[_~]/.test(local) && text[end] === local[0] ? local.slice(1) : local
  const domain = host.replace(NEXT_SENTENCE, '')
  const start = end - host.length - 1 - name.length
  if (MALFORMED.test(`${name}@${domain}`)) return []
  return [{ value: `${name}@${domain.toLowerCase()}`, start, end: end - host.length + domain.length }]
}

/**
 * Finds email addresses in order, including spelled-out ones. An address is found whole or not at all. The domain is in
 * lowercase.
 */
export function findEmails(said: string): Found[] {
  const text = said
    .replace(/[’ʼ]/g, "'")
    .replace(LETTER, (whole, letter: string) => letter.padEnd(whole.length))
  const spelled = [...text.matchAll(SPELLED)].flatMap((match) => spelledAt(text, match))
  const plain = [...text.matchAll(EMAIL)].flatMap((match) => {
    const [found] = writtenAt(text, match)
    if (!found) return []
    const isPart = spelled.some(({ start, end }) => start < found.end && found.start < end)
    // The end of `jane dot doe@…`, which has an unclear beginning.
    const isCut = /\b(?:dot|punto|underscore|dash|gui[oó]n)\s$/i.test(text.slice(0, found.start))
    const before = LETTERS_BEFORE.exec(text.slice(0, found.start))
    if (before && BARE_DIGITS.test(found.value) && !isPart)
      return [{ ...found, value: before[1] + found.value, start: before.index }]
    return isPart || isCut || found.value.endsWith('.con') ? [] : [found]
  })
  return [...plain, ...spelled].sort((a, b) => a.start - b.start)
}
