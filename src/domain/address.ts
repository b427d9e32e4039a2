import type { AddressDetails } from '../contract/profile.ts'

/** Bounds of the address search (sections 5 and 9). Characters are UTF-16 code units, sizes pixels. */
export const ADDRESS_SEARCH = {
  /** Shortest text that is searched for. */
  minimumCharacters: 3,
  /** Longest text the map service takes. */
  maximumCharacters: 256,
  /** Pause after the last key before asking, in milliseconds. */
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

/** One line of the list under the address field. */
export interface AddressSuggestion {
  /** The map service's own id. */
  id: string
  /** House number and street. */
  name: string
  /** City, state, ZIP code and country. */
  place: string
  fullAddress: string
}

/** What the map service tells of one address, whichever of its calls told it. */
export interface RetrievedAddress {
  fullAddress: string
  coordinates: Coordinates
  context: Readonly<Record<string, unknown>>
  properties: Readonly<Record<string, unknown>>
}

/** How sure the map service is that an address found is the one typed. */
export type MatchConfidence = 'exact' | 'high' | 'medium' | 'low'

/** The address search as the address field sees it. Every call may reject; none changes what was typed. */
export interface AddressSearch {
  /** Addresses that begin like `text`, best first. A later call aborts an earlier one still under way. */
  suggest(text: string, signal?: AbortSignal): Promise<AddressSuggestion[]>
  /** The chosen suggestion with its coordinates. */
  retrieve(suggestion: AddressSuggestion, signal?: AbortSignal): Promise<AddressDetails>
  /** The address that was typed as the service knows it, or null when it does not know it surely. */
  validate(text: string, signal?: AbortSignal): Promise<AddressDetails | null>
  /** Address of a picture with a pin; `width` and `height` in CSS pixels, `scale` 2 for dense screens. */
  staticMapUrl(at: Coordinates, size: { width: number; height: number; scale: 1 | 2 }): string
  /** Tells the service that its place for this address is wrong. */
  reportWrongPlace(address: AddressDetails): Promise<void>
}

/** Throws a RangeError unless latitude is -90..90 and longitude -180..180 (section 5). */
export function checkCoordinates({ latitude, longitude }: Coordinates): Coordinates {
  if (!(latitude >= -90 && latitude <= 90)) {
    throw new RangeError('Invalid LngLat latitude value: must be between -90 and 90')
  }
  if (!(longitude >= -180 && longitude <= 180)) {
    throw new RangeError('Invalid LngLat longitude value: must be between -180 and 180')
  }
  return { latitude, longitude }
}

/** Throws 'searchText is required' for blank text (section 8); else the text without outer blanks. */
export function checkSearchText(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') throw new TypeError('searchText is required')
  return trimmed
}

/** Whether the field asks the service for suggestions: 3 characters or more (section 5), and not too many. */
export function isSearchable(text: string): boolean {
  const { length } = text.trim()
  return length >= ADDRESS_SEARCH.minimumCharacters && length <= ADDRESS_SEARCH.maximumCharacters
}

/** An address found by the service, as the profile stores it. Throws a RangeError as checkCoordinates does. */
export function addressFromService(found: RetrievedAddress): AddressDetails {
  return {
    full_address: found.fullAddress.trim(),
    coordinates: checkCoordinates(found.coordinates),
    context: { ...found.context },
    properties: { ...found.properties },
  }
}

/** An address as typed, not verified by anyone; null when blank. */
export function typedAddress(text: string): AddressDetails | null {
  const full_address = text.trim()
  return full_address === '' ? null : { full_address, coordinates: null, context: null, properties: null }
}

/** The same address after the owner was warned that it is unverified and chose to use it. */
export function confirmedAddress(address: AddressDetails): AddressDetails {
  return { ...address, properties: { ...address.properties, confirmed_by_owner: true } }
}

/** Whether the owner must still be asked: neither found by the service nor confirmed in spite of that. */
export function needsConfirmation(address: AddressDetails): boolean {
  return address.coordinates === null && address.properties?.confirmed_by_owner !== true
}

/** Whether an answer of the validation counts as verified. */
export function isVerified(confidence: MatchConfidence): boolean {
  return confidence === 'exact' || confidence === 'high'
}

/** Pixels to ask of the service for one side of the minimap: whole, at least 1, with `scale` at most 1280. */
export function minimapPixels(cssPixels: number, scale: 1 | 2): number {
  const most = ADDRESS_SEARCH.minimap.maximumPixels / scale
  return Math.max(1, Math.min(most, Math.round(cssPixels) || 1))
}
