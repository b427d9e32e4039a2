import { readClassifier } from '../risk/classifier.ts'
import type { Source } from '../sources.ts'
import { likenessOf } from '../understand/likelihoods.ts'
import { keywords } from '../words/words.ts'
import { featuresOfMatch } from './features.ts'

const { scoresOf } = readClassifier(new URL('./relevance.json', import.meta.url), featuresOfMatch)

/** The least scores at which a source is on the subject of a question, and at which it answers it. */
const ON_SUBJECT = -0.9
const ANSWERS = 2.2
/** How much worse than the best text another can fit and still be on the subject. */
const MUCH_WORSE = 1.5
/** How many sources that share no word with a question are compared with it. */
const MOST_ALIKE = 20
const LONGEST = 500

const scoreOf = (asked: string, source: string) =>
  scoresOf({ asked, source }).relevant ?? Number.NEGATIVE_INFINITY

/** Returns whether a text is on the subject of a question, as learned from the examples (`npm run train`). */
export const isOnSubject = (asked: string, { text }: Source): boolean =>
  scoreOf(asked.slice(0, LONGEST), text.slice(0, LONGEST)) >= ON_SUBJECT

/** The least score at which something that a visitor has said answers an owner's question. */
const TELLS = 0.4
/** Matches the possible answers in a question: `Do you own or rent?`, `What type (furnace, heat pump)?` */
const CHOICES = /[\p{L}-]+,? (?:or|o) (?:(?:an?|the|una?) )?[\p{L}-]+|\([^)]*\)/giu

/** Returns whether a visitor's words answer a question: `the boiler is from 2004`, `How old is it?` */
export function tells(said: string, question: string): boolean {
  const named = keywords(question.match(CHOICES)?.join(' ') ?? '')
  return (
    [...keywords(said)].some((word) => named.has(word)) || scoreOf(question.slice(0, LONGEST), said) >= TELLS
  )
}

/** Returns the texts on the subject of a question, the fittest first, without those that fit much worse. */
export function onSubject(texts: readonly string[], question: string): string[] {
  const scored = texts
    .map((text) => ({ text, score: scoreOf(question.slice(0, LONGEST), text.slice(0, LONGEST)) }))
    .toSorted((a, b) => b.score - a.score)
  const best = scored[0]?.score ?? 0
  return scored
    .filter(({ score }) => score >= Math.max(ON_SUBJECT, best - MUCH_WORSE))
    .map(({ text }) => text)
}

/** Returns the source that fits a question best, and whether it answers it; null if none is on its subject. */
export function search(
  sources: readonly Source[],
  question: string,
): { source: Source; isAnswer: boolean } | null {
  const asked = question.slice(0, LONGEST)
  const words = keywords(asked)
  const texts = sources.map((source) => ({ source, text: source.text.slice(0, LONGEST) }))
  const sharing = texts.filter(({ text }) => [...keywords(text)].some((word) => words.has(word)))
  const alike = texts
    .filter((each) => !sharing.includes(each))
    .map((each) => ({ ...each, likeness: likenessOf(asked, each.text) }))
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MOST_ALIKE)
  const [best] = [...sharing, ...alike]
    .map(({ source, text }) => ({ source, score: scoreOf(asked, text) }))
    .toSorted((a, b) => b.score - a.score)
  if (!best || best.score < ON_SUBJECT) return null
  return { source: best.source, isAnswer: best.score >= ANSWERS }
}
