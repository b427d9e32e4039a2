import { TITLE } from '../../../src/domain/common/name-parts.ts'
import { isBigCity, isTown, plain } from '../../places/locate.ts'
import { GIVEN_NAMES } from '../texts/given-names.ts'
import { FIRST_NAMES, NOT_NAMES, SURNAMES } from '../texts/names.ts'
import { stem } from '../words/words.ts'
import { describesWork } from '../work.ts'
import { SERVICE_STEMS } from './service.ts'
import { tidy } from './spans.ts'

const WORD = "\\p{L}[\\p{L}\\p{M}'’.-]{0,39}"
const WORDS = `${WORD}(?:[ \\t]{1,3}${WORD}){0,4}`
/** Matches introductions that only a name can follow. */
const EXPLICIT = new RegExp(
  `(?:\\bmy (?:full |first |last )?name(?:['’]?s| is)(?: (?:actually|really|spelled))?|\\b(?:first|full) name(?:['’]?s| is)|\\bname on (?:the|my|our) (?:account|file|order|invoice|estimate)(?:['’]?s| is)|\\bname(?: is)?(?::| [-–=](?= ))|\\bnombre(?: completo)?:|(?:^|[\\n.,;]\\s?|\\s{3}|\\band )name(?:['’]s| is)|\\b(?:the name|contact(?: person| name)?)(?:['’]s| is|:)|\\bi go by|\\bmine(?:['’]s| is)|\\bi(?:['’]m| am) called|\\bthey call me|\\bme dicen|\\bme llamo|\\bmi nombre es)\\s{1,5}(${WORDS})`,
  'iu',
)
/** Matches the name in a pasted form. */
export const FORM = new RegExp(
  `\\bfirst name(?::| is)? ?(${WORD})[\\s,;/|]+(?:and )?last name(?::| is)? ?(${WORD})`,
  'iu',
)
/**
 * Matches a surname before the full name, `Bond. Jim Bond`, and what spells a name, `Shawn. S-h-a-w-n`, `Cole, that's C O
 * L E`, `Vaughn with an A U`.
 */
export const REPEATED =
  /\b(\p{L}[\p{L}'’-]+)[.,] (?=\p{L}+ \1\b)|[.,]?(?: (?:that['’]?s|spelled|spelt|it['’]?s))? \p{L}(?:[ -]\p{L}){2,}(?![\p{L}'’-])|[.,]? (?:with )?(?:an? \p{L}(?: \p{L})*|(?:two|double|2) \p{L}['’]?s?)(?=\W*$)/giu
/** Matches a name without a verb before it: `my name Wei Zhang`. */
const NAME_ONLY = /\b[Mm]y name (\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+){0,2})/u
/** Matches the surname of a visitor who gives it separately: `name is Vikram. Last name Shetty`. */
export const SURNAME = new RegExp(
  `\\b(?:last name|surname|apellido)(?:['’]?s| is| es)?(?: (?:actually|really|spelled))? (${WORD}(?: ${WORD})?)`,
  'iu',
)
const CALL_ME = new RegExp(`\\bcall me\\s{1,5}(${WORDS})`, 'iu')
const ASK_FOR = new RegExp(`(?<!\\btold (?:me )?to )\\bask for\\s{1,5}(${WORDS})`, 'iu')
/** Matches the name of an appointment: `it's under Sam Ortiz`. */
const UNDER = new RegExp(
  `(?:^|\\b(?:it['’]?s|is|was|booked|made|scheduled|listed)\\s)under(?: the name)?(?: of)?\\s{1,5}(${WORDS})`,
  'iu',
)
/** Matches introductions that anything can follow: `I'm looking for …`. */
const LOOSE = new RegExp(
  `(?:^|[\\s.,!?;:"(¡])(i am|i['’]?m|this is|it['’]?s|it is|soy|habla|le habla)\\s{1,5}(${WORDS})`,
  'giu',
)
const MOST_LOOSE = 5
const RELATION = new RegExp(
  `\\b(i am|i['’]?m|this is|soy)\\s(?:her|his|the|their|la|el|su)\\s(?:daughter|son|wife|husband|mother|mom|father|dad|sister|brother|(?:grand)?(?:daughter|son)|neighbor|tenant|(?:home)?owner|landlord|property manager|assistant|hij[oa]|espos[oa]|mam[aá]|pap[aá]|madre|padre|herman[oa]|vecin[oa]|dueñ[oa]),?\\s(${WORD})`,
  'giu',
)
const ROLE = new RegExp(
  `\\b(i am|i['’]?m|this is|soy)\\s(?:an?|the|una?|el|la)\\s[\\p{L}'’ -]{2,40},\\s(${WORD})`,
  'giu',
)
/** Matches another person's name as an answer: `her name is Lena`, `it's for my mom, Rosa`. */
const OTHERS = new RegExp(
  `(?:\\b(?:her|his|their) (?:full )?name(?:['’]?s| is)|\\bse llama|\\bfor my (?:mom|mother|dad|father|wife|husband|sister|brother|son|daughter|grandm\\p{L}+|grandp\\p{L}+|aunt|uncle|friend|neighbor|boss|client|in-laws?),|\\bpara mi \\p{L}+,)\\s{1,5}(${WORDS})`,
  'iu',
)
/** Returns whether an answer names someone other than the visitor. */
export const namesOther = (text: string) => OTHERS.test(text)

/** Matches the last words of the names of neighborhoods and streets: `Barton Hills`, `Elm Street`. */
export const NEIGHBORHOOD =
  / (?:hills|heights|creek|lakes|village|estates|crossing|acres|gardens|ranch|commons|highlands|hollow|landing|pointe|trails|valley|township|subdivision|neighborhood|county|city|street|st|avenue|ave|road|rd|drive|boulevard|blvd|circle|terrace|trail|parkway|pkwy)\.?$/i
const ONLY_ASKED = /^it/i
const GREETED = /^(?:(?:hi|hello|hey|hola|oh|ok|okay|fine|sure|yes|yeah|well|sorry)[\s,!.]{0,3})+$/i
/** Matches `Jane Doe here` and `Jane Doe is my name` at the beginning of a message or after a greeting. */
const HERE = new RegExp(
  `^(?:(?:hi+|hello|hey|hola|yo|ok(?:ay)?|all right|sure|yes|good (?:morning|afternoon|evening))(?: there| team| all| sir)?[\\s,!.]{1,3})?(${WORDS})\\s(?:here|speaking|this side|is (?:my|the) name|aqu[ií])(?=\\s*(?:[,.!;:–-]|$|(?:and|y|i|we|need|looking|again)\\b))`,
  'iu',
)
/** Matches `Hi, Jane Doe with Acme Realty`. */
const OF_COMPANY = new RegExp(
  `^(?:hi+|hello|hey|good (?:morning|afternoon|evening))(?: there| team| all)?[\\s,!.]{1,3}(${WORD} ${WORD})\\s(?:with|from)\\s`,
  'iu',
)
/** Matches two or more words after thanks at the end of a message. A single word may be the agent's name. */
const SIGNED = new RegExp(
  `(?:thanks|thank you|regards|sincerely|cheers|gracias|saludos|atentamente)[,!.]?\\s{1,3}[-–—]?\\s?(${WORD}(?: ${WORD}){1,3})\\s*$`,
  'iu',
)
const DASHED = new RegExp(`(?:^|[\\s,])[-–—]\\s?(${WORDS})\\s*$`, 'u')
/** Matches what can precede a name that stands alone: `ok jan`. */
const OPENERS = "ok(?:ay)?|yes|yeah|sure|so|and|its|it['’]s|this is|name"
/** Contact details are masked with spaces. */
const UNDERSIGNED = new RegExp(
  `(?:^|(?<!\\bst)[,;.!?\\n]|\\s[-–—]|\\s{3})\\s{0,3}(?:(?:${OPENERS})\\s)?(${WORD}(?:(?<!\\p{L}{2}\\.(?<!\\bst\\.)) ${WORD}){0,2})(?=[.!]?\\s{0,40}$|,?\\s{7})`,
  'giu',
)
/** Match masked contact details next to a name. */
const [BESIDE_START, BESIDE_END] = [/^,?\s{7}/, /\s{7}\W*(?:[\p{L}'’]+ ){0,2}$/u]
/** Matches what precedes another person's name: `my husband, mike`. */
const OF_OTHERS = /\b(?:my|your|our|his|her|their|the|mi|tu|su|el|la) \p{L}+\W*$/iu
/** Matches what precedes the name of the person spoken to: `thanks, Fern`. */
const ADDRESSED = /\b(?:hi|hello|hey|hola|thanks|thank you|gracias|ok|okay|yes|no)\W*$/iu
/** Matches `Smith, Anna`. */
const SURNAME_FIRST = new RegExp(`^(${WORD}), (${WORD})\\W*$`, 'u')
const BARE = new RegExp(`^(${WORDS})$`, 'u')
const BEFORE_MORE = new RegExp(
  `^(${WORD}(?: ${WORD}){0,2}?) (?:and|but|like|or (?:my|our)|here|from|with|at|is (?:fine|ok|okay|good)|works|y|(?:my|mi) (?:phone|number|cell|email|n[uú]mero|correo))\\b`,
  'iu',
)
/** Matches additions, and sentences about others or addressed to the agent: `Tom and Jerry is …`, `Tom, you have …`. */
const NO_ANSWER =
  /^\s*(?:(?:and|but|also|y|pero|tambi[eé]n)\s|\p{L}+(?: and \p{L}+ (?:is|are|was|were)\b|, (?:you have|you are|you['’]\p{L}+|we have a problem)\b))/iu
const OPENING =
  /^\s*(?:(?:sure|yes|yeah|yep|ok|okay|hi|hello|hey|of course|no problem|certainly|absolutely|well|um|oh|s[ií]|claro|hola|soy|it['’]?s|(?:just )?put|my name(?: is|['’]s)|name is)(?![\p{L}'’])[\s,.!:-]*){1,4}/iu

/** Matches words that can follow a name: `I'm Jane and …`. */
const AFTER_NAME =
  /^(?:and|but|from|with|calling|writing|reaching|looking|again|over|like|i|i['’][a-z]{1,2}|my|we|need|your|y|con|here|please|thanks|who)$/i
const PARTICLE = /^(?:van|von|der|den|de|del|la|las|los|da|di|dos|du|le|bin|al|el|st|mac|ter|ten)\.?$/i
/** Matches endings of adjectives and participles, except in names such as Fred and Sterling. */
export const ADJECTIVE =
  /.{2}(?:ous|ful|less|[^m]able|ible)$|^(?!sterling$|irving$|fleming$|channing$|manning$|browning$).*[aeiouy].*ing$|^(?!.*(?:fred|dred|m+ed|eed|led|rred|jared)$).{4,}ed$/i
const INITIALS = /^\p{L}(?:\.\p{L})*$/u
export const isCapital = (word: string) => /^[\p{Lu}\p{Lo}]/u.test(word)
export const keyOf = (word: string) => word.toLowerCase().replaceAll('’', "'")
export const isGivenName = (word = '') => GIVEN_NAMES.has(plain(word))
const isCommonName = (word: string) => isGivenName(word) || (isCapital(word) && FIRST_NAMES.has(keyOf(word)))

/** What a name needs in order to count: nothing, a capital letter, or the signs of a name. */
type Need = 'nothing' | 'capital' | 'signs'

/** Returns up to five words before the first one that names don't contain; null if they aren't a name. */
function leadingName(words: string, need: Need): string | null {
  const all = words.replace(TITLE, '').split(/\s+/)
  const kept: string[] = []
  const isLoud = words.length > 3 && words === words.toUpperCase()
  for (const [index, raw] of all.entries()) {
    const word = raw.replace(/[.'’-]+$/, '')
    const isFirst = kept.length === 0
    const hasSign = isCapital(word) || (isFirst && isGivenName(word))
    const hasCapital = hasSign && !(isLoud && need === 'signs')
    const isName = isFirst
      ? !isNoFirstName(keyOf(word), need, hasCapital)
      : continuesName(kept, all.slice(index), need, hasCapital)
    if (word === '' || !isName) break
    kept.push(INITIALS.test(word) && raw.endsWith('.') ? `${word}.` : word)
    if (raw.endsWith('.') && !INITIALS.test(word) && (isFirst || !PARTICLE.test(word))) break
  }
  const name = withClearEnd(kept, all[kept.length], need)
  return name.length > 0 ? name.map(capitalized).join(' ') : null
}

/**
 * Returns the words of a name without particles at the end. The end of `jane doe` is clear only before a word that no
 * name contains, or if none follows.
 */
function withClearEnd(words: readonly string[], next: string | undefined, need: Need): readonly string[] {
  const isInCapitals = isCapital(words[0] ?? '')
  if (need !== 'nothing' && !isInCapitals && next && !isNoSurname(keyOf(next), need, false))
    return words.slice(0, 1)
  const last = words.findLastIndex((word) => !PARTICLE.test(word))
  return words.slice(0, Math.max(last, 0) + 1)
}

/** Returns whether the first of `words` continues a name: a surname, or a particle before one in the same case. */
function continuesName(
  kept: readonly string[],
  [raw = '', ...others]: readonly string[],
  need: Need,
  hasCapital: boolean,
): boolean {
  const word = raw.replace(/[.'’-]+$/, '')
  const isInCapitals = isCapital(kept[0] ?? '')
  const after = others.find((each) => !PARTICLE.test(each)) ?? ''
  const isParticle = PARTICLE.test(word) && after !== '' && isCapital(after) === isInCapitals
  const isSurname = !isNoSurname(keyOf(word), need, hasCapital) && (isCapital(word) || !isInCapitals)
  if (!isParticle && !isSurname) return false
  return isInCapitals || kept.filter((each) => !PARTICLE.test(each)).length < 3
}

function isNoFirstName(key: string, need: Need, hasCapital: boolean): boolean {
  if (need !== 'nothing' && !hasCapital) return true
  if (FIRST_NAMES.has(key)) return false
  return NOT_NAMES.has(key) || (SURNAMES.has(key) && !hasCapital) || ADJECTIVE.test(key) || isNoise(key)
}

const SHORT_WORDS = /^(?:do|no|so|an|be|im|may|man|won|long|short|well|free|real|good|best)$/
const isNoSurname = (key: string, need: Need, hasCapital: boolean) =>
  SURNAMES.has(key)
    ? !hasCapital && (need !== 'nothing' || SHORT_WORDS.test(key))
    : NOT_NAMES.has(key) || AFTER_NAME.test(key) || isNoise(key)

const NOISE =
  /(.)\1{3}|\d|^(?:f+u+c*k|sh[i1]t|wt|bull|bitch|ass)|^(?:asdf|qwert|www\.)|^[b-df-hj-np-tv-xz]{3,}$/
export const isNoise = (key: string) => NOISE.test(key)

/** Matches a generation: `Al Gore III`. */
const GENERATION = /^(?:ii|iii|iv)\.?$/i

/** Capitalizes `jane` and `JANE` as `Jane`; keeps mixed case such as `McKay`. */
export function capitalized(word: string, index: number): string {
  if (index > 0 && GENERATION.test(word)) return word.toUpperCase()
  if (index > 0 && PARTICLE.test(word)) return word === word.toUpperCase() ? word.toLowerCase() : word
  const hasOneCase = word === word.toLowerCase() || (word.length > 2 && word === word.toUpperCase())
  if (!hasOneCase || word.includes('.')) return word
  return word.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase()
  })
}

/** Shortens `I'm her daughter Jane Doe` and `I'm the buyer's agent, Jane Doe` to `I'm Jane Doe`. */
const withoutRelation = (text: string) =>
  text
    .replace(ROLE, (whole, by: string, first: string) => (isCommonName(first) ? `${by} ${first}` : whole))
    .replace(RELATION, (whole, by: string, first: string) =>
      isGivenName(first) || isCapital(first) ? `${by} ${first}` : whole,
    )

/**
 * Reads `I'm Jane` as a name if it is capitalized and the next words fit, unlike `I'm Curious about …` and `this is
 * Columbus`.
 */
function looselyIntroduced(said: string, wasAsked: boolean): string | null {
  const text = withoutRelation(said)
  for (const match of [...text.matchAll(LOOSE)].slice(0, MOST_LOOSE)) {
    const name = mayIntroduce(match, text, wasAsked)
      ? leadingName(match[2] ?? '', wasAsked ? 'nothing' : 'signs')
      : null
    if (name && isIntroduced(name, match, text, wasAsked)) return name
  }
  return null
}

/** Returns whether unasked words after `I'm` or `it's` begin with a first name. */
const beginsWithName = (words: string, wasAsked: boolean) => !wasAsked && isGivenName(words.split(/\s+/)[0])

/** Returns whether a match of `I'm` or `it's` can introduce a name. `It's` does only in an answer or a greeting. */
function mayIntroduce(
  { 1: by = '', 2: words = '', index }: RegExpExecArray,
  text: string,
  wasAsked: boolean,
) {
  const isGiven = beginsWithName(words, wasAsked)
  const isGreeted = GREETED.test(text.slice(0, index + 1)) && (isGiven || words.split(' ').length === 2)
  const isSentence = isGiven && index === 0 && /^\p{L}+(?: \p{L}+)?(?:[.,!]|$)/u.test(words)
  if (ONLY_ASKED.test(by) && !wasAsked && !isGreeted && !isSentence) return false
  return !/^its$/i.test(by) || index === 0 || isGreeted
}

/** Matches the endings of religions, nationalities, and views: `I'm Catholic`. */
const PEOPLE = /(?:[iea]an|ic|ish|ese|ist)$/i

/** Returns whether the words around a name that follows `I'm` or `it's` confirm it. */
function isIntroduced(
  name: string,
  { 0: whole, 1: by = '', 2: words = '', index }: RegExpExecArray,
  text: string,
  wasAsked: boolean,
): boolean {
  const isGiven = beginsWithName(words, wasAsked)
  const count = name.split(' ').length
  const next = words.split(/\s+/)[count]
  const isEnd = next === undefined || AFTER_NAME.test(next)
  if (!isCapital(words) && !isGiven && (count > 2 || !isEnd)) return false
  const ends = isEnd || /[.,!?;:)]/.test(words.split(/\s+/)[count - 1]?.slice(-1) ?? '')
  if (ONLY_ASKED.test(by) && !ends) return false
  const isQuestion = /^\s*\?/.test(text.slice(index + whole.length))
  const isPeople = count === 1 && !isGiven && PEOPLE.test(name)
  // `This is John Deere mower damage`
  const isOfThing = /^this/i.test(by) && !ends && SERVICE_STEMS.has(stem(next ?? ''))
  return (
    wasAsked ||
    !(isQuestion || isBigCity(name) || isPeople || isOfThing || (count === 1 && !ends && !isGiven))
  )
}

/** Returns whether words in lowercase describe something outdoors rather than name someone. */
function isThing(words: string): boolean {
  const [first = ''] = words.split(' ')
  return (
    !isCapital(words) &&
    words.includes(' ') &&
    !isGivenName(first) &&
    !FIRST_NAMES.has(first) &&
    describesWork(words)
  )
}

/** Matches `Derek & Julie Hanson`. */
const COUPLE = new RegExp(`^(${WORD})(?: ?[&+] ?| (?:and|y) )(${WORD})(?: (${WORD}))?$`, 'iu')

/** Reads the name in an answer to the name question. */
function answered(text: string): string | null {
  if (NO_ANSWER.test(text)) return null
  const said = tidy(text.replace(OPENING, '')).replace(/\W+(?:also|and|but|so|plus)\W*$/i, '')
  const [firstClause = ''] = said.split(/[,;!?\n(]|(?<=\p{L}{3})\.\s/u, 1)
  const [, one = '', other = '', shared] = COUPLE.exec(firstClause.trim()) ?? []
  const isName = (word: string) => isGivenName(word) || isCapital(word)
  if ((isGivenName(one) || isGivenName(other)) && isName(one) && isName(other))
    return `${capitalized(one, 0)} & ${[other, shared]
      .filter((each) => each !== undefined)
      .map(capitalized)
      .join(' ')}`
  const [, surname, given] = SURNAME_FIRST.exec(said) ?? []
  const turned = surname && given && !isTown(given) ? wholeName(`${given} ${surname}`, 'capital') : null
  if (turned) return turned
  const answer = firstClause.trim().replace(/(?<=\p{L}{3})\.$|[^\p{L}\p{M}.'’-]+$/u, '')
  for (const words of [BARE.exec(answer)?.[1], BEFORE_MORE.exec(answer)?.[1]]) {
    // All of `jane doe` is a name; none of `grass is too high` and `gravel driveway` is.
    if (words && isThing(words)) continue
    const name = words ? wholeName(words, 'nothing') : null
    if (name && !isBigCity(name) && !NEIGHBORHOOD.test(name)) return name
  }
  return null
}

/**
 * Reads a common name that stands alone at the end or next to contact details: `cut my grass, tony`. Next to contact
 * details, an everyday word can be one, too: `sue 614-555-0101`.
 */
function undersigned(text: string): string | null {
  for (const { 0: whole, 1: words = '', index } of text.matchAll(UNDERSIGNED)) {
    const [before, after] = [text.slice(0, index), text.slice(index + whole.length)]
    const isBeside = BESIDE_END.test(before + whole.slice(0, -words.length)) || BESIDE_START.test(after)
    const first = keyOf(words.split(' ')[0] ?? '')
    const isFirst = isGivenName(first) || (isBeside && FIRST_NAMES.has(first) && !describesWork(words))
    const name = isFirst ? wholeName(words, 'nothing') : null
    const isAddressed = !isBeside && !words.includes(' ') && ADDRESSED.test(before)
    const isOther = OF_OTHERS.test(before) || (whole.startsWith(',') && isSurname(before)) || isAddressed
    const isPlace = name !== null && (isTown(name) || NEIGHBORHOOD.test(name))
    if (name && (isBeside || !isPlace) && !isOther) return name
  }
  return null
}

/** Returns whether what precedes a comma is a surname: `Smith, Anna`. */
const isSurname = (before: string) =>
  /^\W*[\p{L}'’-]+$/u.test(before) && leadingName(tidy(before), 'nothing') !== null

/**
 * Returns the visitor's name, or null. An introduction always counts. A bare name counts if the agent asked for it, or
 * if it is a common one. If the name is known, only an unambiguous introduction counts. Pass the text with phone
 * numbers, email addresses, and street addresses masked.
 */
export function findName(said: string, wasAsked: boolean, isKnown: boolean): string | null {
  const text = said.replace(FORM, 'name: $1 $2').replace(REPEATED, '')
  const explicit = (EXPLICIT.exec(text) ?? NAME_ONLY.exec(text))?.[1]
  const introduced = explicit && leadingName(explicit, 'nothing')
  if (introduced) return withSurname(introduced, text)
  const called = CALL_ME.exec(text)?.[1]
  const nick = called && leadingName(called, wasAsked ? 'nothing' : 'capital')
  if (nick) return nick
  if (isKnown && !wasAsked) return null

  const ofCompany = OF_COMPANY.exec(text)?.[1]
  const here = HERE.exec(text)?.[1] ?? (isGivenName(ofCompany?.split(' ')[0]) ? ofCompany : undefined)
  const asksFor = ASK_FOR.exec(text)?.[1]
  const others = wasAsked ? OTHERS.exec(text)?.[1] : undefined
  const under = UNDER.exec(text)?.[1]
  const signed = (wasAsked ? DASHED : SIGNED).exec(text)?.[1]
  return (
    looselyIntroduced(text, wasAsked) ??
    (others ? leadingName(others, 'capital') : null) ??
    (here ? wholeName(here, 'capital') : null) ??
    (wasAsked ? answered(text) : null) ??
    (signed && isCapital(signed) ? wholeName(signed, 'signs') : null) ??
    undersigned(text) ??
    (asksFor ? leadingName(asksFor, 'capital') : null) ??
    (under ? leadingName(under, 'capital') : null)
  )
}

function withSurname(name: string, text: string): string {
  const words = name.includes(' ') ? undefined : SURNAME.exec(text)?.[1]
  const surname = words && leadingName(words, 'nothing')
  return surname && surname !== name ? `${name} ${surname}` : name
}

/** Returns the full name if a statement adds a surname to the known name: `dave morrison` after `dave`. */
export function fullerName(statement: string, known: string | null): string | null {
  if (!known) return null
  const isFuller = (name: string | null) => name?.toLowerCase().startsWith(`${known.toLowerCase()} `)
  const names = statement.split(/[.,;]\s*|\s{2,}/).map((part) => findName(part, true, false))
  return names.find(isFuller) ?? null
}

/** Returns words as a name if all of them belong to it. */
function wholeName(words: string, need: Need): string | null {
  const name = leadingName(words, need)
  return name?.split(' ').length === words.replace(TITLE, '').split(/\s+/).length ? name : null
}
