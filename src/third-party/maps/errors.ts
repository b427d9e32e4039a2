/**
 * A failed request to the map service. `status` is the HTTP status if the service rejected the request, or null if it
 * was unreachable, too slow, or sent an invalid response.
 */
export class MapsError extends Error {
  override readonly name = 'MapsError'
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

/** Why this device's address is not known. The message is for the user. */
export class LocationError extends Error {
  override readonly name = 'LocationError'

  constructor(reason: keyof typeof LOCATION_FAILURES, options?: ErrorOptions) {
    super(LOCATION_FAILURES[reason], options)
  }
}

const LOCATION_FAILURES = {
  denied: 'This page may not use your location. Allow it in the browser, or type the address.',
  unknown: 'Your device could not find its location. Please type the address.',
  noAddress: 'There is no known address at your location. Please type the address.',
  unreachable: 'Your location could not be looked up. Please try again, or type the address.',
} as const
