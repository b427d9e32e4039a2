import type { Client } from '@hubspot/api-client'
import * as v from 'valibot'
import { inTime } from '../base/in-time.ts'
import { RateLimited, Rejected, Revoked, Unavailable, VendorError } from '../base/vendor-errors.ts'
import type { HubspotConfig } from './config.ts'

/** Milliseconds after which a request counts as failed. Its effect is looked up before it is repeated. */
const ANSWER_MS = 20_000
/** The maximum length of a reason that HubSpot gives. */
const MOST_WORDS = 300
const PAUSES = { usual: 10, most: 24 * 60 * 60 }

/** Returns the id of the contact that already has a unique value, if HubSpot reports it; otherwise null. */
export const existingIdOf = ({ message }: Rejected): string | null =>
  /Existing ID:\s*(\d+)/i.exec(message)?.[1] ?? null

/** HubSpot rejects the values of some properties. */
export class RefusedValues extends Rejected {
  override name = 'RefusedValues'
  /** The names of the properties. */
  readonly properties: readonly string[]
  constructor(status: number, values: readonly RefusedValue[]) {
    super(status, values.map(reasonFor).join('. '))
    this.properties = values.map(({ name }) => name)
  }
}

/** An entry of the list in HubSpot's message about invalid values. */
const RefusedValue = v.object({ name: v.string(), error: v.optional(v.string(), ''), message: v.string() })
type RefusedValue = v.InferOutput<typeof RefusedValue>

const LISTED_VALUES = /^Property values were not valid: (\[.*\])/s

function refusedValuesIn(message: string): RefusedValue[] {
  const [, list] = LISTED_VALUES.exec(message) ?? []
  if (list === undefined) return []
  try {
    const parsed = v.safeParse(v.array(RefusedValue), JSON.parse(list))
    return parsed.success ? parsed.output : []
  } catch {
    return []
  }
}

const reasonFor = ({ name, error, message }: RefusedValue): string =>
  error === 'PROPERTY_DOESNT_EXIST'
    ? `HubSpot has no property “${name}” any more. Choose another one under Fields`
    : `HubSpot rejects the value of “${name}”: ${inWords(message) || 'it is not valid'}`

/** Returns the beginning of a message of HubSpot that is in words, without data in JSON and lists. */
const inWords = (message: string): string =>
  (/^[^[{]*/.exec(message)?.[0] ?? '').replace(/[\s:,;.("'-]+$/, '').slice(0, MOST_WORDS)

/** HubSpot's message about a property that does not exist, outside of a list. */
const MISSING_PROPERTY = /Property "(\w{1,100})" does not exist/

type Headers = Record<string, string | undefined>

interface Answered {
  code?: number
  body?: unknown
  headers?: Headers
}

const INVALID_RESPONSE = 'HubSpot sent an invalid response'

/** The 4xx statuses after which a retry may help: a timeout, a locked resource, and an account that is being moved. */
const TEMPORARY = [408, 423, 477]

/** Converts an error of the client to the error that it means. */
function meaning(error: unknown): Error {
  const { code, body, headers = {} } = error as Answered
  if (typeof code !== 'number') {
    return new Unavailable(error instanceof TypeError ? 'HubSpot cannot be reached' : INVALID_RESPONSE)
  }
  const { message = '', status = '' } = (body ?? {}) as { message?: string; status?: string }
  const words = `${status} ${JSON.stringify(body)}`
  if (/BAD_CLIENT_(?:ID|SECRET)|invalid_client/i.test(words)) {
    return new Unavailable("HubSpot does not accept this server's app")
  }
  if (code === 401) return new Revoked('HubSpot no longer accepts the connection')
  if (code === 429) return new RateLimited('HubSpot', headers['retry-after'], PAUSES)
  if (code >= 500 || TEMPORARY.includes(code)) return new Unavailable(`HubSpot returns an error (${code})`)
  if (/BAD_REFRESH_TOKEN|BAD_AUTH_CODE|invalid_grant/i.test(words)) {
    return new Revoked('HubSpot no longer accepts the connection')
  }
  const values = refusedValuesIn(message)
  if (values.length > 0) return new RefusedValues(code, values)
  const missing = MISSING_PROPERTY.exec(message)?.[1]
  if (missing)
    return new RefusedValues(code, [{ name: missing, error: 'PROPERTY_DOESNT_EXIST', message: '' }])
  return new Rejected(code, inWords(message) || `HubSpot rejects the request (${code})`)
}

/** Waits for a response from HubSpot. Rejects with a {@link VendorError}. */
export async function answered<T>(request: Promise<T>): Promise<T> {
  try {
    return await inTime(request, ANSWER_MS, () => new Unavailable('HubSpot does not answer'))
  } catch (error) {
    throw error instanceof VendorError ? error : meaning(error)
  }
}

/** Rejects pages, such as a proxy's, which the client would read as records without any values. */
const NO_PAGES = {
  pre: (request: unknown) => request,
  post(response: unknown) {
    const { httpStatusCode: status, headers } = response as { httpStatusCode: number; headers: Headers }
    const isPage = status < 300 && headers['content-type']?.startsWith('text/')
    if (isPage) throw new Unavailable(INVALID_RESPONSE)
    return response
  },
}

/** Opens HubSpot's client. The client is large, so it is loaded on first use. */
export async function openClient({ apiUrl }: HubspotConfig, accessToken?: string): Promise<Client> {
  const { Client } = await import('@hubspot/api-client')
  const middleware = [NO_PAGES]
  return new Client({ basePath: apiUrl, middleware, ...(accessToken !== undefined && { accessToken }) })
}
