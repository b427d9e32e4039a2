import { firstAndLast, SUFFIX, TITLE } from '../../../src/domain/common/name-parts.ts'
import { isBigCity, isTown } from '../../places/locate.ts'
import { isCorrection } from '../intents.ts'
import { FIRST_NAMES, NEVER_NAMES, NOT_NAMES } from '../texts/names.ts'
import { chanceOf } from '../understand/likelihoods.ts'
import { STOP_WORDS } from '../words/words.ts'
import { describesWork, mentionsWork } from '../work.ts'
import { findPropertySize } from './details.ts'
import {
  ADJECTIVE,
  capitalized,
  FORM,
  isCapital,
  isGivenName,
  isNoise,
  keyOf,
  NEIGHBORHOOD,
  REPEATED,
} from './name.ts'
import type { Found } from './spans.ts'

/** Matches what precedes the name in an answer: `sure, it's`. */
const OPENING =
  /^\s*(?:(?:sure|yes|yeah|yep|ok|okay|hi|hello|hey|hola|claro|s[ií]|well|oh|my (?:full )?name(?:['’]s| is)?|name(?:['’]s| is|:)?|the name(?:['’]s| is)|it['’]?s|its|i['’]?m|i am|this is|me llamo|mi nombre es|soy|(?:you can |just )?call me|(?:just )?put(?: (?:it|me|that) (?:under|down as|as))?|that (?:would|will) be|you(?:['’]?re| are) (?:speaking|talking|chatting) (?:with|to))(?![\p{L}'’])[\s,.!:-]*){0,4}/iu
/** Matches an answer that can only be a name: `Everyone calls me Skip`. */
const CALLED =
  /\b(?:[Ee]very(?:one|body)|[Pp]eople|[Ff]olks|[Tt]hey|[Ff]riends)(?: (?:all|just|mostly))? calls? me (\p{Lu}[\p{L}'’-]+)\W*$/u
/** Matches courtesies after the name. */
const CLOSING = /,? (?:please|pls|thanks|thank you|por favor|gracias)(?=[.!]?\s*$)/iu
/** Matches initials that can't be read as a word: `jd`. */
const INITIALS = /^(?!ng)[b-df-hj-np-tv-xz]{2}$/iu
/** Matches a surname before the first name, and a suffix after either: `Smith Jr., John`, `Smith, John Jr.`. */
const SURNAME_FIRST = /^\p{Lu}[\p{L}'’-]+(?: \S{2,5})?, \p{Lu}[\p{L}'’-]+(?: \S{2,5})?$/u
const SURNAME_SUFFIX = new RegExp(`^\\S+${SUFFIX.source.slice(0, -1)},|${SUFFIX.source}`, 'i')
/** Matches an answer of one word. */
const ALONE = /^(\p{L}[\p{L}\p{M}'’-]{1,39})[.!]?\s*$/u
/** Only initials and abbreviations contain periods. */
const WORD = "(?:\\p{L}{1,4}\\.(?:-?\\p{L}\\.){0,4}|\\p{L}[\\p{L}\\p{M}'’-]{0,39})"
const NICKNAME = `(?:"[^"()]{1,30}"|“[^”]{1,30}”|['‘][^'’]{1,30}['’](?= )|\\([^()"]{1,30}\\))`
/** Matches the words of a name, with nicknames, couples, and what follows a surname: `Derek & Julie Hanson, Jr.`. */
const NAME = new RegExp(
  `^${WORD}(?: (?:${WORD}|${NICKNAME}|[&+])){1,12}(?:${SUFFIX.source.replace('$', '')}(?![\\p{L}]))?`,
  'iu',
)
/** Matches what follows the name: nothing, or something else after a separator. Contact details are masked with spaces. */
const END = /^\s*(?:[.!]?\s*$|[,;\n]|[.!]\s|\s{3}|[-–—] )/u
const PARTICLE =
  /^(?:and|y|e|&|\+|van|von|der|den|de|del|dell?a|do|la|las|los|da|di|dos|du|le|bin|bint|ibn|al|el|st|ter|ten|o['’])\.?$/i
/** Matches syllables of names that are also function words: `Truong My Lan`. */
const SYLLABLE = /^(?:an|be|do|my|so)$/i
/** Matches the letters at the beginning and after the periods of `dr.` and `j.r.`. */
const ABBREVIATED = /(?<=^|\.)\p{L}(?=[\p{L}.]*\.)/gu
const WEEKDAY = /^(?:sun|mon|tues|wednes|thurs|fri|satur)day$/i
const ASKS = /^(?:why|what|how|when|where|who|which)$/i
const QUOTED = /(?:^|\s)["“'‘(]/
/** Matches what follows the name of someone else: `Tom and Jerry is my favorite cartoon`. */
const OF_OTHERS = /^\s+(?:is|are|was|were|has|had|does|did|said|told|just)\b/i
const MOST_WORDS = 7
/** Matches the period of a sentence, but not of an initial or a suffix. */
const SENTENCE_END = /(?<=\p{L}{2})(?<! (?:esq|jr|sr))\.$/iu

/** Returns whether an answer spells, repeats, or corrects a name, or is a form: `Cole, that's C O L E`, `Bond. Jim Bond`. */
const isReadElsewhere = (text: string) =>
  text.replace(REPEATED, '') !== text || FORM.test(text) || isCorrection(text)

/** The intents of messages that can't be meant as names, and their least probability that rules a name out. */
const OTHER = [
  'accept', 'add', 'call_me', 'cancel', 'decline', 'greet', 'language', 'leave', 'person', 'place', 'refuse', 'skip',
  'vendor', 'wait', 'work',
] // biome-ignore format: a list of words reads better in lines
const OF_TIME = ['choose', 'other_time', 'time']
/** The same of one word. */
const MEANT = [...OTHER, ...OF_TIME, 'bot', 'delete', 'inject', 'stop', 'thank', 'unsure', 'why', 'wrong']
/** Short forms of names that are also abbreviations in lowercase. */
const SHORTENED = new Set(['ty'])
const LEAST_OTHER = 0.5
/** The least probability that someone who says hello in lowercase introduces themselves. */
const LEAST_GREETING = 0.8
/** The same for a name none of whose words also means something else. */
const LEAST_OTHER_UNUSUAL = 0.9
/** The least probability of a fact that names are when they are in lowercase or sound like work. */
const LEAST_FACT = 0.5
/** First names that are plants, and therefore work beside other words: `rose bushes`. */
const PLANT = /^(?:daisy|hazel|heather|holly|ivy|lily|olive|rose|violet)$/i

/**
 * Finds the name of several words at the beginning of an answer to the question for it. The answer is a name unless it
 * is clearly something else, even if its words also mean something: `Jennifer Null`, `Tom Weeds`, `Sunday Adeyemi`.
 * Pass the text with contact details and addresses masked.
 */
export function findAskedName(original: string): Found | null {
  const text =
    chanceOf(original, ['person', 'work']) < LEAST_OTHER
      ? original.replace(CLOSING, (courtesy) => ' '.repeat(courtesy.length))
      : original
  const called = CALLED.exec(text)
  if (called?.[1]) return { value: called[1], start: 0, end: text.length }
  if (SURNAME_FIRST.test(text) && SURNAME_SUFFIX.test(text)) {
    const { first, last } = firstAndLast(text)
    return { ...foundAt(text, 0), value: `${first} ${last}` }
  }
  const alone = nameAlone(text)
  if (alone) return alone
  const start = OPENING.exec(text)?.[0].length ?? 0
  const said = NAME.exec(text.slice(start))?.[0].replace(SENTENCE_END, '')
  if (said === undefined || isReadElsewhere(text)) return null
  const rest = text.slice(start + said.length)
  if (END.test(rest) && isName(said, rest.trim().length <= 1))
    return { value: inCapitals(said), start, end: start + said.length }
  const name = nameAtStart(text.slice(start), false)
  if (!name || OF_OTHERS.test(text.slice(start + name.end))) return null
  return { ...name, start, end: start + name.end }
}

const foundAt = (value: string, start: number): Found => ({
  value: inCapitals(value),
  start,
  end: start + value.length,
})

/** Returns the word that an answer consists of, if it is a first name, or nothing else is clearly meant: `bill`, `cook`. */
function nameAlone(text: string): Found | null {
  const word = ALONE.exec(text)?.[1]
  if (!word) return null
  const key = keyOf(word)
  const isFirst = isGivenName(key) || FIRST_NAMES.has(key) || (isCapital(word) && SHORTENED.has(key))
  const isOther =
    isOrdinary(word) ||
    isNoise(key) ||
    mentionsWork(word) ||
    isTown(word) ||
    isBigCity(word) ||
    ADJECTIVE.test(key)
  if (!isFirst && (isOther || chanceOf(word, MEANT) >= LEAST_OTHER)) return null
  return foundAt(word, 0)
}

/** Matches introductions that only a name follows, and others. */
const STRONG = /\b(?:my (?:full )?name(?:['’]?s| is)|name(?: is)?:|me llamo|mi nombre es) {1,3}/giu
const LOOSE =
  /(?:(?:^|[.,!;?]\s{1,3}|\b(?:hi|hello|hey|hola)[ ,!]{1,3})(?:i['’]?m|i am|this is|it['’]?s|we['’]?re|soy)|\b(?:thanks|thank you|regards|gracias|saludos)[,!.]?) {1,3}/giu
/** Matches the beginning of a sentence, at which a name stands next to contact details, or before `here`. */
const SENTENCE = /^(?:(?:hi|hello|hey)[ ,!]{1,3})?|[.!?]\s{1,3}/giu
const BESIDE = /^(?: here\b|,?\s{7})/
const NEXT_NAME = new RegExp(
  `^\\s?(?:${NICKNAME}|${SUFFIX.source.slice(0, -1)}(?![\\p{L}])|[&+]|${WORD})`,
  'iu',
)
/** Matches what follows a couple. */
const ENDS = /^\s*(?:$|[.,;!]|\s{3}|(?:and|here|with|from|at|we|our|y)\b)/i
const LOUD = /^(?=.*\p{L}{2}.* .* .* )[^\p{Ll}]+$/u
const LOWERCASE =
  /^(?:(?:hi+|hello|hey|good (?:morning|afternoon|evening))(?: there)?[ ,!.]{1,3})?(?:i am|i['’]?m|this is|it['’]?s) ((?:(?!(?:and|i|my|we|from|with|here|at)\b)\p{Ll}[\p{Ll}'’-]+ ?){1,3}?)(?=[.,!]|\s*$| (?:and|i|my|we|from|with|here|at)\b)/u
const MOST_PLACES = 5

/**
 * Finds the name of several words in an introduction, if one of its words also means something else, or if it has a
 * title, a nickname, or a suffix: `I'm Tom Weeds and I need mulch`. Pass the text with contact details and addresses
 * masked.
 */
export function findIntroducedName(said: string): Found | null {
  // In a message in capitals, capitals don't tell names.
  const text = LOUD.test(said) ? said.toLowerCase() : said
  const placesOf = (pattern: RegExp) =>
    [...text.matchAll(pattern)].slice(0, MOST_PLACES).map(({ 0: lead, index }) => index + lead.length)
  if (FORM.test(text)) return null
  for (const start of placesOf(STRONG)) {
    const name = findAskedName(text.slice(start)) ?? nameAtStart(text.slice(start), true)
    if (name) return { ...name, start: name.start + start, end: name.end + start }
  }
  for (const [pattern, isFollowed] of [
    [LOOSE, /^/],
    [SENTENCE, BESIDE],
  ] as const) {
    for (const start of placesOf(pattern)) {
      const name = nameAtStart(text.slice(start), false)
      if (name && isFollowed.test(text.slice(start + name.end)))
        return { ...name, start, end: start + name.end }
    }
  }
  return introducedInLowercase(text)
}

/** Returns a name in lowercase after a greeting: `hello i am abdullahi farah and want`, `this is mark.`. */
function introducedInLowercase(text: string): Found | null {
  const [whole = '', name = ''] = LOWERCASE.exec(text) ?? []
  const words = name.split(' ')
  const isFirst = isFirstName(words[0]) && chanceOf(whole, ['fact', 'greet']) >= LEAST_OTHER
  const isOther = words.some((word) => isOrdinary(word) || ADJECTIVE.test(word) || isNoise(word))
  if (name === '' || isOther || mentionsWork(name)) return null
  const isGreeting =
    chanceOf(whole, ['fact', 'greet']) >= LEAST_GREETING && chanceOf(name, MEANT) < LEAST_OTHER
  if (!isFirst && (words.length < 2 || !isGreeting)) return null
  return foundAt(name, whole.length - name.length)
}

/** Returns the capitalized words at the beginning of a text as a name, if they are one that needs this reader. */
function nameAtStart(text: string, isSure: boolean): Found | null {
  let end = 0
  for (let kept = 0; kept < MOST_WORDS; kept++) {
    const [next] = NEXT_NAME.exec(text.slice(end)) ?? []
    // `Phone:` begins the next line of a form.
    const isLabel = next !== undefined && /^\s?:/.test(text.slice(end + next.length))
    if (next === undefined || isLabel || !continues(next.trim(), kept, text.slice(end + next.length))) break
    end += next.length
  }
  const said = text
    .slice(0, end)
    .replace(/(?: (?:and|y|de|del|la|van|von|&))+$/i, '')
    .replace(SENTENCE_END, '')
  const next = text.slice(said.length).trimStart()
  const isCut =
    /^\p{Lu}/u.test(next) && !/^I\b/.test(next) && !/[.,!]\s*$/.test(text.slice(0, text.length - next.length))
  const title = TITLE.exec(said)?.[0] ?? ''
  const words = wordsOf(said, title)
  const isCouple = words.some(isJoint)
  // `I'm Jane and Ray gave me your number` names one person.
  if (isCouple && !/ [&+] /.test(said) && !ENDS.test(text.slice(said.length))) return null
  const isSpecial =
    isCouple || title !== '' || SUFFIX.test(said) || QUOTED.test(said) || words.some(isOrdinary)
  const isClear = title !== '' || isGivenName(words[0]) || isSure
  if (said === '' || isCut || !isSpecial || !isClear || !isName(said, false)) return null
  return { value: inCapitals(said), start: 0, end: said.length }
}

/** Returns whether a word belongs to the name before it. */
function continues(word: string, kept: number, after: string): boolean {
  if (QUOTED.test(word)) return kept > 0
  if (SUFFIX.test(` ${word}`) || SUFFIX.test(word)) return kept > 0
  if (isJoint(word))
    return kept > 0 && (TITLE.test(after.trimStart()) || isFirstName(/^ (\p{L}+)/u.exec(after)?.[1]))
  if (TITLE.test(`${word} x`)) return true
  return isNamed(word) && !(kept > 0 && endsName(word, 1))
}

const isJoint = (word: string) => /^(?:and|y|&|\+)$/i.test(word)
const isFirstName = (word = '') => isGivenName(word) || FIRST_NAMES.has(keyOf(word))
const isParticle = (word: string) => PARTICLE.test(word)
const isNamed = (word: string) => isCapital(word) || isParticle(word)
const plainKey = (word: string) => keyOf(word.replace(/\.$/, ''))
/** Returns whether a word also means something else. */
const isOrdinary = (word: string) =>
  [NOT_NAMES, NEVER_NAMES, STOP_WORDS].some((words) => words.has(plainKey(word)))

/** Returns whether a word after the first one ends a name: a courtesy, or a function word that isn't a surname or a syllable. */
function endsName(word: string, others: number): boolean {
  const isSurname = isCapital(word) && (others === 1 || SYLLABLE.test(word))
  return (
    NEVER_NAMES.has(plainKey(word)) || (STOP_WORDS.has(plainKey(word)) && !isSurname && !isParticle(word))
  )
}

/** Returns the words of a name without title, nickname, and what follows the surname. */
const wordsOf = (said: string, title: string) =>
  said.slice(title.length).replace(SUFFIX, '').replace(new RegExp(NICKNAME, 'gu'), ' ').trim().split(/\s+/)

function isName(said: string, isAlone: boolean): boolean {
  const title = TITLE.exec(said)?.[0] ?? ''
  const words = wordsOf(said, title)
  const [first = '', ...rest] = words
  const ends = (title ? words : rest).some((word) => endsName(word, rest.length))
  if (words.length > MOST_WORDS || ends || ASKS.test(first)) return false
  // `Janet not Jane`
  if (isCapital(first) && rest.some((word) => !isNamed(word) && isOrdinary(word))) return false
  if (title === '' && !isGivenName(first)) return isUnusualName(words, isAlone)
  if (words.every(isNamed)) return true
  // `carol lawn` is a name; `carol lawn care please` isn't.
  const isClear =
    words.length <= 2 ||
    !rest.some((word) => isOrdinary(word) && !isJoint(word)) ||
    chanceOf(said, ['fact']) >= LEAST_FACT
  return isAlone && isClear
}

/** Returns whether words that begin with no common first name are a name. */
function isUnusualName(words: readonly string[], isAlone: boolean): boolean {
  const name = words.join(' ')
  const [first = ''] = words
  const isPlace = isTown(name) || isBigCity(name) || NEIGHBORHOOD.test(name)
  if (words.length < 2 || isPlace || words.every(isOrdinary) || findPropertySize(name)) return false
  const fact = chanceOf(name, ['fact'])
  const mayBeFirst = FIRST_NAMES.has(keyOf(first)) && !PLANT.test(first)
  const work = PLANT.test(first) ? words.slice(1).join(' ') : name
  if (describesWork(work) && !(mayBeFirst && isCapital(first) && fact >= LEAST_FACT)) return false
  const isLikeName = mayBeFirst && words.length === 2 && words.every(isCapital)
  const least = words.some(isOrdinary) && !isLikeName ? LEAST_OTHER : LEAST_OTHER_UNUSUAL
  const isSigned = words.length === 2 && !words.some(isOrdinary) && words.some(isSign)
  if (!isSigned && chanceOf(name, OTHER) >= least) return false
  if (words.every(isNamed)) return true
  const isMeant = isOrdinary(first)
    ? WEEKDAY.test(first) && fact >= LEAST_FACT
    : mayBeFirst || fact >= LEAST_FACT || isSigned
  return isAlone && words.length === 2 && isMeant && chanceOf(name, OF_TIME) < LEAST_OTHER
}

/** Returns whether a word is a first name, initials without a vowel, or a surname with a prefix: `jd`, `o’malley`. */
const isSign = (word: string) =>
  isGivenName(word) || INITIALS.test(word) || /^(?:[od]['’]|mc)\p{L}/iu.test(word)

/** Capitalizes a name that is in lowercase or in capitals; keeps any other as it was said. */
function inCapitals(text: string): string {
  const said = text
    .replace(/\s+/g, ' ')
    .replace(/^(?:la|el) (?=\p{L})/iu, (article) => (TITLE.test(text) ? '' : article))
  if (said !== said.toLowerCase() && said !== said.toUpperCase()) return said
  return said
    .toLowerCase()
    .split(' ')
    .map((word, index) =>
      isJoint(word)
        ? word
        : (index === 0 && INITIALS.test(word) ? word.toUpperCase() : capitalized(word, index)).replace(
            ABBREVIATED,
            (letter) => letter.toUpperCase(),
          ),
    )
    .join(' ')
}
