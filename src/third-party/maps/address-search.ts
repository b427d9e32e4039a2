import {
  type AddressSearch,
  type AddressSuggestion,
  addressFromService,
  type Coordinates,
  isVerified,
} from '../../domain/common/address.ts'
import { deviceLocation } from '../../platform/page/location.ts'
import { createMapsClient, type MapsClient, SEARCH_DEFAULTS } from './client.ts'
import { LocationError } from './errors.ts'
import { createSearchEvents, type SearchEvent } from './events.ts'
import { createSearchSession } from './search-session.ts'
import { type MapsSettings, PROVIDER_URL } from './settings.ts'

export interface AddressSearchOptions extends Partial<Pick<MapsSettings, 'fetch' | 'timeout'>> {
  /** `PUBLIC_MAPS_URL`. If empty, the provider's URL is used. */
  baseUrl: string
  /** `PUBLIC_MAPBOX_TOKEN`. */
  token: string
  clock?: () => Date
  /** The target that receives 'pagehide' events: the window. */
  page?: Pick<EventTarget, 'addEventListener'> | null
  /** Returns the device's location. */
  device?: () => Promise<Coordinates>
}

/** The code of a GeolocationPositionError if the user or the page's policy has denied the location. */
const DENIED = 1

const TIMEOUT = 5_000
const LANGUAGES = [SEARCH_DEFAULTS.language]
/** The value that the provider uses in events for "by IP address". */
const PROXIMITY_BY_IP = [999, 999]

/** Creates the address search for a client. Handles session tokens, superseded requests, and events. */
function addressSearchOver(
  client: MapsClient,
  {
    clock = () => new Date(),
    page = null,
    device = deviceLocation,
  }: Pick<AddressSearchOptions, 'clock' | 'page' | 'device'> = {},
): AddressSearch {
  const session = createSearchSession(clock)
  const events = createSearchEvents((batch, keepalive) => client.sendEvents(batch, keepalive), page)
  let underWay: AbortController | null = null
  let query = ''
  let shown: AddressSuggestion[] = []

  const track = (event: SearchEvent['event'], sessionIdentifier: string, details: object) => {
    if (query === '') return
    events.add({
      event,
      created: clock().getTime(),
      sessionIdentifier,
      queryString: query,
      language: LANGUAGES,
      types: [SEARCH_DEFAULTS.types],
      proximity: PROXIMITY_BY_IP,
      ...details,
    })
  }

  return {
    async suggest(text, signal) {
      underWay?.abort()
      const controller = new AbortController()
      underWay = controller
      const either = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal
      const previous = query
      query = text.trim()
      const { token, isNew } = session.forSuggest()
      if (isNew) track('search.start', token, {})
      const lastAction = query.startsWith(previous) ? query.slice(previous.length) : query
      track('search.keystroke', token, { lastAction, path: 'search/searchbox/v1/suggest' })
      const found = await client.suggest(text, { sessionToken: token, signal: either })
      either.throwIfAborted()
      shown = found
      return found
    },

    async retrieve(suggestion, signal) {
      underWay?.abort()
      const token = session.current()
      const index = shown.findIndex(({ id }) => id === suggestion.id)
      track('search.select', token, {
        path: 'search/searchbox/v1/suggest',
        resultIndex: index,
        resultPlaceName: suggestion.fullAddress,
        resultId: suggestion.id,
        suggestionIds: shown.map(({ id }) => id),
        suggestionNames: shown.map(({ fullAddress }) => fullAddress),
        suggestionTypes: shown.map(() => SEARCH_DEFAULTS.types),
      })
      session.end()
      query = ''
      return addressFromService(
        await client.retrieve(suggestion.id, { sessionToken: token, ...(signal ? { signal } : {}) }),
      )
    },

    async validate(text, signal) {
      const options = { sessionToken: session.current(), ...(signal ? { signal } : {}) }
      const [best] = await client.validate(text, options)
      return best && isVerified(best.confidence) ? addressFromService(best.address) : null
    },

    async find(text, signal) {
      const [best] = await client.forward(text, signal ? { signal } : {})
      return best ? addressFromService(best) : null
    },

    async locate(signal) {
      const at = await device().catch((cause) => {
        throw new LocationError(cause?.code === DENIED ? 'denied' : 'unknown', { cause })
      })
      const found = await client.reverse(at, signal ? { signal } : {}).catch((cause: unknown) => {
        throw new LocationError('unreachable', { cause })
      })
      if (!found[0]) throw new LocationError('noAddress')
      return addressFromService(found[0])
    },

    staticMapUrl: client.staticMapUrl,

    async reportWrongPlace({ coordinates, full_address: fullAddress }) {
      if (!coordinates) return
      await client.feedback({ at: coordinates, fullAddress, changes: {}, labels: ['wrong location'] })
    },
  }
}

/** Creates the address search for a map service: the provider or a stand-in. Sends nothing until it is used. */
export function createAddressSearch(options: AddressSearchOptions): AddressSearch {
  const { token, timeout = TIMEOUT, fetch = (input, init) => globalThis.fetch(input, init) } = options
  const baseUrl = (options.baseUrl || PROVIDER_URL).replace(/\/+$/, '')
  return addressSearchOver(createMapsClient({ baseUrl, token, fetch, timeout }), options)
}
