import { chanceOf } from '../../agent/understand/likelihoods.ts'
import { describesWork } from '../../agent/work.ts'
import { type DescribedBusiness, distinct, type PageFacts } from './facts.ts'
import { isOfPlace } from './places.ts'

/** As many as an owner can read at a glance. */
const MOST = 12
const FEWEST = 2

/** What the agent takes for a request of work. */
const OF_WORK = ['work', 'add', 'ask_offer', 'ask_price', 'book']
const LEAST_WORK = 0.5
const MOST_WORDS = 4
const FEWEST_UNLABELED = 3

/** Matches the price after a service's name: `Weekly Mowing – from $45`. */
const PRICE = /\s*[-–—:|]\s*(?:(?:from|starting at|desde)\s+)?\$\s?\d.*$/i

/** Returns the names in a list that aren't places; none if most of them are. */
function withoutPlaces(names: readonly string[]): string[] {
  const others = names.filter((name) => !isOfPlace(name))
  return others.length * 2 > names.length ? others : []
}

/** Returns whether the agent recognizes a name as work. */
const isWork = (name: string) => describesWork(name) || chanceOf(name, OF_WORK) >= LEAST_WORK

const isMostlyWork = (names: readonly string[]) => names.filter(isWork).length * 2 >= names.length

/** Returns whether headings without a label are services: short, and work without exception. */
const isOnlyWork = (names: readonly string[]) =>
  names.length >= FEWEST_UNLABELED &&
  names.every((name) => name.split(' ').length <= MOST_WORDS && isWork(name))

/**
 * Returns the services by the website's own names, from the most certain source that names some: the catalog in
 * structured data, pages below that of the services, lists and headings with a label, other headings.
 */
export function servicesOf(pages: readonly PageFacts[], described: readonly DescribedBusiness[]): string[] {
  const labeled = pages.flatMap(({ services }) => [...services.labeled, ...services.headings])
  const others = pages.flatMap(({ services }) => services.others)
  const provided = described.flatMap((each) => each.provided)
  const longest = (lists: readonly string[][]) => lists.toSorted((a, b) => b.length - a.length)[0] ?? []
  const catalog = described.find(({ services }) => services.length > 0)?.services ?? []
  const links = new Map(
    pages
      .flatMap(({ services }) => services.links)
      .toReversed()
      .map(({ path, name }) => [path, name]),
  )
  const linked = withoutPlaces([...links.values()].toReversed())
  const sources = [
    // A page of one service may describe only a part of the catalog.
    linked.length > catalog.length ? linked : catalog,
    longest([...labeled.map(withoutPlaces).filter(isMostlyWork), withoutPlaces(provided)]),
    longest(others.map(withoutPlaces).filter(isOnlyWork)),
  ].map((names) => distinct(names.map((name) => name.replace(PRICE, ''))))
  const best = sources.find(({ length }) => length >= FEWEST) ?? sources.find(({ length }) => length > 0)
  return best?.slice(0, MOST) ?? []
}
