import { type Area, type DescribedBusiness, inOneLine, withoutWww } from './facts.ts'
import { describedWeek } from './hours.ts'

type Data = Readonly<Record<string, unknown>>

const MOST_LEVELS = 6
const MOST_NODES = 500
const MOST_LISTED = 200
const LONGEST = 500

/** Types that have contact details and aren't businesses. */
const OTHERS = new Set(['Person', 'Place', 'Service', 'Event', 'ContactPoint', 'PostalAddress'])
const OFFERING = ['hasOfferCatalog', 'makesOffer', 'availableService', 'itemListElement', 'itemOffered']

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).slice(0, MOST_LISTED)

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', apos: "'", nbsp: ' ' }

/** Returns a text without the character references that plugins leave in structured data: `Lawn &amp;amp; Tree`. */
const decoded = (text: string) =>
  text
    .replace(/&(?:amp;)+/g, '&')
    .replace(/&#(\d{2,5});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(quot|apos|nbsp);/g, (_, name) => ENTITIES[name] ?? '')

/** Returns a value as text; empty for other values, too long ones, and templates that nobody has filled in. */
function textOf(value: unknown): string {
  const [first] = listOf(value)
  if (typeof first !== 'string' && typeof first !== 'number') return ''
  const text = inOneLine(decoded(String(first)))
  return text.length > LONGEST || /[[\]{}<>]/.test(text) ? '' : text
}

const typesOf = (data: Data) => listOf(data['@type']).map((type) => String(type).split(/[/#:]/).at(-1) ?? '')

/**
 * Returns the values that lead from a page, a website, or a service to its business. Reviews and articles lead to
 * others.
 */
function leadingFrom(data: Data): unknown[] {
  const types = typesOf(data)
  const names = ['@graph']
  if (types.some((type) => /Page$|^WebSite$/.test(type))) names.push('mainEntity', 'about', 'publisher')
  if (types.includes('Service')) names.push('provider')
  return names.map((name) => data[name])
}

/** Returns the nodes that describe the page, its business, and its services. */
function nodesIn(scripts: readonly unknown[]): Data[] {
  const found = new Set<Data>()
  let level: unknown[] = [...scripts]
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const nodes = level.flatMap((each) => listOf(each)).filter(isData)
    const fresh = nodes.filter((node) => !found.has(node)).slice(0, MOST_NODES - found.size)
    for (const node of fresh) found.add(node)
    level = fresh.flatMap(leadingFrom)
  }
  return [...found]
}

/** Returns the node to which a reference (`{"@id": …}`) points, or the value itself. */
function resolved(value: unknown, byId: ReadonlyMap<unknown, Data>): unknown {
  return isData(value) && Object.keys(value).length === 1 ? (byId.get(value['@id']) ?? value) : value
}

const CONTACT = [
  'telephone',
  'address',
  'openingHours',
  'openingHoursSpecification',
  'areaServed',
  'email',
  'geo',
]

function isBusiness(data: Data): boolean {
  const types = typesOf(data)
  const isOrganization = types.some((type) => /(?:Organization|Business)$/.test(type))
  if (types.length === 0 || (!isOrganization && types.some((type) => OTHERS.has(type)))) return false
  return textOf(data.name) !== '' && (isOrganization || CONTACT.some((name) => data[name] !== undefined))
}

/** Returns an address in one line, and its town. */
function addressIn(value: unknown): Pick<DescribedBusiness, 'address' | 'town'> {
  const [first] = listOf(value)
  if (!isData(first)) return { address: textOf(first), town: '' }
  const [street, city, state, zip] = [
    first.streetAddress,
    first.addressLocality,
    first.addressRegion,
    first.postalCode,
  ].map(textOf)
  const region = [state, zip].filter(Boolean).join(' ')
  const town = city && region ? `${city}, ${region}` : ''
  if (!street || !/\d/.test(street)) return { address: '', town }
  // Some write the whole address as the street.
  const isWhole = Boolean(zip && street.includes(zip)) || Boolean(city && street.endsWith(city))
  return { address: isWhole ? street : [street, city, region].filter(Boolean).join(', '), town }
}

function areasIn(value: unknown, depth = 0): Area[] {
  if (depth > MOST_LEVELS) return []
  return listOf(value).flatMap((each): Area[] => {
    if (!isData(each)) return [{ name: textOf(each), isCity: false }]
    const name = textOf(each.name)
    return name ? [{ name, isCity: typesOf(each).includes('City') }] : areasIn(each.address, depth + 1)
  })
}

/** Returns the names of what a business offers, at any depth of its catalogs. */
function offersIn(data: Data, byId: ReadonlyMap<unknown, Data>, depth = 0): string[] {
  if (depth > MOST_LEVELS) return []
  return OFFERING.flatMap((name) => listOf(data[name])).flatMap((each): string[] => {
    const offer = resolved(each, byId)
    if (!isData(offer)) return [textOf(offer)]
    const inner = offersIn(offer, byId, depth + 1)
    return inner.length > 0 ? inner : [textOf(offer.name) || textOf(offer.serviceType)]
  })
}

/** Returns whether an address on the web is that of a host, or null if it is none. */
function isOf(host: string, written: unknown): boolean | null {
  const url = URL.parse(textOf(written))
  return url && /^https?:$/.test(url.protocol) ? withoutWww(url.host) === host : null
}

/**
 * Returns the businesses that the JSON-LD data of a page describes. `host` is that of the website, without `www.`. A
 * service of its own belongs to the business that provides it. Never throws, whatever the data.
 */
export function describedBusinesses(scripts: readonly unknown[], host: string): DescribedBusiness[] {
  const nodes = nodesIn(scripts)
  const byId = new Map(nodes.flatMap((node): [unknown, Data][] => (node['@id'] ? [[node['@id'], node]] : [])))
  const services = nodes
    .filter((node) => typesOf(node).includes('Service') && node.provider !== undefined)
    .map((node) => textOf(node.serviceType) || textOf(node.name))
  return nodes.filter(isBusiness).map((node) => {
    const get = (name: string) => resolved(node[name], byId)
    const contacts = listOf(get('contactPoint')).filter(isData)
    const phones = [node.telephone, ...contacts.map(({ telephone }) => telephone)].flatMap(listOf).map(textOf)
    return {
      name: textOf(node.name),
      isOwn: isOf(host, node.url) ?? isOf(host, node['@id']),
      phones: phones.filter(Boolean),
      email: textOf(node.email) || textOf(contacts[0]?.email),
      ...addressIn(
        get('address') ?? (isData(get('location')) ? (get('location') as Data).address : undefined),
      ),
      hours: describedWeek(node.openingHoursSpecification, node.openingHours),
      areas: [...areasIn(get('areaServed')), ...areasIn(get('serviceArea'))].filter(
        ({ name }) => name !== '',
      ),
      services: [...offersIn(node, byId), ...listOf(node.serviceType).map(textOf)]
        .filter(Boolean)
        .slice(0, MOST_LISTED),
      provided: services.filter(Boolean),
    }
  })
}

/** Returns the names of the websites that the data describes. */
export const describedSites = (scripts: readonly unknown[]): string[] =>
  nodesIn(scripts).flatMap((node) => (typesOf(node).includes('WebSite') ? textOf(node.name) || [] : []))
