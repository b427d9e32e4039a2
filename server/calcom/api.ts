import * as v from 'valibot'
import { parseJson } from '../base/parse-json.ts'
import { RateLimited, Rejected, Revoked, Unavailable } from '../base/vendor-errors.ts'
import { SlotTaken } from '../calendars/services.ts'
import type { CalcomConfig } from './config.ts'

const NAME = 'Cal.com'
/** Milliseconds after which a request counts as failed. Its effect is looked up before it is repeated. */
const ANSWER_MS = 7_000
const MOST_BYTES = 4_000_000
const PAUSES = { usual: 60, most: 3_600 }

/** Cal.com's messages if nobody is available for a call at a time, or the time cannot be booked. */
const TAKEN =
  /already has booking|not available|can't be booked at the "start"|in the past|slot|no_available/i

interface CalcomRequest<Schema extends v.GenericSchema> {
  method?: 'GET' | 'POST' | 'DELETE'
  /** The path below the API's address. */
  path: string
  query?: Record<string, string>
  /** For `cal-api-version`, which differs by resource. */
  version?: string
  body?: object
  /** The schema of the response's `data`. */
  data: Schema
}

const Problem = v.object({
  error: v.optional(v.object({ message: v.optional(v.string()), code: v.optional(v.string()) })),
  message: v.optional(v.union([v.string(), v.array(v.string())])),
})

/** Calls Cal.com's API v2 with an API key. Rejects with {@link SlotTaken} or another VendorError. */
export async function askCalcom<Schema extends v.GenericSchema>(
  { apiUrl }: CalcomConfig,
  key: string,
  { method = 'GET', path, query, version, body, data }: CalcomRequest<Schema>,
): Promise<v.InferOutput<Schema>> {
  const url = `${apiUrl}${path}${query ? `?${new URLSearchParams(query)}` : ''}`
  let status: number
  let headers: Headers
  let answer: unknown
  try {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        Accept: 'application/json',
        ...(version !== undefined && { 'cal-api-version': version }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    status = response.status
    headers = response.headers
    answer = parseJson(await readText(response))
  } catch (error) {
    throw new Unavailable(
      error instanceof DOMException ? `${NAME} does not answer` : `${NAME} cannot be reached`,
    )
  }
  if (status >= 200 && status < 300) {
    const read = v.safeParse(v.object({ data }), answer)
    if (read.success) return (read.output as { data: v.InferOutput<Schema> }).data
    throw new Unavailable(`${NAME} sent an invalid response`)
  }
  throw meaning(status, headers, answer)
}

function meaning(status: number, headers: Headers, answer: unknown): Error {
  if (status === 401) return new Revoked(`${NAME} no longer accepts the API key`)
  if (status === 429) return new RateLimited(NAME, headers.get('retry-after'), PAUSES)
  if (status >= 500 || status === 408) return new Unavailable(`${NAME} returns an error (${status})`)
  const read = v.safeParse(Problem, answer)
  if (!read.success) return new Unavailable(`${NAME} sent an invalid response`)
  const { error, message = error?.message } = read.output
  const text = [message].flat().join(', ').slice(0, 500)
  if ((status === 400 || status === 409) && TAKEN.test(text)) return new SlotTaken(text)
  return new Rejected(status, text || `${NAME} rejects the request (${status})`)
}

/** Reads a body, unless it is too long. */
async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > MOST_BYTES) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
