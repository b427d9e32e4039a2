import type { Language } from '../base/catalogue.ts'
import {
  isCity,
  METROPOLIS,
  type Mention,
  milesBetween,
  type Place,
  placesIn,
  plain,
  pointOf,
  zipIn,
  zipPlace,
  zipsOf,
} from '../places/locate.ts'
import { type Point, tables } from '../places/tables.ts'
import { isInEnglish } from './quotes.ts'
import { sayArea } from './texts/area.ts'

/** The service area as the owner described it (section 3). */
export interface ServiceArea {
  type: string | null
  radius: number
  zipCodes: readonly string[]
  cities: readonly string[]
  description: string | null
  /** The center of the radius; null if the map doesn't know the address. */
  center: Point | null
  address: string | null
}

/** Whether an address is inside the area, definitely outside it, or unknown. */
export type AreaVerdict = { kind: 'inside' | 'unknown' } | { kind: 'outside'; miles: number | null }

const INSIDE = { kind: 'inside' } as const
const OUTSIDE = { kind: 'outside', miles: null } as const
const UNKNOWN = { kind: 'unknown' } as const
const LONGEST_DESCRIPTION = 200
const MOST_NAMED = 5

const NEARBY_MILES = 60
/** The table lists one city per ZIP code, although neighboring cities may share it. */
const NEIGHBORS_MILES = 15

/** Matches `Dublin, OH`, `Dublin, Ohio`, and `Dublin OH`. */
const CITY_AND_STATE = /^([^,]+)(?:,| (?=[A-Z]{2}$))(.*)$/

const UNIT = /^\s*(?:apartment|apt|unit|suite|ste|floor|lot)\b|#/i
const STATE_OR_ZIP = /\b[A-Z]{2}\b|\d{5}(?:-\d{4})?/g
const EXCEPT = /\b(?:not|no|except|outside|excluding|but)\b|n['’]t\b/i

/**
 * Returns the city that an address names unambiguously: the part after the street, if a state or ZIP code follows or a
 * city has that name. `12 Elm St, Dublin, OH` names `Dublin`; `12 Elm St, behind the church` names none.
 */
export function cityIn(address: string): string | null {
  const [, ...parts] = address.split(',').filter((part) => !UNIT.test(part))
  const [first = ''] = parts
  const city = first.replace(STATE_OR_ZIP, '').trim()
  const isSure = (parts.join(' ').match(STATE_OR_ZIP) ?? []).length > 0 || isCity(city)
  return isSure && /\p{L}{2}/u.test(city) ? city : null
}

/** Returns the location of the business or of its first ZIP code; null if unknown. */
export function homeOf({ center, address, zipCodes }: ServiceArea): Point | null {
  return center ?? pointOf(address ?? '') ?? zipPlace(zipCodes[0]?.trim().slice(0, 5) ?? '')
}

/** The distance beyond which people don't name a town without its state, unless it is a known city. */
const REGION_MILES = 150
/** The people of a city that is known in its region, and of one that is known everywhere. */
const KNOWN_NEARBY = 20_000
const KNOWN_AFAR = 50_000

/** Returns the places whose names continue this one: `Grandview Heights` for `Grandview`. */
function longerNames(places: readonly Place[]): Place[] {
  const [name, ...others] = new Set(places.map((place) => plain(place.name)))
  if (!name || others.length > 0) return []
  return [...tables().cities].flatMap(([longer, named]) => (longer.startsWith(`${name} `) ? named : []))
}

/**
 * Returns the places that a name can refer to: the nearby one of that name, or else the known cities. A name that
 * several small places share, all of them distant, may be that of a neighborhood, so that it refers to none of them.
 */
function meant({ places, hasState }: Mention, home: Point, radius: number): readonly Place[] {
  const miles = (place: Place) => milesBetween(home, place)
  const nearest = (all: readonly Place[], isMeant: (place: Place) => boolean) =>
    all.filter(isMeant).toSorted((one, other) => miles(one) - miles(other))
  const isNear = (place: Place) => miles(place) <= Math.max(NEARBY_MILES, radius)
  const exact = nearest(places, isNear)
  const near = exact.length > 0 || hasState ? exact : nearest(longerNames(places), isNear)
  const [first] = near
  // Near a business in Ohio, `Ohio` means many places.
  const isOneName = new Set(near.map(({ name }) => name)).size === 1
  const isShadowed = places.some(({ people }) => people > METROPOLIS && people > 20 * (first?.people ?? 0))
  if (first && isOneName && (!isShadowed || first.people > METROPOLIS)) return [first]
  if (exact.length > 0 || hasState) return places
  return nearest(places, (place) =>
    miles(place) > REGION_MILES
      ? place.people >= KNOWN_AFAR
      : places.length === 1 || place.people >= KNOWN_NEARBY,
  )
}

/** Returns the verdict that all of them share, or unknown. */
function agreed(verdicts: readonly AreaVerdict[]): AreaVerdict {
  const [first = UNKNOWN] = verdicts
  return verdicts.every(({ kind }) => kind === first.kind) ? first : UNKNOWN
}

function judgeByRadius({ radius }: ServiceArea, home: Point | null, place: Place): AreaVerdict {
  if (!home) return UNKNOWN
  const miles = milesBetween(home, place)
  if (miles - place.reach > radius) return { kind: 'outside', miles: Math.round(miles) }
  return miles + place.reach <= radius ? INSIDE : UNKNOWN
}

function judgeByZips({ zipCodes }: ServiceArea, place: Place, zip: string | null): AreaVerdict {
  const listed = new Set(zipCodes.map((code) => code.trim().slice(0, 5)))
  if (listed.size === 0) return UNKNOWN
  if (zip !== null) return listed.has(zip) ? INSIDE : OUTSIDE
  const own = zipsOf(place)
  const served = own.filter((code) => listed.has(code))
  if (own.length > 0 && served.length === own.length) return INSIDE
  if (served.length > 0) return UNKNOWN
  const isNear = [...listed].some((code) => {
    const area = zipPlace(code)
    return area !== null && milesBetween(area, place) < NEIGHBORS_MILES
  })
  return own.length > 0 || !isNear ? OUTSIDE : UNKNOWN
}

function judgeByCities(area: ServiceArea, home: Point | null, place: Place, isZip: boolean): AreaVerdict {
  if (area.cities.length === 0) return UNKNOWN
  const listed = area.cities.map((city) => {
    const { states } = tables()
    const [, name = city, state] = CITY_AND_STATE.exec(city.trim()) ?? []
    return { name: plain(name), state: state && (states.get(plain(state)) ?? state.trim().toUpperCase()) }
  })
  const isListed = listed.some(
    ({ name, state }) => name === plain(place.name) && (!state || state === place.state),
  )
  if (isListed) return INSIDE
  // Owners also list counties, neighborhoods, and `surrounding areas`, which aren't in the table.
  const isFar = home !== null && milesBetween(home, place) > REGION_MILES
  if (!isFar && listed.some(({ name }) => !tables().cities.has(name))) return UNKNOWN
  if (!isZip) return OUTSIDE
  const isNear = listed.some(({ name, state }) =>
    (tables().cities.get(name) ?? []).some(
      (each) => (!state || each.state === state) && milesBetween(each, place) < NEIGHBORS_MILES,
    ),
  )
  return isNear ? UNKNOWN : OUTSIDE
}

function judgeOne(area: ServiceArea, home: Point | null, place: Place, zip: string | null): AreaVerdict {
  switch (area.type) {
    case 'radius':
      return judgeByRadius(area, home, place)
    case 'zipcodes':
      return judgeByZips(area, place, zip)
    case 'cities':
      return judgeByCities(area, home, place, zip !== null)
    default:
      return UNKNOWN
  }
}

function judgeMention(area: ServiceArea, mention: Mention): AreaVerdict {
  const home = homeOf(area)
  const judge = (place: Place) => judgeOne(area, home, place, null)
  const { places, hasState } = mention
  const isListed =
    area.type === 'cities' && !hasState && places.some((place) => judge(place).kind === 'inside')
  if (isListed) return INSIDE
  const read = home
    ? meant(mention, home, area.radius)
    : [...places, ...(hasState ? [] : longerNames(places))]
  return agreed(read.map(judge))
}

function judgeZip(area: ServiceArea, zip: string): AreaVerdict {
  const place = zipPlace(zip)
  if (place) return judgeOne(area, homeOf(area), place, zip)
  const isListed = area.type === 'zipcodes' && area.zipCodes.some((code) => code.trim().slice(0, 5) === zip)
  return isListed ? INSIDE : UNKNOWN
}

/** Matches two streets: `the corner of Broad and Drexel`. */
const CROSSING = /\b(?:corner|intersection) of [^,]*/i

/**
 * Compares an address with the service area by its ZIP code and city. Returns `outside` only if that is certain. People
 * decide about places that aren't in the tables, contradictions, and areas described in words.
 */
export function judgeAddress(area: ServiceArea, address: string): AreaVerdict {
  const zip = zipIn(address)
  const city = placesIn(address.replace(CROSSING, ' ')).at(-1)
  const byCity = city ? judgeMention(area, city) : UNKNOWN
  if (zip === null) return byCity
  // The postal city of a ZIP code isn't always the visitor's city.
  if (area.type === 'cities' && city?.hasState) return byCity
  const byZip = judgeZip(area, zip)
  if (byZip.kind === 'unknown') return zipPlace(zip) && area.type !== 'cities' ? UNKNOWN : byCity
  const contradicts = city?.hasState && byCity.kind !== 'unknown' && byCity.kind !== byZip.kind
  return contradicts && area.type === 'radius' ? UNKNOWN : byZip
}

/**
 * Returns whether the places that a text names are in the service area: `do you serve Dublin?`. Returns unknown if it
 * names no place, or unless all places, including every reading of an ambiguous name, are inside or all are outside.
 */
export function judgePlace(area: ServiceArea, text: string): AreaVerdict['kind'] {
  const zips = [...text.matchAll(/(?<![\d$.,#-])\d{5}(?![\d-])/g)]
    .map(([zip]) => zip)
    .filter((zip) => zipPlace(zip))
  const mentions = placesIn(text)
  if (area.type === 'custom') return isDescribed(area, mentions) ? 'inside' : 'unknown'
  if (zips.length === 1) return judgeAddress(area, text).kind
  if (zips.length > 1) return agreed(zips.map((zip) => judgeZip(area, zip))).kind
  return agreed(mentions.map((mention) => judgeMention(area, mention))).kind
}

/** Returns whether the owner's description of the area names all of the places and has no exceptions. */
function isDescribed({ description }: ServiceArea, mentions: readonly Mention[]): boolean {
  if (!description || mentions.length === 0 || EXCEPT.test(description)) return false
  const words = ` ${plain(description)} `
  return mentions.every(({ places }) => places.some(({ name }) => words.includes(` ${plain(name)} `)))
}

/** Describes the service area: `within 25 miles of our office`. Returns null if it can't be described. */
export function areaInWords(area: ServiceArea, language: Language = 'en'): string | null {
  const some = (all: readonly string[]) => {
    const names = all.slice(0, MOST_NAMED).join(', ')
    return all.length > MOST_NAMED ? sayArea(language, 'more', { names }) : names
  }
  switch (area.type) {
    case 'radius':
      return sayArea(language, 'radius', { miles: String(area.radius) })
    case 'zipcodes':
      return area.zipCodes.length > 0 ? sayArea(language, 'zipCodes', { names: some(area.zipCodes) }) : null
    case 'cities':
      return area.cities.length > 0 ? sayArea(language, 'cities', { names: some(area.cities) }) : null
    case 'custom': {
      const description = area.description?.replace(/\s+/g, ' ').trim() ?? ''
      if (description === '' || description.length > LONGEST_DESCRIPTION) return null
      return isInEnglish(description, language)
        ? sayArea(language, 'described', { description })
        : description
    }
    default:
      return null
  }
}

/** Returns what the agent tells the visitor about an address; can be empty. */
export function areaNotice(area: ServiceArea, verdict: AreaVerdict, language: Language = 'en'): string {
  const where = areaInWords(area, language)
  if (verdict.kind === 'outside') {
    return sayArea(language, 'outside', { usual: where ? sayArea(language, 'usual', { where }) : '' })
  }
  if (area.type === 'custom' && where) {
    return sayArea(language, 'custom', { where: where.replace(/[.!]$/, '') })
  }
  return ''
}

/** Returns the note for the owner about an address outside the area. */
export function areaNote(verdict: AreaVerdict): string | null {
  if (verdict.kind !== 'outside') return null
  return verdict.miles === null
    ? 'Outside the service area'
    : `Outside the service area: about ${verdict.miles} miles away`
}
