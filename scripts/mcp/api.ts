import * as v from 'valibot'
import { ErrorBody } from '../../src/contract/fields.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'

/** Longer than the server needs for the longest list, and shorter than assistants wait. */
const TIMEOUT_MS = 30 * SECOND_MS

const HOW_TO_CONNECT =
  'In Fieldhand, an admin creates an API key on the Organization screen, under Webhooks and API keys. ' +
  'The key and the address belong in the configuration of this assistant (docs/mcp.md).'

/** A failure whose message says what the user can do. */
export class CallError extends Error {
  /** The status of the response, if there was one. */
  readonly status: number | null

  constructor(message: string, status: number | null = null) {
    super(message)
    this.status = status
  }
}

/** A value that can be part of a query. Omitted parameters are not sent. */
export type Query = Readonly<Record<string, string | undefined>>

export interface Api {
  orgId: string
  /**
   * Gets a resource and validates it.
   *
   * @throws {CallError}
   */
  get<Schema extends v.GenericSchema>(
    path: string,
    query: Query,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>>
}

/** Where the API is, for which organization, and the key for it. */
interface Connection {
  origin: string
  orgId: string
  key: string
}

/**
 * Reads the connection from the environment. The address can also be that of one of the organization's resources, as in
 * the command that the console shows with a new key.
 *
 * @throws {CallError} if a variable is missing or not valid.
 */
function readConnection({ FIELDHAND_API_KEY = '', FIELDHAND_API_URL = '' }: NodeJS.ProcessEnv): Connection {
  const key = FIELDHAND_API_KEY.trim()
  const address = FIELDHAND_API_URL.trim()
  if (!key) throw new CallError(`FIELDHAND_API_KEY is not set. ${HOW_TO_CONNECT}`)
  if (!address) throw new CallError(`FIELDHAND_API_URL is not set. ${HOW_TO_CONNECT}`)
  // A header can contain nothing else.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new CallError('FIELDHAND_API_KEY contains characters that no API key has. Copy the key again.')
  }
  const [, origin, id] = /^(https?:\/\/.+?)\/api\/v1\/organizations\/([^/?#]+)/.exec(address) ?? []
  if (!origin || !id || !URL.canParse(origin)) {
    throw new CallError(
      'FIELDHAND_API_URL is not the address of an organization, such as ' +
        `https://api.example.com/api/v1/organizations/org_123. ${HOW_TO_CONNECT}`,
    )
  }
  return { origin, orgId: decoded(id), key }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Returns what a failed response says, or null if it does not come from the API. */
function messageIn(text: string): string | null {
  const body = v.safeParse(ErrorBody, parsed(text))
  return body.success ? body.output.message : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns what to tell the user about a refused call. */
function refusal(response: Response, message: string | null, origin: string): string {
  const { status } = response
  const wait = Number(response.headers.get('Retry-After')) || null
  if (message === null && status >= 500) {
    return `${origin} answers with status ${status}: Fieldhand's server is down or restarts. Try again later.`
  }
  if (message === null) {
    const to = status < 400 && response.headers.get('Location')
    const how = to ? `redirects to ${to}` : `answers with status ${status}`
    return `${origin} ${how}, but not as Fieldhand's API does. Check FIELDHAND_API_URL.`
  }
  const reason = message.replace(/\.?$/, '.')
  if (status === 401) return `Fieldhand refuses FIELDHAND_API_KEY: ${reason} ${HOW_TO_CONNECT}`
  if (status === 403) {
    return `${reason} An admin can create another key on the Organization screen, under Webhooks and API keys.`
  }
  if (status === 429 || status === 503) {
    return wait === null ? reason : `${reason} Try again in ${wait} seconds.`
  }
  return status >= 500 ? `Fieldhand has an error (${status}): ${reason} Try again later.` : reason
}

/**
 * Returns the API that the environment names.
 *
 * @throws {CallError} if a variable is missing or not valid.
 */
export function openApi(env: NodeJS.ProcessEnv): Api {
  const { origin, orgId, key } = readConnection(env)
  return {
    orgId,
    async get(path, query, schema) {
      const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const search = new URLSearchParams(sent).toString()
      const { response, text } = await fetched(`${origin}${path}${search && `?${search}`}`, key, origin)
      if (!response.ok) {
        throw new CallError(refusal(response, messageIn(text), origin), response.status)
      }
      const reply = v.safeParse(schema, parsed(text))
      if (reply.success) return reply.output
      throw new CallError(
        `This version cannot read what ${origin} answers. Check FIELDHAND_API_URL, or use the version of the server.`,
      )
    },
  }
}

async function fetched(
  url: string,
  key: string,
  origin: string,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, {
      headers: { Authorization: `Bearer ${key}` },
      // Another host must not get the key.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { response, text: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    const how = name === 'TimeoutError' ? 'does not answer in time' : 'does not answer'
    const code = cause?.code ? ` (${cause.code})` : ''
    throw new CallError(
      `Fieldhand ${how} at ${origin}${code}. Check FIELDHAND_API_URL and the connection, or try again later.`,
    )
  }
}
