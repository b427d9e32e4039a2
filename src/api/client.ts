import ky, { isHTTPError, isTimeoutError, type Options } from 'ky'
import {
  type BodyInput,
  type Endpoint,
  type PathParams,
  pathOf,
  type QueryInput,
  type ReplyOutput,
} from '../contract/endpoint.ts'
import { apiHeaders } from '../platform/api-headers.ts'
import { config } from '../platform/config.ts'
import { earlyResponse, getToken } from '../platform/session/session.ts'
import {
  ApiError,
  BadResponseError,
  messageOf,
  NetworkError,
  OrganizationError,
  refusal,
  TimeoutError,
} from './errors.ts'
import { readReason, readReply, readWritten } from './response.ts'
import type { Written } from './tolerant-response.ts'

/** Milliseconds for a complete call, including the response body. */
const TIMEOUT = 60_000

/** The target and the credentials of calls. Tests connect the real server application here. */
export interface Connection {
  /** The API's URL, without a trailing slash. */
  baseUrl: string
  fetch: (request: Request) => Promise<Response>
  /** Returns the session's token; null when signed out. */
  getToken: (options?: { fresh?: boolean; reading?: boolean }) => Promise<string | null>
  /** Returns the response to a GET request that the page has already sent in this session, once; otherwise null. */
  early: (url: string) => Promise<Response | null>
  timeout: number
}

const browser: Connection = {
  baseUrl: config.apiUrl,
  fetch: (request) => globalThis.fetch(request),
  getToken,
  early: earlyResponse,
  timeout: TIMEOUT,
}

let connection = browser

/** Replaces parts of the connection; without an argument, restores the browser's. */
export function configure(parts?: Partial<Connection>): void {
  connection = parts ? { ...connection, ...parts } : browser
}

/** Milliseconds after which a server that has not responded counts as unreachable. */
const REACH_TIMEOUT = 5_000

/** The statuses of a proxy whose server does not respond. */
const FROM_PROXY = [502, 503, 504]

/** Returns whether the API responds at all, whatever its response is. */
export async function canReachApi(): Promise<boolean> {
  try {
    const { status } = await connection.fetch(
      new Request(`${connection.baseUrl}/healthz`, {
        // Any server may respond, also one that does not know this path or this origin.
        mode: 'no-cors',
        cache: 'no-store',
        signal: AbortSignal.timeout(REACH_TIMEOUT),
      }),
    )
    return !FROM_PROXY.includes(status)
  } catch {
    return false
  }
}

const expiryHandlers = new Set<() => void>()

/** Registers a handler that is called when the session has expired. Returns the unregister function. */
export function onSessionExpired(handler: () => void): () => void {
  expiryHandlers.add(handler)
  return () => expiryHandlers.delete(handler)
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : { [K in Name]: Value }
type OwnParams<E extends Endpoint> = Omit<PathParams<E>, 'orgId'>

export type CallOptions<E extends Endpoint> = {
  /** The organization of the call, used for `:orgId` in the path and for the X-Organization-ID header. */
  organizationId: E['access'] extends 'public' ? string | undefined : string | null | undefined
  signal?: AbortSignal | undefined
  /** Whether the call changes nothing, like all GET requests, so that it needn't wait for Clerk. */
  isReading?: boolean
  /** Additional headers. Send only those that the API is known to allow. */
  headers?: Record<string, string> | undefined
} & (keyof OwnParams<E> extends never ? { params?: undefined } : { params: OwnParams<E> }) &
  Given<'query', QueryInput<E>> &
  Given<'body', BodyInput<E>>

/**
 * Reads data with one call of the contract. Retries a 401 once with a new token; if the server rejects that too, the
 * session counts as expired. Retries nothing else.
 *
 * @throws {OrganizationError} before anything is sent, if a call that requires an organization has none.
 * @throws {ApiError} if the server rejects the request, {@link NetworkError}, {@link TimeoutError},
 * {@link BadResponseError} if the response violates the contract, and the signal's reason if aborted.
 */
export async function call<E extends ReadingEndpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<ReplyOutput<E>> {
  const read = await readReply(endpoint.reply, await sendAsMember(endpoint, options))
  options.signal?.throwIfAborted()
  return read as ReplyOutput<E>
}

type ReadingEndpoint = Endpoint & { reply: NonNullable<Endpoint['reply']> }

/** Like {@link call}, for writes. Returns the readable part of the response, which can be empty. */
export async function write<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<Written<ReplyOutput<E>>> {
  return readWritten<ReplyOutput<E>>(endpoint.reply, await sendAsMember(endpoint, options))
}

async function sendAsMember<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Promise<string> {
  if (endpoint.access !== 'public' && !options.organizationId?.trim()) {
    throw new OrganizationError('Organization ID is required')
  }
  if (endpoint.access === 'public') return send(endpoint, options, null)
  const isGet = endpoint.method === 'GET'
  const reading = isGet || options.isReading === true
  try {
    const early = isGet ? await earlyResponseOf(endpoint, options) : null
    const bearer = early ? null : await token({ fresh: false, reading })
    return await send(endpoint, options, bearer, early)
  } catch (error) {
    if (!isUnauthorized(error)) throw error
  }
  try {
    return await send(endpoint, options, await token({ fresh: true }))
  } catch (error) {
    if (isUnauthorized(error)) for (const handler of expiryHandlers) handler()
    throw error
  }
}

/**
 * Returns the response to a call that the page has already sent; null if there is none. Waits for it as for a separate
 * call.
 */
async function earlyResponseOf<E extends Endpoint>(
  endpoint: E,
  { organizationId, params, query, signal }: CallOptions<E>,
): Promise<Response | null> {
  signal?.throwIfAborted()
  const search = String(searchParams(query))
  const url = connection.baseUrl + pathOf(endpoint, { ...params, orgId: organizationId } as PathParams<E>)
  return within(connection.early(url + (search && `?${search}`)), signal)
}

/** Returns a response with `null` in JSON if it has no content. */
const withContent = (response: Response): Response =>
  response.status === 204 ? new Response('null') : response

/**
 * Resolves with the value of `early`.
 *
 * @throws {NetworkError} if it rejects, {@link TimeoutError} if this takes too long, and the signal's reason if aborted.
 */
function within<Value>(early: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), connection.timeout)
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    const fail = (cause: unknown) => reject(new NetworkError({ cause }))
    early.then(resolve, fail).finally(() => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
  })
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401

let refreshing: Promise<string | null> | null = null

/** Returns a token. Concurrent calls share one request for a new token. */
async function token({ fresh, reading = false }: { fresh: boolean; reading?: boolean }): Promise<string> {
  let value: string | null
  try {
    if (fresh) {
      refreshing ??= connection.getToken({ fresh }).finally(() => {
        refreshing = null
      })
    }
    value = await (fresh ? refreshing : connection.getToken({ reading }))
  } catch (cause) {
    throw new NetworkError({ cause })
  }
  if (!value) throw new ApiError('Your session has ended. Please sign in again.', 401)
  return value
}

async function send<E extends Endpoint>(
  endpoint: E,
  { organizationId, params, query, body, signal, headers }: CallOptions<E>,
  bearer: string | null,
  early: Response | null = null,
): Promise<string> {
  const path = pathOf(endpoint, { ...params, orgId: organizationId } as PathParams<E>)
  try {
    return await request(path, {
      method: endpoint.method,
      searchParams: searchParams(query),
      headers: { ...apiHeaders(organizationId, bearer), ...headers },
      json: body,
      signal,
      fetch: async (input, init) => withContent(early ?? (await connection.fetch(new Request(input, init)))),
    }).text()
  } catch (error) {
    throw await failureOf(error, signal)
  }
}

export interface StreamOptions {
  organizationId: string
  /** Ends the stream. */
  signal: AbortSignal
  /** Whether to request a new token first. */
  fresh?: boolean | undefined
}

/**
 * Opens a stream of server-sent events. Resolves with its bytes once it starts. A rejection is not retried and does not
 * end the session, because no user is waiting for a stream.
 *
 * @throws {ApiError} if the server rejects the request, {@link NetworkError}, {@link TimeoutError},
 * {@link BadResponseError} if the server sends something else, and the signal's reason if aborted.
 */
export async function stream(
  path: string,
  { organizationId, signal, fresh = false }: StreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const bearer = await token({ fresh, reading: true })
  let response: Response
  try {
    response = await request(path.replace(':orgId', encodeURIComponent(organizationId)), {
      headers: apiHeaders(organizationId, bearer, EVENT_STREAM),
      signal,
      fetch: (input, init) => connection.fetch(new Request(input, init)),
    })
  } catch (error) {
    throw await failureOf(error, signal)
  }
  if (response.body && response.headers.get('Content-Type')?.startsWith(EVENT_STREAM)) return response.body
  await response.body?.cancel()
  throw new BadResponseError('The server did not send a live stream.')
}

const EVENT_STREAM = 'text/event-stream'

function request(path: string, options: Options) {
  options.signal?.throwIfAborted()
  return ky(connection.baseUrl + path, { timeout: connection.timeout, parseJson, ...options, retry: 0 })
}

/** Leaves the body of an error as text, because its type can be wrong. */
const parseJson = (text: string) => text

function valueIn(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return body
  }
}

/** Converts an error from ky to one of the API errors. */
async function failureOf(error: unknown, signal: AbortSignal | undefined): Promise<unknown> {
  if (signal?.aborted) return signal.reason
  if (isHTTPError(error)) {
    const { response } = error
    const data = valueIn(error.data)
    const reason = messageOf(data) ?? (await readReason(data))
    return refusal(response.status, response.statusText, data, reason)
  }
  return isTimeoutError(error) ? new TimeoutError({ cause: error }) : new NetworkError({ cause: error })
}

function searchParams(query: unknown): URLSearchParams {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
}
