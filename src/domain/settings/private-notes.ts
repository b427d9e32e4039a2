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

const isBare = (sentence: string) =>
  !/\d/.test(sentence) &&
  (POINTS.test(sentence) ||
    (sentence.toLowerCase().match(/[\p{L}'’]+/gu) ?? []).every((word) =>
      MARKER_WORDS.has(word.replace('’', "'")),
    ))

/**
 * Returns the sentences of one paragraph that visitors may read. A marker alone withholds the sentence before and all
 * after it, because it doesn't say how far it reaches.
 */
function publicOf(paragraph: string): string[] {
  const sentences = paragraph
    .split(/\n|(?<=[.!?;])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
  const kept: string[] = []
  for (const sentence of sentences) {
    if (!MARKED.test(sentence)) {
      kept.push(sentence)
      continue
    }
    if (!isBare(sentence) && !sentence.endsWith(':')) continue
    if (!sentence.endsWith(':')) kept.pop()
    break
  }
  return kept
}

/**
 * Returns an owner's text without the sentences that visitors must not read: costs, margins, how far a price can go
 * down, and everything that the owner says not to tell. Withholds a sentence if in doubt. Null if nothing is left.
 */
export function withoutPrivate(text: string | null | undefined): string | null {
  const paragraphs = (text ?? '').split(/\n[ \t]*\n/)
  const kept = paragraphs.map((paragraph) => publicOf(paragraph).join('\n')).filter((each) => each !== '')
  return kept.join('\n\n') || null
}
