import * as v from 'valibot'
import {
  type AddressSuggestion,
  type Coordinates,
  checkCoordinates,
  checkSearchText,
  type MatchConfidence,
  minimapPixels,
  type RetrievedAddress,
} from '../../domain/common/address.ts'
import { MapsError } from './errors.ts'
import { FeaturesReply, SuggestReply, ValidateReply } from './schemas.ts'
import { feedbackUrl, type MapsSettings } from './settings.ts'

/** The defaults of section 5: English, near the caller's IP address, street addresses. */
export const SEARCH_DEFAULTS = { language: 'en', proximity: 'ip', types: 'address' } as const

const MAP_STYLE = 'mapbox/streets-v12'
const MAP_ZOOM = 16
const PIN_COLOR = 'e64a19'

export interface SearchOptions {
  /** A UUID that groups the requests of a search for the provider's billing. */
  sessionToken: string
  signal?: AbortSignal
}

/** A report that an address has the wrong location. */
export interface Feedback {
  at: Coordinates
  fullAddress: string
  changes: { address?: string; location?: Coordinates }
  labels: readonly string[]
}

export interface MapsClient {
  /** Throws 'searchText is required' for blank text. */
  suggest(searchText: string, options: SearchOptions): Promise<AddressSuggestion[]>
  retrieve(id: string, options: SearchOptions): Promise<RetrievedAddress>
  forward(searchText: string, options?: Omit<SearchOptions, 'sessionToken'>): Promise<RetrievedAddress[]>
  /** Throws a RangeError if the latitude is outside -90 to 90 or the longitude outside -180 to 180. */
  reverse(at: Coordinates, options?: Omit<SearchOptions, 'sessionToken'>): Promise<RetrievedAddress[]>
  /** Returns addresses that match a complete text, best match first. */
  validate(
    searchText: string,
    options: SearchOptions,
  ): Promise<{ address: RetrievedAddress; confidence: MatchConfidence }[]>
  /** Returns the URL of an image with a pin, at most 1280 pixels per side. Throws a RangeError like `reverse`. */
  staticMapUrl(at: Coordinates, size: { width: number; height: number; scale: 1 | 2 }): string
  feedback(feedback: Feedback): Promise<void>
  /** Sends search events. With `keepalive`, the request can outlive the page. */
  sendEvents(events: readonly object[], keepalive: boolean): Promise<void>
}

const HttpError = v.object({ message: v.string() })

async function refusal(response: Response): Promise<MapsError> {
  const body: unknown = await response.json().catch(() => null)
  const message = v.is(HttpError, body) ? body.message : `HTTP ${response.status}: ${response.statusText}`
  return new MapsError(message, response.status)
}

type Query = Record<string, string | number | undefined>

/**
 * Creates a client for the provider's typed endpoints. Each method rejects with a MapsError if the service rejects the
 * request, is unreachable, exceeds the timeout, or sends an invalid response. If aborted, it rejects with the signal's
 * reason. Nothing is retried.
 */
export function createMapsClient({ baseUrl, token, fetch, timeout }: MapsSettings): MapsClient {
  const address = (base: string, path: string, query: Query = {}) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) search.set(name, String(value))
    }
    search.set('access_token', token)
    return `${base}${path}?${search}`
  }

  async function send(url: string, init: RequestInit): Promise<Response> {
    const late = AbortSignal.timeout(timeout)
    const signal = init.signal ? AbortSignal.any([init.signal, late]) : late
    const response = await fetch(url, { ...init, signal, credentials: 'omit' }).catch((cause: unknown) => {
      init.signal?.throwIfAborted()
      throw new MapsError(
        late.aborted ? 'The map service took too long' : 'The map service is unreachable',
        null,
        {
          cause,
        },
      )
    })
    if (!response.ok) throw await refusal(response)
    return response
  }

  async function get<Schema extends v.GenericSchema>(
    schema: Schema,
    path: string,
    query: Query,
    signal: AbortSignal | undefined,
  ): Promise<v.InferOutput<Schema>> {
    const response = await send(address(baseUrl, path, query), signal ? { signal } : {})
    try {
      return v.parse(schema, await response.json())
    } catch (cause) {
      signal?.throwIfAborted()
      throw new MapsError('The map service sent an unreadable response', null, { cause })
    }
  }

  return {
    async suggest(searchText, { sessionToken, signal }) {
      const query = { q: checkSearchText(searchText), ...SEARCH_DEFAULTS, session_token: sessionToken }
      return get(SuggestReply, '/search/searchbox/v1/suggest', query, signal)
    },

    async retrieve(id, { sessionToken, signal }) {
      const path = `/search/searchbox/v1/retrieve/${encodeURIComponent(id)}`
      const query = { language: SEARCH_DEFAULTS.language, session_token: sessionToken }
      const [first] = await get(FeaturesReply, path, query, signal)
      if (!first) throw new MapsError('The map service does not know this address', null)
      return first
    },

    async forward(searchText, { signal } = {}) {
      const query = { q: checkSearchText(searchText), ...SEARCH_DEFAULTS }
      return get(FeaturesReply, '/search/searchbox/v1/forward', query, signal)
    },

    async reverse(at, { signal } = {}) {
      const { language, types } = SEARCH_DEFAULTS
      const query = { ...checkCoordinates(at), language, types }
      return get(FeaturesReply, '/search/searchbox/v1/reverse', query, signal)
    },

    async validate(searchText, { sessionToken, signal }) {
      const path = `/autofill/v1/retrieve/${encodeURIComponent(checkSearchText(searchText))}`
      const { language, proximity } = SEARCH_DEFAULTS
      return get(ValidateReply, path, { language, proximity, session_token: sessionToken }, signal)
    },

    staticMapUrl(at, { width, height, scale }) {
      const { latitude, longitude } = checkCoordinates(at)
      const size = `${minimapPixels(width, scale)}x${minimapPixels(height, scale)}${scale === 2 ? '@2x' : ''}`
      const pin = `pin-l+${PIN_COLOR}(${longitude},${latitude})`
      const path = `/styles/v1/${MAP_STYLE}/static/${pin}/${longitude},${latitude},${MAP_ZOOM},0/${size}`
      return address(baseUrl, path)
    },

    async feedback({ at, fullAddress, changes, labels }) {
      const body = JSON.stringify({
        version: '1.18',
        action: 'update',
        reason: 'incorrect_data',
        location: checkCoordinates(at),
        userEmail: 'no-reply-autofill@mapbox.com',
        changes,
        placeName: fullAddress,
        labels,
        notificationsDisabled: true,
        submissionNotificationDisabled: true,
      })
      const headers = { 'Content-Type': 'application/json' }
      const url = address(feedbackUrl(baseUrl), '/v1/edit-suggestion/address')
      await send(url, { method: 'POST', headers, body })
    },

    async sendEvents(events, keepalive) {
      // Plain text avoids a preflight request, which would not complete when the page closes.
      const headers = { 'Content-Type': 'text/plain' }
      const body = JSON.stringify(events)
      await send(address(baseUrl, '/events/v2'), { method: 'POST', headers, body, keepalive })
    },
  }
}
