import { LIMITS } from '../../contract/limits.ts'
import type { AddressDetails } from '../../contract/profile.ts'

/** Limits of the address search (sections 5 and 9). Characters are UTF-16 code units; sizes are in pixels. */
export const ADDRESS_SEARCH = {
  /** The shortest text to search for. */
  minimumCharacters: LIMITS.addressSearch.min,
  /** The longest text that the map service accepts. */
  maximumCharacters: LIMITS.addressSearch.max,
  /** The pause after the last keystroke before a search starts, in milliseconds. */
  debounce: 200,
  minimap: { maximumPixels: 1280, mobileBreakpoint: 767 },
} as const

/** The texts of section 8, "Address search". */
export const ADDRESS_TEXTS = {
  none: 'No search results.',
  hint: 'Type in 2 or more characters for results.',
  unverified:
    "We couldn't verify this address. Please check that your information is correct before continuing.",
} as const

export interface Coordinates {
  /** Degrees, -90 to 90. */
  latitude: number
  /** Degrees, -180 to 180. */
  longitude: number
}

/** A line in the list below the address field. */
export interface AddressSuggestion {
  /** The map service's id. */
  id: string
  /** House number and street. */
  name: string
  /** City, state, ZIP code, and country. */
  place: string
  fullAddress: string
}

/** An address as returned by any endpoint of the map service. */
export interface RetrievedAddress {
  fullAddress: string
  coordinates: Coordinates
  context: Readonly<Record<string, unknown>>
  properties: Readonly<Record<string, unknown>>
}

/** The map service's confidence that the found address is the typed one. */
export type MatchConfidence = 'exact' | 'high' | 'medium' | 'low'

/** The address search behind the address field. Every call can reject. No call changes the typed text. */
export interface AddressSearch {
  /** Returns addresses that start with `text`, best match first. A new call aborts a pending one. */
  suggest(text: string, signal?: AbortSignal): Promise<AddressSuggestion[]>
  /** Returns the chosen suggestion with its coordinates. */
  retrieve(suggestion: AddressSuggestion, signal?: AbortSignal): Promise<AddressDetails>
  /** Returns the typed address in the service's format, or null if the service is not certain. */
  validate(text: string, signal?: AbortSignal): Promise<AddressDetails | null>
  /** Returns the best match for a typed address that could not be validated, or null if there is none. */
  find(text: string, signal?: AbortSignal): Promise<AddressDetails | null>
  /** Returns the address at which this device is. Rejects with an error whose message is for the user. */
  locate(signal?: AbortSignal): Promise<AddressDetails>
  /**
   * Returns the URL of a map image with a pin. `width` and `height` are in CSS pixels, and `scale` is 2 for
   * high-density screens.
   */
  staticMapUrl(at: Coordinates, size: { width: number; height: number; scale: 1 | 2 }): string
  /** Reports to the service that its location for the address is wrong. */
  reportWrongPlace(address: AddressDetails): Promise<void>
}

/** Throws a RangeError if the latitude is outside -90 to 90 or the longitude outside -180 to 180 (section 5). */
export function checkCoordinates({ latitude, longitude }: Coordinates): Coordinates {
  if (!(latitude >= -90 && latitude <= 90)) {
    throw new RangeError('Invalid LngLat latitude value: must be between -90 and 90')
  }
  if (!(longitude >= -180 && longitude <= 180)) {
    throw new RangeError('Invalid LngLat longitude value: must be between -180 and 180')
  }
  return { latitude, longitude }
}

/** Returns the trimmed text. Throws 'searchText is required' for blank text (section 8). */
export function checkSearchText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new TypeError('searchText is required')
  return trimmed
}

/** Returns whether a text is long enough (3 characters, section 5) and short enough for a search. */
export function isSearchable(text: string): boolean {
  const { length } = text.trim()
  return length >= ADDRESS_SEARCH.minimumCharacters && length <= ADDRESS_SEARCH.maximumCharacters
}

/** Converts an address from the service to the profile's format. Throws a RangeError like `checkCoordinates`. */
export function addressFromService(found: RetrievedAddress): AddressDetails {
  return {
    full_address: found.fullAddress.trim(),
    coordinates: checkCoordinates(found.coordinates),
    context: { ...found.context },
    properties: { ...found.properties },
  }
}

/** Returns an address as typed, without verification, or null if it is blank. */
export function typedAddress(text: string): AddressDetails | null {
  const full_address = text.trim()
  return full_address === '' ? null : { full_address, coordinates: null, context: null, properties: null }
}

/** Returns the address marked as confirmed, which means that the owner uses it although it is unverified. */
export function confirmedAddress(address: AddressDetails): AddressDetails {
  return { ...address, properties: { ...address.properties, confirmed_by_owner: true } }
}

/** Returns whether the owner still has to confirm the address because the service did not find it. */
export function needsConfirmation(address: AddressDetails): boolean {
  return address.coordinates === null && address.properties?.confirmed_by_owner !== true
}

/** Returns whether a validation result counts as verified. */
export function isVerified(confidence: MatchConfidence): boolean {
  return confidence === 'exact' || confidence === 'high'
}

/**
 * Returns the number of pixels to request for one side of the minimap: an integer of at least 1, and at most 1280 when
 * multiplied by `scale`.
 */
export function minimapPixels(cssPixels: number, scale: 1 | 2): number {
  const most = ADDRESS_SEARCH.minimap.maximumPixels / scale
  return Math.max(1, Math.min(most, Math.round(cssPixels) || 1))
}
