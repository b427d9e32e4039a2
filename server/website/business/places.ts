import { LIMITS } from '../../../src/contract/limits.ts'
import { findAddresses } from '../../agent/extract/address.ts'
import { type Place, placesIn, zipPlace } from '../../places/locate.ts'
import { byFrequency, type DescribedBusiness, type Line, type PageFacts } from './facts.ts'

const ZIP_AT_END = /\b(\d{5})(?:-\d{4})?$/
const HAS_ZIP = /\b\d{5}\b/
/** The most lines of an address. */
const MOST_LINES = 4
const MOST_WINDOWS = 30
const MOST_CITIES = 100
const FEWEST_IN_LIST = 3
const LONGEST_CITY = 40

interface FoundAddress {
  value: string
  isFrame: boolean
}

/** Returns the address that ends with a line's ZIP code. It can start some lines before. */
function addressEnding(lines: readonly Line[], at: number): FoundAddress | null {
  for (let count = 1; count <= MOST_LINES; count += 1) {
    const part = lines.slice(Math.max(0, at + 1 - count), at + 1)
    const text = part.map((line) => line.text.replace(/[,;]$/, '')).join(', ')
    const found = findAddresses(text).find(({ value }) => {
      const zip = ZIP_AT_END.exec(value)?.[1]
      return zip !== undefined && zipPlace(zip) !== null
    })
    if (found) return { value: found.value, isFrame: lines[at]?.isFrame ?? false }
  }
  return null
}

function addressesIn({ lines }: PageFacts): FoundAddress[] {
  const ends = lines.flatMap((line, at) => (line.text.length < 200 && HAS_ZIP.test(line.text) ? at : []))
  return ends.slice(0, MOST_WINDOWS).flatMap((at) => addressEnding(lines, at) ?? [])
}

/** Returns whether a text is a town with its state or ZIP code, not a region. */
const isTown = (text: string) => HAS_ZIP.test(text) || isCityName(text)

/** Returns the address in one line: a described one with a street, one in the text, or else only a described town. */
export function addressOf(
  pages: readonly PageFacts[],
  described: readonly DescribedBusiness[],
): string | null {
  const [street] = described.flatMap(({ address }) => address || [])
  if (street) return street
  const found = pages.flatMap(addressesIn)
  const inFrame = found.filter(({ isFrame }) => isFrame)
  const [best] = byFrequency(inFrame.length > 0 ? inFrame : found, ({ value }) => value.toLowerCase())
  const town = described.map((each) => each.town).find(isTown)
  const address = best?.value ?? town ?? null
  return address && address.length <= LIMITS.line ? address : null
}

/** Returns the places of the city that a whole text names, none if it names anything else. */
function placesNamed(text: string): readonly Place[] {
  if (text.length > LONGEST_CITY || !/^\p{Lu}/u.test(text)) return []
  const [mention, ...others] = placesIn(text)
  const isWhole = mention?.start === 0 && /^[\s.,]*$/.test(text.slice(mention.end))
  // The name of a state stands for the cities in it.
  const isCity = mention && mention.places.length < 60
  return others.length === 0 && isWhole && isCity ? mention.places : []
}

export const isCityName = (text: string) => placesNamed(text).length > 0

const IN_PLACE = /(?:^|\s)(?:in|near|around|en|cerca de)\s*$/i

/** Returns whether a text is a place, or is about one: `Lawn Care near Austin`. */
export const isOfPlace = (name: string) =>
  isCityName(name) ||
  placesIn(name).some(({ hasState, start }) => hasState || IN_PLACE.test(name.slice(0, start)))

/** Returns the cities in a list if most of it is cities of one state. */
function citiesIn(list: readonly string[], home: string | null): string[] {
  const named = list.map((text) => ({ text, states: new Set(placesNamed(text).map(({ state }) => state)) }))
  const counts = byFrequency(named.flatMap(({ states }) => [...states]))
  const state = home ?? counts[0]
  const cities = named.filter(({ states }) => state !== undefined && states.has(state))
  return cities.length >= FEWEST_IN_LIST && cities.length * 2 > list.length
    ? cities.map(({ text }) => text)
    : []
}

/** Separates the cities in a line. */
const BETWEEN_CITIES = /\s*(?:[•·|;()&/]|,(?!\s*[A-Z]{2}\b)|(?<=\s)(?:and|y)(?=\s))\s*/

/** Returns the lists of cities in the text: lines below each other, and parts of a line. */
function listedCities(lines: readonly Line[], home: string | null): string[][] {
  const lists: string[][] = []
  let run: string[] = []
  const end = () => {
    const cities = run.length >= FEWEST_IN_LIST ? citiesIn(run, home) : []
    if (cities.length > 0) lists.push(cities)
    run = []
  }
  for (const { text } of lines) {
    if (isCityName(text)) {
      run.push(text)
      continue
    }
    end()
    const parts = text
      .split(BETWEEN_CITIES)
      .map((part) => part.replace(/^.*:\s*|\.$/g, ''))
      .filter(Boolean)
    const cities = parts.length >= FEWEST_IN_LIST ? citiesIn(parts, home) : []
    if (cities.length > 0) lists.push(cities)
  }
  end()
  return lists
}

/** Returns the cities that the business serves: described ones, or else the longest list of cities in the text. */
export function citiesOf(
  pages: readonly PageFacts[],
  described: readonly DescribedBusiness[],
  address: string | null,
): string[] {
  const areas = described.find((each) => each.areas.length > 0)?.areas ?? []
  const names = areas.flatMap(({ name, isCity }) => {
    if (isCity || isCityName(name)) return name
    const parts = name.split(BETWEEN_CITIES).filter(Boolean)
    return parts.length >= FEWEST_IN_LIST ? parts.filter(isCityName) : []
  })
  if (names.length > 0) return names.slice(0, MOST_CITIES)
  const [home] =
    placesIn(address ?? '')
      .at(-1)
      ?.places.map(({ state }) => state) ?? []
  const lists = pages.flatMap(({ lines }) => listedCities(lines, home ?? null))
  return lists.toSorted((a, b) => b.length - a.length)[0]?.slice(0, MOST_CITIES) ?? []
}
