import { ADDRESSES, type Address } from './addresses.ts'
import { ABBREVIATIONS, STATES } from './gazetteer.ts'

export interface Point {
  latitude: number
  longitude: number
}

type MatchState = 'matched' | 'unmatched' | 'inferred'

/** How well an address matches the searched text, in the provider's terms. */
export interface MatchCode {
  address_number: MatchState
  street: MatchState
  postcode: MatchState
  place: MatchState
  region: MatchState
  locality: 'not_applicable'
  country: MatchState
  confidence: 'exact' | 'high' | 'medium' | 'low'
}

export interface Match {
  address: Address
  code: MatchCode
}

const UNIT = /(?:\b(?:apartment|apt|suite|ste|unit)\b\.?|#)\s*[\w-]+/gi
const COUNTRY = ['united', 'states', 'usa', 'us', 'of', 'america']
const EARTH_RADIUS = 6_371_000
const MOST_FOUND = 10
const NEAR_METERS = 2_000

/** Returns the lowercase words of a text, without accents, punctuation, or apartment numbers. */
function wordsOf(text: string): string[] {
  return text
    .replace(UNIT, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** Returns the meanings of a typed word: "st" can mean a street or a saint. */
function meanings(word: string): string[] {
  const spelled = Object.hasOwn(ABBREVIATIONS, word) ? ABBREVIATIONS[word] : undefined
  return [word, ...(spelled ? [spelled] : []), ...(word === 'st' ? ['saint'] : [])]
}

interface Parts {
  street: string[]
  city: string[]
  state: string[]
  all: string[]
}

function partsOf(address: Address): Parts {
  const street = wordsOf(address.street)
  const city = wordsOf(address.city)
  const state = wordsOf(address.stateName)
  const code = address.state.toLowerCase()
  return {
    street,
    city,
    state,
    all: [address.number, ...street, ...city, ...state, code, address.zip, ...COUNTRY],
  }
}

const parts = new Map(ADDRESSES.map((address) => [address.id, partsOf(address)]))

/** Returns the great-circle distance in meters. */
function distance(a: Point, b: Point): number {
  const radians = Math.PI / 180
  const north = (b.latitude - a.latitude) * radians
  const east = (b.longitude - a.longitude) * radians
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(a.latitude * radians) * Math.cos(b.latitude * radians) * Math.sin(east / 2) ** 2
  return Math.round(2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord))))
}

/** Returns the number of typed words that match whole words of an address; null if one of them isn't even a prefix. */
function score(typed: string[][], words: string[]): number | null {
  let whole = 0
  for (const spellings of typed) {
    if (spellings.some((spelling) => words.includes(spelling))) whole += 1
    else if (!spellings.some((spelling) => words.some((word) => word.startsWith(spelling)))) return null
  }
  return whole
}

/** Returns up to 10 addresses that contain every word of `query` as a prefix, best match first. */
export function findByPrefix(query: string): Address[] {
  const typed = wordsOf(query).map(meanings)
  if (typed.length === 0) return []
  return ADDRESSES.flatMap((address) => {
    const points = score(typed, parts.get(address.id)?.all ?? [])
    return points === null ? [] : [{ address, points }]
  })
    .sort((a, b) => b.points - a.points)
    .slice(0, MOST_FOUND)
    .map(({ address }) => address)
}

/** Returns the address nearest to a point, unless it is too far away. */
export function findNear(point: Point): Address[] {
  return ADDRESSES.map((address) => ({ address, metres: distance(point, address) }))
    .filter(({ metres }) => metres <= NEAR_METERS)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, 1)
    .map(({ address }) => address)
}

const includesAll = (spellings: string[][], words: string[]) =>
  words.every((word) => spellings.some((spelling) => spelling.includes(word)))

/** Words that can only mean a state: its code, or a one-word name. */
const stateWords = new Set(
  Object.entries(STATES).flatMap(([code, name]) => [
    code.toLowerCase(),
    ...(name.includes(' ') ? [] : wordsOf(name)),
  ]),
)

function confidence(code: Omit<MatchCode, 'confidence'>, extraneous: boolean): MatchCode['confidence'] {
  const unmatched = [code.postcode, code.place].filter((state) => state === 'unmatched').length
  if (code.region === 'unmatched') return 'low'
  if (unmatched === 2) return 'medium'
  if (code.place === 'inferred') return code.postcode === 'matched' ? 'high' : 'medium'
  return unmatched === 0 && !extraneous ? 'exact' : 'high'
}

function match(address: Address, typed: string[]): Match | null {
  const spellings = typed.map(meanings)
  const { street, city, state, all } = parts.get(address.id) ?? partsOf(address)
  if (typed[0] !== address.number || !includesAll(spellings, street)) return null
  const left = spellings
    .filter((spelling) => !spelling.some((word) => all.includes(word)))
    .map(([word]) => word ?? '')
  const otherZip = left.some((word) => /^\d{5}$/.test(word))
  const otherState = left.some((word) => stateWords.has(word))
  const otherWords = left.some((word) => !/^\d+$/.test(word) && !stateWords.has(word))
  const stateTyped = typed.includes(address.state.toLowerCase()) || includesAll(spellings, state)
  const stated = (found: boolean, other: boolean): MatchState =>
    found ? 'matched' : other ? 'unmatched' : 'inferred'
  const code = {
    address_number: 'matched',
    street: 'matched',
    postcode: stated(typed.includes(address.zip), otherZip),
    place: stated(includesAll(spellings, city), otherWords),
    region: stated(stateTyped, otherState),
    locality: 'not_applicable',
    country: stated(
      typed.some((word) => ['usa', 'us', 'united'].includes(word)),
      false,
    ),
  } as const
  return { address, code: { ...code, confidence: confidence(code, left.length > 0) } }
}

const RANK = { exact: 0, high: 1, medium: 2, low: 3 }

/** Returns the address that matches `text` best, if its number and street occur there, and which other parts match. */
export function findWhole(text: string): Match[] {
  const typed = wordsOf(text)
  return ADDRESSES.flatMap((address) => match(address, typed) ?? [])
    .sort((a, b) => RANK[a.code.confidence] - RANK[b.code.confidence])
    .slice(0, 1)
}
