export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about all am an and any anyone are as at be been by can could did do does doing for from get give guys had has
  have he hello her here hey hi his how i if i'd i'll i'm i've in into is it it's its just know let like me
  might my need of on or our please should so some someone tell thank thanks that the their them then there
  these they this those to up us want was we were what what's when where which who why will with would you
  your yours`.split(/\s+/),
)

/** Removes common English endings from a word, so that `mowing` and `mowed` match `mow`. */
export function stem(word: string): string {
  const base = word.replace(/['’]s$/, '')
  if (base.length > 5 && base.endsWith('ing')) return undouble(base.slice(0, -3))
  if (base.length > 4 && base.endsWith('ies')) return `${base.slice(0, -3)}y`
  if (base.length > 4 && base.endsWith('ed')) return undouble(base.slice(0, -2))
  if (base.length > 4 && /(?:s|x|z|ch|sh)es$/.test(base)) return base.slice(0, -2)
  if (base.length > 3 && base.endsWith('s') && !base.endsWith('ss')) return bare(base.slice(0, -1))
  return bare(base)
}

const bare = (word: string) => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
const undouble = (word: string) => bare(word.replace(/([bdgmnprt])\1$/, '$1'))

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}'’]{0,39}/gu) ?? []

/** Returns the stems of a text in order, including stop words. */
export const stems = (text: string) => wordsOf(text).map(stem)

/** Returns the distinct stems of a text, without stop words. */
export const keywords = (text: string): Set<string> =>
  new Set(
    wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word.replaceAll('’', "'")))
      .map(stem),
  )

/** Matches the ends of sentences, but not of `2 p.m.`. */
const BREAK = /(?<=[.!?;])(?<!\b[ap]\.m\.)\s+|,?\s+(?=¿)/i

/** Returns the sentences of a message. */
export const sentencesIn = (text: string): string[] => text.split(BREAK)
