import type { BusinessDay } from '../../../src/contract/profile.ts'

/** A line of a page's visible text. `isFrame` says that it is in the header, the footer, or an `address` element. */
export interface Line {
  text: string
  isFrame: boolean
}

/** An area that a business serves. `isCity` says that the website calls it a city. */
export interface Area {
  name: string
  isCity: boolean
}

/** A business that a page describes in schema.org's vocabulary. */
export interface DescribedBusiness {
  name: string
  /** Whether its address on the web is this website; null if it has none. */
  isOwn: boolean | null
  phones: string[]
  email: string
  /** In one line; empty without a street. */
  address: string
  /** The town with its state or ZIP code. */
  town: string
  hours: BusinessDay[] | null
  areas: Area[]
  /** What its catalogs offer. */
  services: string[]
  /** The services of the page that name it as their provider. */
  provided: string[]
}

/** Lists of names that can be those of services, the most certain source first. */
export interface ServiceLists {
  /** Names of the pages below the page of the services. */
  links: { path: string; name: string }[]
  /** Lists below a label such as `Our Services`, in menus and footers. */
  labeled: string[][]
  /** Headings of the same kind next to each other, on the page or in the section of the services. */
  headings: string[][]
  /** Other headings of the same kind next to each other. */
  others: string[][]
}

/** What one page says about the business, before the pages are compared. All texts are plain, short, and bounded. */
export interface PageFacts {
  /** The website's name in the page's metadata, most certain first. */
  names: string[]
  title: string
  /** The alternative text of the image that links to the start page. */
  logo: string
  businesses: DescribedBusiness[]
  lines: Line[]
  phones: Line[]
  emails: Line[]
  colors: string[]
  services: ServiceLists
}

export const NO_FACTS: PageFacts = {
  names: [],
  title: '',
  logo: '',
  businesses: [],
  lines: [],
  phones: [],
  emails: [],
  colors: [],
  services: { links: [], labeled: [], headings: [], others: [] },
}

/** Returns a text in one line, without control characters and characters of icon fonts. */
export const inOneLine = (text: string | null | undefined) =>
  (text ?? '')
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Returns texts without those that differ only in case, in order. */
export function distinct(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const text of texts) {
    const key = text.toLowerCase()
    if (!byKey.has(key)) byKey.set(key, text)
  }
  return [...byKey.values()]
}

/** Returns values with how often each occurs, the most frequent first, then in order. */
export function byFrequency<Value>(
  values: readonly Value[],
  keyOf = (value: Value) => String(value),
): Value[] {
  const groups = Map.groupBy(values, keyOf)
  return [...groups.values()].toSorted((a, b) => b.length - a.length).flatMap(([first]) => first ?? [])
}

export const withoutWww = (host: string) => host.replace(/^www\./, '')
