import { type Place, type Point, plain, tables } from './tables.ts'

export { type Place, type Point, plain } from './tables.ts'

const EARTH_RADIUS_MILES = 3_958.8
const ZIP = /(?<![\d$.,#-])(\d{5})(?:-\d{4})?(?![\d%]|[.,]\d)/g
const WORD = /[\p{L}\p{N}]+(?:['’.-]\p{L}+)*\.?/gu
const STREET_TYPE =
  /^(?:street|st|avenue|ave|av|road|rd|drive|dr|lane|ln|court|ct|boulevard|blvd|way|circle|cir|place|pl|pike|parkway|pkwy|highway|hwy|trail|county)\.?$/i
/** Before the name of a street. */
const IN_STREET = /^(?:\d+\p{L}?|[nsew]|[ns][ew]|north|south|east|west|calle|avenida|av|c)\.?$/iu
/** After these words, a name without a capital is a place. */
const BEFORE_PLACE =
  /^(?:in|to|near|around|serve|serves|service|servicing|cover|covers|from|by|outside|en|a|de|hasta|cerca|or|and|y|o|also)$/i
/** Cities named like an everyday word: alone, they are no place. */
const EVERYDAY = new Set(
  `spring summer may april june august orange mobile reading bath price hope enterprise sandy normal surprise
  independence liberty union paradise media home eden bend early friendship good garden lake park green grass plant
  mill hill shade sale winter weed rock rocky stone flower flowers person owner call time hour day week month home help
  business town city county area beach cottage forest fence gutters brush bush branch trees mulch pool driveway
  here there speed best fair clean star sunny cash welcome commerce energy ideal ok yes no maybe
  quality temple trinity success wise bowling defiance marine earth fort mound deer eagle ivy jasper`.split(
    /\s+/,
  ),
)
const NAME_WORDS = 4
/** People of a city that is known everywhere. */
export const METROPOLIS = 200_000

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Returns the great-circle distance in miles. */
export function milesBetween(a: Point, b: Point): number {
  const north = radians(b.latitude - a.latitude)
  const east = radians(b.longitude - a.longitude)
  const chord =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(east / 2) ** 2
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Matches a house number of five digits: `10801 N 96th Pl`. */
const HOUSE_NUMBER =
  /^\W*\d{5}(?=\s+(?:[nsew]\.?|north|south|east|west)\s|(?:\s+[\p{L}\d.'’]+){1,4}\s+(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|blvd|way|pl|place|cir|circle|pkwy|ter|trl)\b)/iu

/** The last five separate digits that aren't a house number. */
export function zipIn(text: string): string | null {
  return [...text.replace(HOUSE_NUMBER, '').matchAll(ZIP)].at(-1)?.[1] ?? null
}

/** Returns the area of a ZIP code, or null if there is none. */
export const zipPlace = (zip: string): Place | null => tables().zips.get(zip) ?? null

/** Returns the ZIP codes of a city. */
export const zipsOf = ({ name, state }: Place) => tables().zipsOf.get(`${plain(name)} ${state}`) ?? []

/** Returns whether a city of the United States has this name. */
export const isCity = (name: string) => tables().cities.has(plain(name))

/** The number of people in a city whose name counts even in lowercase. */
const TOWN = 20_000
export const isTown = (name: string) =>
  tables()
    .cities.get(plain(name))
    ?.some(({ people }) => people >= TOWN) ?? false

/** The number of people in a city whose name counts after a street, even in lowercase. */
const SMALL_TOWN = 5_000
export const isTownAfterStreet = (name: string) =>
  !EVERYDAY.has(plain(name)) &&
  (tables()
    .cities.get(plain(name))
    ?.some(({ people }) => people >= SMALL_TOWN) ??
    false)

/** Big cities that are also names of people. */
const NAMES_OF_PEOPLE = new Set(
  `austin jackson madison charlotte aurora lincoln savannah victoria henderson irving dallas chandler orlando eugene
  sterling raleigh houston tyler clarence everett jackson arlington lowell norman waterbury lafayette peyton warren carson garland gilbert elizabeth cary elgin allen beaumont murray columbia concord athens abilene`.split(
    /\s+/,
  ),
)

/** Returns whether a text is the name of a state, or its code in capitals. */
export const isState = (text: string) => tables().codes.has(text) || tables().states.has(plain(text))

/** Returns whether a name is that of a city with 100,000 or more people, and hardly that of a person. */
export const isBigCity = (name: string) =>
  !NAMES_OF_PEOPLE.has(plain(name)) &&
  (tables()
    .cities.get(plain(name))
    ?.some(({ people }) => people >= 100_000) ??
    false)

/** A place that a text names; `places` are the ones of that name, more than one if it is ambiguous. */
export interface Mention {
  places: readonly Place[]
  hasState: boolean
  start: number
  end: number
}

interface Word {
  raw: string
  start: number
  end: number
}

/** Reads the state at word `at`, by code or name, and how many words it has. */
function stateAt(words: readonly Word[], at: number): { code: string; length: number } | null {
  const { states } = tables()
  for (const length of [3, 2, 1]) {
    const part = words.slice(at, at + length)
    const code = part.length === length && states.get(plain(part.map(({ raw }) => raw).join(' ')))
    if (code) return { code, length }
  }
  const dotted = /^(\p{Lu})\.(\p{Lu})\.?$/u.exec(words[at]?.raw ?? '')
  const code = (dotted ? `${dotted[1]}${dotted[2]}` : (words[at]?.raw ?? '')).replace(/\.$/, '').toUpperCase()
  return tables().codes.has(code) ? { code, length: 1 } : null
}

/** Returns whether the words of a city's name are a place here, not everyday words or a street. */
function isPlace(text: string, words: readonly Word[], at: number, length: number): boolean {
  const [first, after] = [words[at], words[at + length]]
  if (!first || (after && STREET_TYPE.test(after.raw))) return false
  if (after && /^\d{5}/.test(after.raw)) return true
  const name = plain(text.slice(first.start, words[at + length - 1]?.end))
  if (length === 1 && EVERYDAY.has(name)) return false
  const before = words[at - 1]?.raw ?? ''
  const isAfterComma = /,\s*$/.test(text.slice(0, first.start))
  if ((IN_STREET.test(before) && !isAfterComma) || STREET_TYPE.test(name)) return false
  const isAlone = words.length === length
  const isListed = after !== undefined && /^(?:or|and|y|o)$/.test(after.raw)
  const isCapital = /^\p{Lu}/u.test(first.raw) && (at > 0 || isListed)
  return isAlone || isCapital || isAfterComma || BEFORE_PLACE.test(before)
}

/** Returns the cities of a name, and, unless one of them is a metropolis, those of the state of that name. */
function placesNamed(name: string): readonly Place[] {
  const { cities, states, ofState } = tables()
  const named = cities.get(name) ?? []
  const state = states.get(name)
  if (!state || named.some(({ people }) => people > METROPOLIS)) return named
  return [...named, ...(ofState.get(state) ?? [])]
}

/** Reads the longest name of a city at word `at`, with its state. */
function mentionAt(text: string, words: readonly Word[], at: number): (Mention & { next: number }) | null {
  for (let length = Math.min(NAME_WORDS, words.length - at); length > 0; length -= 1) {
    const start = words[at]?.start ?? 0
    const spelled = text.slice(start, words[at + length - 1]?.end)
    const named = /[,;!?\n\d]/.test(spelled) ? [] : placesNamed(plain(spelled))
    if (named.length === 0) continue
    const state = stateAt(words, at + length)
    const inState = named.filter((place) => place.state === state?.code)
    const code = state && text.slice(words[at + length]?.start, words[at + length + state.length - 1]?.end)
    // Codes in small letters can be words: `Dublin or Hilliard`.
    const hasState = code !== null && (inState.length > 0 || code === code.toUpperCase() || code.length > 3)
    if (!hasState && !isPlace(text, words, at, length)) continue
    const next = at + length + (hasState ? (state?.length ?? 0) : 0)
    return { places: hasState ? inState : named, hasState, start, end: words[next - 1]?.end ?? start, next }
  }
  return null
}

/** Finds the cities and states that a text names, in order. Each is found with its state if the text has it. Linear time. */
export function placesIn(text: string): Mention[] {
  const words = [...text.matchAll(WORD)].map(({ 0: raw, index }) => ({
    raw,
    start: index,
    end: index + raw.length,
  }))
  const found: Mention[] = []
  for (let at = 0; at < words.length; ) {
    const mention = mentionAt(text, words, at)
    if (mention) found.push(mention)
    at = mention?.next ?? at + 1
  }
  return found
}

/** Returns the location of an address by its ZIP code, or else by its town, or null if it is unknown or ambiguous. */
export function pointOf(address: string): Point | null {
  const zip = zipIn(address)
  const [town, ...others] = placesIn(address).at(-1)?.places ?? []
  return (zip && zipPlace(zip)) || (town && others.length === 0 ? town : null)
}
