import { LIMITS } from '../../../src/contract/limits.ts'
import type { WebsiteBusiness } from '../../../src/contract/website-reading.ts'
import { emailOf, phoneOf } from './contacts.ts'
import { type DescribedBusiness, distinct, type PageFacts } from './facts.ts'
import { bestWeek, schedulesIn } from './hours.ts'
import { nameOf } from './name.ts'
import { addressOf, citiesOf } from './places.ts'
import { servicesOf } from './services.ts'

const key = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
const isAlike = (a: string, b: string) => a.includes(b) || b.includes(a)

/** Returns how much a description says. */
const detail = ({ phones, email, address, town, hours, areas, services }: DescribedBusiness) =>
  [phones[0], email, address, town, hours, areas[0], services[0]].filter(Boolean).length

/** Returns the descriptions of the website's own business, the most certain first. */
function ownBusinesses(pages: readonly PageFacts[]): DescribedBusiness[] {
  const trust = ({ isOwn }: DescribedBusiness) => (isOwn === null ? 1 : isOwn ? 0 : 2)
  const all = pages.flatMap(({ businesses }) => businesses)
  const [first, ...others] = all.toSorted((a, b) => trust(a) - trust(b) || detail(b) - detail(a))
  if (!first) return []
  return [first, ...others.filter(({ name }) => isAlike(key(name), key(first.name)))]
}

/** Returns the week of the first description with hours, or else that in the text. */
const hoursOf = (pages: readonly PageFacts[], described: readonly DescribedBusiness[]) =>
  described.find(({ hours }) => hours !== null)?.hours ??
  bestWeek(pages.flatMap(({ lines }) => schedulesIn(lines.map(({ text }) => text))))

/**
 * Returns what the pages of a website say about its business. Structured data counts most, then what headers and footers
 * say, then what most pages say. The first page is the one that the owner named.
 */
export function businessOf(pages: readonly PageFacts[], host: string): WebsiteBusiness {
  const described = ownBusinesses(pages)
  const address = addressOf(pages, described)
  const fitting = (texts: readonly string[]) => distinct(texts.filter(({ length }) => length <= LIMITS.line))
  return {
    name: nameOf(
      pages,
      described.map(({ name }) => name),
      host,
    ),
    phone: phoneOf(pages, described),
    email: emailOf(pages, described, host),
    address,
    hours: hoursOf(pages, described),
    services: fitting(servicesOf(pages, described)),
    cities: fitting(citiesOf(pages, described, address)),
    colors: [...new Set(pages.flatMap(({ colors }) => colors))].slice(0, 4),
  }
}
