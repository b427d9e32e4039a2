import { tidy } from './spans.ts'

const WORD = "\\p{L}[\\p{L}\\p{M}'’.-]{0,39}"
const WORDS = `${WORD}(?:[ \\t]{1,3}${WORD}){0,3}`
/** Introductions that only a name can follow. */
const EXPLICIT = new RegExp(
  `\\b(?:my (?:full )?name(?:['’]s| is)(?: actually)?|name(?: is)?:|the name is|call me|i go by|me llamo|mi nombre es)\\s{1,5}(${WORDS})`,
  'iu',
)
/** Introductions that anything can follow: `I'm looking for …`. */
const LOOSE = new RegExp(`\\b(?:i am|i['’]?m|this is|it['’]s|it is)\\s{1,5}(${WORDS})`, 'iu')
const SIGNED = new RegExp(`(?:^|[\\s,])[-–—]\\s?(${WORDS})\\s*$`, 'u')
const BARE = new RegExp(`^(${WORDS})$`, 'u')
const BEFORE_MORE = new RegExp(`^(${WORD}(?: ${WORD})?) (?:and|but|here|my|from|at|with|you)\\b`, 'iu')

/** Words that end a name or show that there is none. */
const NOT_NAMES = new Set(
  `a about actually after again all also am an and any anything are as asap ask at available back based because
  been busy but buy by bye can cannot cool correct could currently day did do does doing dont don't eh either
  email every fine for free from getting glad going gonna good great happy have having hello help here hey hi
  hmm home house how i i'd i'll i'm idk if im in interested into is issue it its it's just kinda later lawn
  like living located looking lol lost maybe me mind mine mostly my name need needing new nice no none nope not
  nothing now of off oh ok okay on one only or our out over owner pass perfect phone please prefer probably
  property quote ready really right running seeking skip so sorry still stop sure tall thank thanks that thats
  that's the there they this time to today tomorrow tree trees trying unfortunately until up urgent us very
  wait want wanting was we week weekly weeks well what whatever when where which who why willing with
  wondering works would yeah year yep yes you your yourself number cell mobile lives live address street again
  anytime sometime soon tonight monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays
  thursdays fridays saturdays sundays morning afternoon evening first whats mi es hola gracias necesito quiero teléfono
  telefono número numero correo sí por favor`.split(/\s+/),
)

/** Returns up to four words before the first word that names do not contain; null if none is left. */
function leadingName(words: string, needsCapitals: boolean): string | null {
  const kept: string[] = []
  for (const raw of words.split(/\s+/)) {
    const word = raw.replace(/[.'’-]+$/, '')
    if (word === '' || NOT_NAMES.has(word.toLowerCase().replaceAll('’', "'"))) break
    const isInitial = /^\p{L}$/u.test(word)
    if (needsCapitals && !/^[\p{Lu}\p{Lo}]/u.test(word)) break
    kept.push(isInitial && raw.endsWith('.') ? `${word}.` : word)
    if (raw.endsWith('.') && !isInitial && word.length > 3) break
  }
  return kept.length > 0 ? kept.map(capitalized).join(' ') : null
}

/** Capitalizes `jane` and `JANE` as `Jane`; keeps mixed case such as `McKay`. */
function capitalized(word: string): string {
  const hasOneCase = word === word.toLowerCase() || (word.length > 2 && word === word.toUpperCase())
  if (!hasOneCase) return word
  return word.toLowerCase().replace(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => {
    return before + letter.toUpperCase()
  })
}

/**
 * Returns the visitor's name, or null. An introduction always counts; a bare name counts only if the agent asked for
 * it; if the name is known, only an unambiguous introduction counts. Pass the text with phone numbers, email
 * addresses, and street addresses masked.
 */
export function findName(text: string, wasAsked: boolean, isKnown: boolean): string | null {
  const explicit = EXPLICIT.exec(text)?.[1]
  const introduced = explicit && leadingName(explicit, false)
  if (introduced) return introduced

  const loose = isKnown && !wasAsked ? null : LOOSE.exec(text)?.[1]
  const named = loose && leadingName(loose, !wasAsked)
  if (named) return named

  if (!wasAsked) return null
  const signed = SIGNED.exec(text)?.[1]
  const answer = tidy(
    text.replace(/^\s*(?:(?:sure|yes|yeah|ok|okay|hi|hello|hey|of course|no problem)\b[\s,.!:-]*){1,3}/i, ''),
  )
  const firstClause = answer.split(/[,;!?\n(]/, 1)[0]?.trim() ?? ''
  const words = (BARE.exec(firstClause.replace(/\.$/, '')) ?? BEFORE_MORE.exec(firstClause))?.[1]
  return (words && leadingName(words, false)) || (signed && leadingName(signed, true)) || null
}
