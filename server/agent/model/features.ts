import { hashOf } from '../risk/features.ts'
import { likenessOf } from '../understand/likelihoods.ts'
import { keywords, stem } from '../words/words.ts'

/** A sentence of an answer, the texts that it cites, and what the visitor wrote. */
export interface Claim {
  say: string
  cited: string
  visitor: string
}

const NEGATION =
  /\b(?:no|not|never|none|nothing|without|neither|nor|cannot|nunca|ni|sin|tampoco)\b|n['’]t\b/iu
const AFFIRMS = /^\W*(?:yes|yeah|yep|sure|absolutely|of course|certainly|definitely|s[ií]|claro)(?!\p{L})/iu
const DENIES = /^\W*(?:no|nope|unfortunately|sorry|lo siento)(?!\p{L})/iu
/** The number of words between a number and the word that it belongs to. */
const NEAR = 6

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}]/gu, '')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/\b(\d{1,2}):00\b/g, '$1')
    .match(/\p{L}[\p{L}'’]*|\d+(?:\.\d+)?/gu)
    ?.map(stem) ?? []

/** Returns the part of an FAQ after its question, which tells whether the answer is a yes. */
const answerOf = (text: string) => text.slice(text.lastIndexOf('?') + 1)

const polarityOf = (text: string) => (AFFIRMS.test(text) ? 'yes' : DENIES.test(text) ? 'no' : 'none')

/** The most words between two words of the source that belong together. */
const TOGETHER = 8

/** Returns how many neighboring words of `say` stand far from each other in `cited`, though both occur there. */
function scattered(
  say: readonly string[],
  cited: readonly string[],
  isContent: (word: string) => boolean,
): number {
  const places = Map.groupBy(cited.keys(), (at) => cited[at] ?? '')
  const known = say.filter((word) => (isContent(word) || /\d/.test(word)) && places.has(word))
  return known.filter((word, at) => {
    const next = known[at + 1]
    if (next === undefined || next === word) return false
    const near = (places.get(word) ?? []).some((a) =>
      (places.get(next) ?? []).some((b) => Math.abs(a - b) <= TOGETHER),
    )
    return !near
  }).length
}

/** Returns how many of the numbers in `say` stand beside other words than in `cited`. */
function misplaced(say: readonly string[], cited: readonly string[]): number {
  const content = (words: readonly string[], at: number) =>
    words.slice(Math.max(0, at - NEAR), at + NEAR + 1).filter((word) => !/\d/.test(word) && word.length > 3)
  return say.filter((word, at) => {
    if (!/\d/.test(word)) return false
    const own = content(say, at)
    const places = cited.flatMap((each, place) => (each === word ? [content(cited, place)] : []))
    return places.length > 0 && !places.some((place) => own.some((each) => place.includes(each)))
  }).length
}

const bin = (count: number) => String(Math.min(count, 5))
const share = (part: number, all: number) => String(all === 0 ? 0 : Math.ceil((5 * part) / all))

/** The bounds of how alike a word is to the nearest one of the source. */
const LIKE = [-1, 0.4, 0.6, 0.75, Number.POSITIVE_INFINITY] as const

/** Returns how near the words that the source lacks are to its own, and the sentence to the source. */
function likenesses(
  say: string,
  cited: string,
  content: readonly string[],
  own: ReadonlySet<string>,
): string[] {
  const missing = content.filter((word) => !own.has(word))
  const near = missing.map((word) => Math.max(0, ...[...own].map((each) => likenessOf(word, each))))
  const counts = LIKE.slice(1).map((bound, at) => {
    const count = near.filter((each) => each >= (LIKE[at] ?? 0) && each < bound).length
    return `like ${at} ${bin(count)}`
  })
  const lacking = near.reduce((sum, each) => sum + 1 - each, 0)
  const covered = content.length - missing.length
  return [
    ...counts,
    `least ${Math.round(8 * Math.min(1, ...near))}`,
    `lacking ${Math.min(12, Math.round(3 * lacking))}`,
    `answer ${Math.round(10 * likenessOf(say, answerOf(cited)))}`,
    `source ${Math.round(10 * likenessOf(say, cited))}`,
    `covered ${bin(covered)} ${bin(content.length)}`,
    `covered share ${content.length > 0 ? Math.round((5 * covered) / content.length) : 5}`,
  ]
}

/** Returns what a sentence says beyond the texts that it cites, as hashes of features. Linear in time. */
export function featuresOfClaim({ say, cited, visitor }: Claim): number[] {
  const said = wordsOf(say)
  const source = wordsOf(cited)
  const own = new Set(source)
  const asked = new Set(wordsOf(visitor))
  const content = keywords(say)
  const isContent = (word: string) => content.has(word)
  const uncovered = said.map((word) => !own.has(word))
  const foreign = said.filter((_, at) => uncovered[at])
  const strange = foreign.filter((word) => !asked.has(word))
  const found = new Set<string>()
  for (const [at, word] of said.entries()) {
    if (!uncovered[at]) continue
    found.add(asked.has(word) ? `v ${word}` : `u ${word}`)
    found.add(`b ${said[at - 1] ?? '^'} ${word}`)
    found.add(`b ${word} ${said[at + 1] ?? '$'}`)
    if (uncovered[at + 1]) found.add(`p ${word} ${said[at + 1]}`)
  }
  const strangeContent = strange.filter(isContent).length
  const echoed = foreign.filter((word) => asked.has(word) && isContent(word)).length
  const numbers = foreign.filter((word) => /\d/.test(word)).length
  const negated = `${NEGATION.test(say)} ${NEGATION.test(answerOf(cited))}`
  const polarity = `${polarityOf(say)} ${polarityOf(answerOf(cited))}`
  for (const feature of [
    `strange ${bin(strangeContent)}`,
    `share ${share(strangeContent, content.size)}`,
    `echoed ${bin(echoed)}`,
    `words ${bin(strange.length)}`,
    `wordshare ${share(strange.length, said.length)}`,
    `numbers ${bin(numbers)}`,
    `misplaced ${bin(misplaced(said, source))}`,
    `scattered ${bin(scattered(said, source, isContent))}`,
    `negated ${negated}`,
    `polarity ${polarity}`,
    `length ${bin(Math.floor(said.length / 5))}`,
    `strange ${bin(strangeContent)} length ${bin(Math.floor(said.length / 5))}`,
    `strange ${bin(strangeContent)} echoed ${bin(echoed)}`,
    ...likenesses(
      say,
      cited,
      [...content].filter((word) => !/\d/.test(word)),
      keywords(cited),
    ),
  ])
    found.add(feature)
  return [...found].map(hashOf)
}
