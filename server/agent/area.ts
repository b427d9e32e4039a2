import { isCity, locate, toMiles, zipIn } from '../places/locate.ts'
import { distance, type Point } from '../places/search.ts'

/** The service area as the owner described it (section 3). */
export interface ServiceArea {
  type: string | null
  radius: number
  zipCodes: readonly string[]
  cities: readonly string[]
  description: string | null
  /** The center of the radius; null if the map does not know the address. */
  center: Point | null
  address: string | null
}

/** Whether an address is inside the area, certainly outside, or unknown. */
export type AreaVerdict = { kind: 'inside' | 'unknown' } | { kind: 'outside'; miles: number | null }

const INSIDE = { kind: 'inside' } as const
const UNKNOWN = { kind: 'unknown' } as const
const LONGEST_DESCRIPTION = 200
const MOST_NAMED = 5

const wordsOf = (text: string) =>
  ` ${text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

const UNIT = /^\s*(?:apartment|apt|unit|suite|ste|floor|lot)\b|#/i
const STATE_OR_ZIP = /\b[A-Z]{2}\b|\d{5}(?:-\d{4})?/g

/**
 * Returns the city that an address names unambiguously: the part after the street, if a state or ZIP code
 * follows or the gazetteer knows it. `Dublin` in `12 Elm St, Dublin, OH`; none in `12 Elm St, behind the
 * church`.
 */
export function cityIn(address: string): string | null {
  const [, ...parts] = address.split(',').filter((part) => !UNIT.test(part))
  const [first = ''] = parts
  const city = first.replace(STATE_OR_ZIP, '').trim()
  const isSure = (parts.join(' ').match(STATE_OR_ZIP) ?? []).length > 0 || isCity(city)
  return isSure && /\p{L}{2}/u.test(city) ? city : null
}

function byRadius({ radius, center, address: own }: ServiceArea, address: string): AreaVerdict {
  const from = center ? { point: center, withinMiles: 0 } : own ? locate(own) : null
  const to = locate(address)
  if (!from || !to) return UNKNOWN
  const miles = toMiles(distance(from.point, to.point))
  const doubt = from.withinMiles + to.withinMiles
  if (miles - doubt > radius) return { kind: 'outside', miles: Math.round(miles) }
  return miles + doubt <= radius ? INSIDE : UNKNOWN
}

/**
 * Compares an address with the service area. Returns `outside` only if that is certain; people decide about places
 * that the map does not know and areas described in words.
 */
export function judgeAddress(area: ServiceArea, address: string): AreaVerdict {
  switch (area.type) {
    case 'radius':
      return byRadius(area, address)
    case 'zipcodes': {
      const zip = zipIn(address)
      if (area.zipCodes.length === 0 || zip === null) return UNKNOWN
      return area.zipCodes.some((code) => code.trim().slice(0, 5) === zip)
        ? INSIDE
        : { kind: 'outside', miles: null }
    }
    case 'cities': {
      if (area.cities.length === 0) return UNKNOWN
      const words = wordsOf(address)
      if (area.cities.some((city) => words.includes(wordsOf(city.split(',', 1)[0] ?? city)))) return INSIDE
      return cityIn(address) ? { kind: 'outside', miles: null } : UNKNOWN
    }
    default:
      return UNKNOWN
  }
}

/** Describes the service area: `within 25 miles of Columbus`; null without a description. */
export function areaInWords(area: ServiceArea): string | null {
  const some = (names: readonly string[]) => {
    const shown = names.slice(0, MOST_NAMED).join(', ')
    return names.length > MOST_NAMED ? `${shown} and nearby` : shown
  }
  switch (area.type) {
    case 'radius':
      return `within ${area.radius} miles of our office`
    case 'zipcodes':
      return area.zipCodes.length > 0 ? `in the ZIP codes ${some(area.zipCodes)}` : null
    case 'cities':
      return area.cities.length > 0 ? `in ${some(area.cities)}` : null
    case 'custom': {
      const description = area.description?.replace(/\s+/g, ' ').trim() ?? ''
      return description && description.length <= LONGEST_DESCRIPTION ? description : null
    }
    default:
      return null
  }
}

/** What the agent tells the visitor about an address; can be empty. */
export function areaNotice(area: ServiceArea, verdict: AreaVerdict): string {
  const where = areaInWords(area)
  if (verdict.kind === 'outside') {
    const usual = where ? ` (we usually work ${where})` : ''
    return `That looks to be outside our service area${usual}. I'll still pass your request on, and the team will tell you whether they can come.`
  }
  if (area.type === 'custom' && where) {
    return `Our service area is: ${where.replace(/[.!]$/, '')}. The team will confirm that your address is in it.`
  }
  return ''
}

/** The owner's note about an address outside the area. */
export function areaNote(verdict: AreaVerdict): string | null {
  if (verdict.kind !== 'outside') return null
  return verdict.miles === null
    ? 'Outside the service area'
    : `Outside the service area: about ${verdict.miles} miles away`
}
