import { keywords } from '../words/words.ts'
import { readIntents } from './intents.ts'
import { chanceOf, likenessOf } from './likelihoods.ts'

const { likelihoodsOf: tradesOf } = readIntents(new URL('./trades.json', import.meta.url))

/** The intents of texts that may describe work. */
const OF_WORK = ['work', 'add', 'ask_offer', 'ask_price', 'book']
/** Those of bare words for work: `pergola`. */
const IN_ANSWER = [...OF_WORK, 'fact', 'ask_materials', 'ask_equipment', 'ask_advice', 'ask_debris']
/** The least probabilities that a text describes work, and that it is that of a service. */
const LEAST_WORK = 0.7
const LEAST_SERVICE = 0.85
const LEAST_IN_ANSWER = 0.85
/** The least probability at which the name of a service stands for a trade. */
const LEAST_TRADE = 0.2

const remembered = new Map<string, readonly string[]>()
const MOST_REMEMBERED = 1_000

/** Returns the trades that the name of a service stands for. */
function tradesOfService(service: string): readonly string[] {
  const known = remembered.get(service)
  if (known) return known
  const trades = [...tradesOf(service)].flatMap(([trade, chance]) => (chance >= LEAST_TRADE ? trade : []))
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(service, trades)
  return trades
}

/** The difference in probability at which services of one trade are equally likely, so that their names decide. */
const ALIKE = 0.05

/** Returns the services with the probability that they do the work that a text describes, the likeliest first. */
function ranked(text: string, services: readonly string[]) {
  const trades = tradesOf(text)
  return services
    .map((service) => ({
      service,
      chance: tradesOfService(service).reduce((sum, trade) => sum + (trades.get(trade) ?? 0), 0),
      likeness: likenessOf(text, service),
    }))
    .toSorted((a, b) =>
      Math.abs(b.chance - a.chance) > ALIKE ? b.chance - a.chance : b.likeness - a.likeness,
    )
}

/**
 * Returns the service that does the work that a text describes in any words, or null if that isn't clear. `isAnswer`
 * says that the text is a short answer to the question about the work.
 */
export function serviceFor(text: string, services: readonly string[], isAnswer = false): string | null {
  const sentences = [text, ...text.split(/[.!?;\n]+/)].filter(
    (each) => keywords(each).size > 0 && chanceOf(each.trim(), isAnswer ? IN_ANSWER : OF_WORK) >= LEAST_WORK,
  )
  const [best] = sentences
    .flatMap((sentence) => ranked(sentence.trim(), services).slice(0, 1))
    .toSorted((a, b) => b.chance - a.chance)
  if (best && best.chance >= (isAnswer ? LEAST_IN_ANSWER : LEAST_SERVICE)) return best.service
  if (chanceOf(text.trim(), OF_WORK) < LEAST_WORK) return null
  const possible = ranked(text, services).filter(({ chance }) => chance >= LEAST_POSSIBLE)
  return closestService(
    text,
    possible.map(({ service }) => service),
  )
}

/** The least likeness of a text and a service's name, and its lead over the next one, at which the service is meant. */
const LEAST_LIKE = 0.5
const LEAST_LEAD = 0.08

/** Returns the service whose name is used most like a text: Rodent Control for rats in the attic. */
function closestService(text: string, services: readonly string[]): string | null {
  const [best, next] = services
    .map((service) => ({ service, likeness: likenessOf(text, service) }))
    .toSorted((a, b) => b.likeness - a.likeness)
  const isClear = best && best.likeness >= LEAST_LIKE && best.likeness - (next?.likeness ?? 0) >= LEAST_LEAD
  return isClear ? best.service : null
}

/** The least probability of a trade, and the most of all services, at which the work is in none of them. */
const LEAST_FOREIGN = 0.6
const MOST_OFFERED = 0.15

/** Returns whether a text is clearly about work that none of the services does. */
export function isOtherTrade(text: string, services: readonly string[]): boolean {
  const most = Math.max(...tradesOf(text).values())
  return most >= LEAST_FOREIGN && (ranked(text, services)[0]?.chance ?? 1) <= MOST_OFFERED
}

/** The least probability at which a service may do the work. */
const LEAST_POSSIBLE = 0.3

/** Returns whether one of the services does the work that a text describes, with at least some probability. */
export const mayBeOffered = (
  text: string,
  services: readonly string[],
  least: number = LEAST_POSSIBLE,
): boolean => (ranked(text, services)[0]?.chance ?? 0) >= least
