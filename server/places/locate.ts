import { CITIES, type City, STATES } from './gazetteer.ts'
import { findWhole, type Point } from './search.ts'

/** A place found from text, and the possible error in miles. */
export interface Located {
  point: Point
  withinMiles: number
}

/** Radius of the recognized area: a house, a ZIP code, a city, a ZIP code prefix. */
const MARGIN = { address: 0.5, zip: 5, city: 12, zipArea: 45 }
const METRES_PER_MILE = 1_609.344
const ZIP = /(?<!\d)(\d{5})(?:-\d{4})?(?!\d)/g

/** Metres as miles. */
export const toMiles = (metres: number) => metres / METRES_PER_MILE

const pointOf = ([, , , latitude, longitude]: City): Point => ({ latitude, longitude })

/** The last five separate digits; house numbers come first. */
export function zipIn(text: string): string | null {
  return [...text.matchAll(ZIP)].at(-1)?.[1] ?? null
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns whether the gazetteer contains a city of this name. */
export function isCity(name: string): boolean {
  return CITIES.some(([city]) => plain(city) === plain(name))
}

/**
 * Returns the state that a text names by code or name, `OH`. Codes must be in capitals, because `in` and `or`
 * are words.
 */
function stateIn(text: string): string | null {
  const code = [...text.matchAll(/\b([A-Z]{2})\b/g)]
    .map(([, each = '']) => each)
    .findLast((each) => Object.hasOwn(STATES, each))
  if (code) return code
  const words = ` ${plain(text)} `
  return Object.entries(STATES).find(([, name]) => words.includes(` ${plain(name)} `))?.[0] ?? null
}

/**
 * Locates an address in free text as precisely as the gazetteer allows: by house and street, by ZIP code, by
 * city, or by the region of a three-digit ZIP code prefix. Returns null if nothing matches.
 */
export function locate(text: string): Located | null {
  const [whole] = findWhole(text, 1)
  if (whole && (whole.code.confidence === 'exact' || whole.code.confidence === 'high')) {
    return { point: whole.address, withinMiles: MARGIN.address }
  }
  const zip = zipIn(text)
  const byZip = zip && CITIES.find(([, , code]) => code === zip)
  if (byZip) return { point: pointOf(byZip), withinMiles: MARGIN.zip }

  const words = ` ${plain(text)} `
  const state = stateIn(text)
  const named = CITIES.filter(
    ([city, of]) => words.includes(` ${plain(city)} `) && (state === null || state === of),
  )
  const [city] = named
  if (city && named.length === 1) return { point: pointOf(city), withinMiles: MARGIN.city }

  const byArea = zip && CITIES.find(([, , code]) => code.slice(0, 3) === zip.slice(0, 3))
  return byArea ? { point: pointOf(byArea), withinMiles: MARGIN.zipArea } : null
}
