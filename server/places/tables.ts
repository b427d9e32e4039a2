import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ZipCode } from 'zipcodes'

export interface Point {
  latitude: number
  longitude: number
}

/** A city, or the area of a ZIP code. */
export interface Place extends Point {
  name: string
  /** Two-letter code. */
  state: string
  /** How far it reaches from its center, in miles. */
  reach: number
  people: number
}

const ACCENTED = /[^\0-\x7f]/

/** The words of a name in lower case without accents; `St.`, `Ft.`, and `Mt.` are spelled out. */
export function plain(text: string): string {
  if (/^[A-Za-z]+$/.test(text)) return text.toLowerCase()
  const letters = ACCENTED.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text
  return letters
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:st|ste|ft|mt) (?=.)/, (short) => SPELLED[short] ?? short)
}

const SPELLED: Readonly<Record<string, string>> = {
  'st ': 'saint ',
  'ste ': 'sainte ',
  'ft ': 'fort ',
  'mt ': 'mount ',
}

interface Tables {
  /** Places by plain name. */
  cities: ReadonlyMap<string, readonly Place[]>
  ofState: ReadonlyMap<string, readonly Place[]>
  zips: ReadonlyMap<string, Place>
  /** ZIP codes by plain name and state of their city: `dublin OH`. */
  zipsOf: ReadonlyMap<string, readonly string[]>
  /** State codes by plain name, and the codes. */
  states: ReadonlyMap<string, string>
  codes: ReadonlySet<string>
}

const ZIP_REACH = 2
const VILLAGE_REACH = 1.5
/** People per square mile of a usual city. */
const DENSITY = 3_000

const load = createRequire(import.meta.url)

function readCities(): Place[] {
  let state = ''
  const lines = readFileSync(new URL('cities.txt', import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [name = '', latitude, longitude, hundreds] = line.split('|')
    if (hundreds === undefined) {
      state = line
      return []
    }
    const people = Number(hundreds) * 100
    const reach = Math.max(VILLAGE_REACH, Math.sqrt(people / DENSITY / Math.PI))
    return { name, state, latitude: Number(latitude), longitude: Number(longitude), reach, people }
  })
}

/** Parses the package's table as JSON, which takes a fifth of the time of running it as a module. */
function readZipCodes(): ZipCode[] {
  const source = readFileSync(load.resolve('zipcodes/lib/codes.js'), 'utf8')
  const table = source.slice(source.indexOf('{'), source.indexOf('}};') + 2)
  return Object.values(JSON.parse(table) as Record<string, ZipCode>)
}

function readTables(): Tables {
  const { full } = load('zipcodes/lib/states.js') as { full: Record<string, string> }
  const states = new Map(Object.entries(full).map(([name, code]) => [plain(name), code]))
  const places = readCities()
  const ofState = Map.groupBy(places, ({ state }) => state)
  const cities = Map.groupBy(places, ({ name }) => plain(name))
  const zips = new Map<string, Place>()
  const zipsOf = new Map<string, string[]>()
  // Neighboring codes often have the same city.
  let last = { city: '', name: '' }
  for (const { zip, city, state, latitude, longitude } of readZipCodes()) {
    if (!latitude || !longitude) continue
    const place = { name: city, state, latitude, longitude, reach: ZIP_REACH, people: 0 }
    zips.set(zip, place)
    if (city !== last.city) last = { city, name: plain(city) }
    const { name } = last
    const codes = zipsOf.get(`${name} ${state}`)
    if (codes) codes.push(zip)
    else zipsOf.set(`${name} ${state}`, [zip])
    const named = cities.get(name)
    if (!named) cities.set(name, [place])
    else if (!named.some((each) => each.state === state)) named.push(place)
  }
  return { cities, ofState, zips, zipsOf, states, codes: new Set(Object.values(full)) }
}

let read: Tables | null = null

/** The ZIP codes and cities of the United States, read at the first use. */
export function tables(): Tables {
  read ??= readTables()
  return read
}
