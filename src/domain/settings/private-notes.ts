import type { Profile } from '../../contract/profile.ts'

/** Matches words of notes that aren't meant for visitors, in English and Spanish. */
const MARKED = new RegExp(
  [
    "\\b(?:internal(?:ly)?|confidential(?:ly)?|private(?:ly)?|secrets?|off the record|hush|between (?:us|you and me)|in[- ]house only|(?:staff|team|office|crew|management|owner) only|for (?:the |our )?(?:staff|team|office|crew|agent|management)(?: only|[’']s eyes)?\\b(?=\\W*(?:$|[:.!-]|only))|not (?:for (?:customers|clients|visitors|the public)|public)|n\\.?d\\.?a\\.?)\\b",
    "\\b(?:margins?|markups?|mark(?:ed)? up|profits?|our (?:real |actual |own )?costs?|break[- ]?even|bottom[- ]line|rock[- ]bottom|walk[- ]?away|(?:price|absolute) floor|floor (?:price|is)|negotia\\w*|haggl\\w*|wiggle room|room to|willing to|(?:can|could|will|may|might) (?:go|come|drop|knock)\\b.{0,20}\\b(?:down|low(?:er)?|off)|(?:don[’']t|do not|never) go (?:below|under|lower)|lowest\\b.{0,20}\\b(?:we|i|you)\\b|(?:up to|as much as) \\d+ ?(?:%|percent|dollars)\\b.{0,20}\\boff|\\d+ ?(?:%|percent) off)\\b",
    "\\b(?:only )?(?:if|when|unless|until) (?:they|he|she|someone|somebody|anyone|a customer|customers|the customer|clients?|people|you[’']re|pressed|pushed|asked)\\b.{0,15}\\b(?:ask|asks|asked|push|pushes|pushed|press|pressed|haggles?|insists?|complains?|hesitates?|balks?|threatens?|walks?)\\b|\\b(?:if|when|unless|only when) (?:asked|pressed|pushed)\\b",
    "\\b(?:do not|don[’']?t|never|not|no|avoid|without|stop|can[’']?t|cannot|shouldn[’']?t|must ?n[’o]?t|nobody|no one|keep\\b.{0,20}\\bfrom)\\b.{0,25}\\b(?:tell\\w*|shar\\w*|mention\\w*|say\\w*|quot\\w*|show\\w*|reveal\\w*|disclos\\w*|advertis\\w*|offer\\w*|discuss\\w*|volunteer\\w*|publish\\w*|admit\\w*|let (?:them|customers|clients|on)|give (?:it |this |that )?(?:out|away)|bring\\w* (?:it |this |that )?up|know\\w*|hear\\w*|see\\w*|find out)\\b",
    '\\bkeep (?:this|it|that|these) (?:quiet|to (?:yourself|ourselves)|secret|between)\\b|\\b(?:we|i) (?:really |actually )?(?:pay|overcharge|undercharge|lose)\\b|\\bpays? (?:us|me) (?:only |just )?\\$|\\bbad payers?\\b|\\bblack ?list\\w*|\\bdifficult (?:customers?|clients?)\\b',
    '(?<!\\p{L})(?:intern[oa]s?|confidencial(?:es)?|privad[oa]s?|secret[oa]s?|entre nosotros|margen(?:es)?|ganancias?|nuestro costo|negoci\\p{L}+|regate\\p{L}+|(?:podemos|puede|puedes|se puede) (?:bajar|rebajar|descontar)|s[oó]lo si (?:preguntan?|insisten?|piden?)|(?:no|nunca|jam[aá]s|sin)(?: \\p{L}+){0,3} (?:dig\\p{L}+|deci\\p{L}+|decir\\p{L}*|mencion\\p{L}+|compart\\p{L}+|revel\\p{L}+|ofre\\p{L}+|muestr\\p{L}+|mostr\\p{L}+|publi\\p{L}+|sep\\p{L}+))(?!\\p{L})',
  ].join('|'),
  'iu',
)

/** Matches a marker that is about its neighbors: `Internal:`, `Don't share this.`, `For staff only`. */
const POINTS =
  /\b(?:this|it|these|those|above|below|following)\b|\bthat\W*$|(?<!\p{L})(?:esto|eso|lo siguiente)(?!\p{L})/iu
/** The words of a marker that says nothing itself. */
const MARKER_WORDS = new Set(
  `do don't dont not never no tell share mention say show quote with to customer customers client clients visitor
  visitors the public anyone anybody nobody internal internally only confidential private secret for staff team office
  crew management our owner note notes info information please keep quiet hush use just in house off record between us
  interno internos interna confidencial privado secreto para el equipo solo sólo nota notas los clientes cliente a al con
  decir digas digan compartir compartan mencionar nunca entre nosotros`.split(/\s+/),
)

/** Matches the number of a list item, which is part of its sentence. */
const NUMBER = /^\d{1,3}\.$/
const LISTED = /^\d{1,3}\.\s+/
const BLANK_LINE = /\n[ \t]*\n/

const isBare = (sentence: string) =>
  !/\d/.test(sentence) &&
  (POINTS.test(sentence) ||
    (sentence.toLowerCase().match(/[\p{L}'’]+/gu) ?? []).every((word) =>
      MARKER_WORDS.has(word.replace('’', "'")),
    ))

interface Sentence {
  text: string
  /** The white space that follows. */
  gap: string
}

/** Divides a text into sentences. A line break ends a sentence. */
function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  for (const { 0: gap, index } of text.matchAll(/\s+|$/g)) {
    const sentence = text.slice(from, index)
    const isEnd =
      gap.includes('\n') ||
      index + gap.length === text.length ||
      ('.!?;'.includes(text[index - 1] ?? '.') && !NUMBER.test(sentence))
    if (!isEnd) continue
    if (sentence !== '') sentences.push({ text: sentence, gap })
    from = index + gap.length
  }
  return sentences
}

/** Returns the paragraphs of a text, each with its sentences. */
function paragraphsOf(text: string): Sentence[][] {
  const paragraphs: Sentence[][] = [[]]
  for (const sentence of sentencesOf(text)) {
    paragraphs.at(-1)?.push(sentence)
    if (BLANK_LINE.test(sentence.gap)) paragraphs.push([])
  }
  return paragraphs.filter(({ length }) => length > 0)
}

/**
 * Returns the sentences of one paragraph that visitors may read. A marker alone withholds the sentence before and all
 * after it, because it doesn't say how far it reaches.
 */
function publicOf(paragraph: readonly Sentence[]): Sentence[] {
  const kept: Sentence[] = []
  for (const sentence of paragraph) {
    const text = sentence.text.replace(LISTED, '')
    if (!MARKED.test(text)) {
      kept.push(sentence)
      continue
    }
    if (!isBare(text) && !text.endsWith(':')) continue
    if (!text.endsWith(':')) kept.pop()
    break
  }
  return kept
}

/**
 * Returns an owner's text without the sentences that visitors must not read: costs, margins, how far a price can go
 * down, and everything that the owner says not to tell. Withholds a sentence if in doubt. Null if nothing is left.
 */
export function withoutPrivate(text: string | null | undefined): string | null {
  const kept = paragraphsOf(text ?? '').map((paragraph) =>
    publicOf(paragraph)
      .map((each) => each.text)
      .join('\n'),
  )
  return kept.filter((each) => each !== '').join('\n\n') || null
}

/** The fields that the agent knows without their private sentences. */
export const SCREENED_FIELDS = [
  'prompt_summary',
  'services_description',
  'pricing_notes',
] as const satisfies readonly (keyof Profile)[]

export type ScreenedField = (typeof SCREENED_FIELDS)[number]

/** Returns what the agent and visitors may know of a profile. */
export function publicProfile({ private_notes: _, ...profile }: Profile): Omit<Profile, 'private_notes'> {
  const screened = SCREENED_FIELDS.map((field) => [field, withoutPrivate(profile[field])])
  return { ...profile, ...Object.fromEntries(screened) }
}

/** An owner's text, divided into what visitors may read and the rest. */
export interface SplitText {
  /** The text without its private sentences, otherwise unchanged. */
  left: string
  /** The sentences that {@link withoutPrivate} withholds. */
  taken: readonly string[]
}

export function splitPrivate(text: string): SplitText {
  const paragraphs = paragraphsOf(text)
  const kept = new Set(paragraphs.flatMap(publicOf))
  const taken = paragraphs.flat().filter((sentence) => !kept.has(sentence))
  if (taken.length === 0) return { left: text, taken: [] }
  let left = ''
  let gap = ''
  for (const sentence of paragraphs.flat()) {
    if (kept.has(sentence)) {
      left += left === '' ? sentence.text : gap + sentence.text
      gap = sentence.gap
    } else gap = wider(gap, sentence.gap)
  }
  return { left, taken: taken.map((sentence) => sentence.text) }
}

/** Returns the white space that separates more. */
const wider = (a: string, b: string) =>
  [BLANK_LINE, /\n/].some((breaks) => breaks.test(b) && !breaks.test(a)) ? b : a

/** Returns private notes with sentences added as a paragraph at the end. */
export function withSentences(notes: string | null | undefined, sentences: readonly string[]): string {
  return [notes?.trimEnd(), sentences.join('\n')].filter(Boolean).join('\n\n')
}

/** Returns private notes without the paragraph that {@link withSentences} added; unchanged if it has been edited. */
export function withoutSentences(notes: string, sentences: readonly string[]): string {
  const paragraph = sentences.join('\n')
  const at = `\n${notes}\n`.lastIndexOf(`\n${paragraph}\n`)
  if (at === -1) return notes
  const around = [notes.slice(0, at).trimEnd(), notes.slice(at + paragraph.length).trimStart()]
  return around.filter(Boolean).join('\n\n')
}
