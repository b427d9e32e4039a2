import type { Logger } from 'pino'
import * as v from 'valibot'
import { LIMITS } from '../../src/contract/limits.ts'
import { parseJson } from '../base/parse-json.ts'
import { createSlots, NoSlot } from '../base/slots.ts'
import type { Point } from './tables.ts'

/** The map service that completes visitors' addresses. */
export interface MapsConfig {
  /** Without a trailing slash. */
  url: string
  token: string
}

export const MAPBOX_URL = 'https://api.mapbox.com'

/** Visitors who type don't wait longer. */
const ANSWER_MS = 3_000
const MOST_BYTES = 200_000
const MOST_SUGGESTIONS = 5
/** The maximum number of requests at the same time, and of one organization's among them. */
const SHARES = { atOnce: 32, ofOne: 4, waiting: 0 }

interface Search {
  organizationId: string
  text: string
  /** Addresses near this point come first. */
  near: Point | null
  /** A UUID that groups the requests of one search for the service's billing. */
  session: string
  /** Aborts the search. */
  signal: AbortSignal
}

/** Returns addresses that complete a text, best match first; none if the service fails or is busy. */
type AddressSearch = (search: Search) => Promise<string[]>

const Reply = v.object({ suggestions: v.array(v.unknown()) })
const Suggestion = v.object({
  name: v.string(),
  full_address: v.optional(v.string()),
  place_formatted: v.optional(v.string(), ''),
})

/** Returns the address of a suggestion in one line, without the country; null if it is unreadable. */
function lineOf(entry: unknown): string | null {
  const { success, output } = v.safeParse(Suggestion, entry)
  if (!success) return null
  const { name, place_formatted: place, full_address } = output
  const line = (full_address || [name, place].filter(Boolean).join(', '))
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/, United States(?: of America)?$/, '')
  return line !== '' && line.length <= LIMITS.line ? line : null
}

/** Reads a body, unless it is too long. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MOST_BYTES) throw new Error('The map service sent too much')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

async function ask({ url, token }: MapsConfig, { text, near, session, signal }: Search): Promise<string[]> {
  const query = new URLSearchParams({
    // The service rejects semicolons.
    q: text.replaceAll(';', ' '),
    language: 'en',
    types: 'address',
    limit: String(MOST_SUGGESTIONS),
    ...(near && { proximity: `${near.longitude},${near.latitude}` }),
    session_token: session,
    access_token: token,
  })
  const response = await fetch(`${url}/search/searchbox/v1/suggest?${query}`, {
    redirect: 'error',
    signal,
  })
  if (!response.ok) throw new Error(`The map service returns an error (${response.status})`)
  const answer = v.safeParse(Reply, parseJson(await readText(response)))
  if (!answer.success) throw new Error('The map service sent an invalid response')
  const lines = answer.output.suggestions.map(lineOf).filter((line) => line !== null)
  return [...new Set(lines)].slice(0, MOST_SUGGESTIONS)
}

/** Creates the address search of a map service, which organizations share. */
export function createAddressSearch(log: Logger, config: MapsConfig, answerMs = ANSWER_MS): AddressSearch {
  const slots = createSlots(SHARES)
  return async (search) => {
    const signal = AbortSignal.any([search.signal, AbortSignal.timeout(answerMs)])
    try {
      return await slots.run(search.organizationId, () => ask(config, { ...search, signal }))
    } catch (error) {
      const isExpected = search.signal.aborted || error instanceof NoSlot
      // No error quotes the URL, which contains the visitor's text and the token.
      if (!isExpected) log.warn({ err: error }, 'addresses could not be suggested')
      return []
    }
  }
}
