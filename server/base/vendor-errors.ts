import { SECOND_MS } from '../../src/domain/time/durations.ts'

/** A failed request to another company's service. The message is for the owner, and names the service. */
export abstract class VendorError extends Error {}
/** The service no longer accepts the connection. */
export class Revoked extends VendorError {
  override name = 'Revoked'
}
/** The service limits the request rate. */
export class RateLimited extends VendorError {
  override name = 'RateLimited'
  readonly seconds: number
  /** `retryAfter` is the response's header: seconds, or a date. Anything else, and the past, counts as `usual`. */
  constructor(service: string, retryAfter: string | null | undefined, { usual, most }: Pauses) {
    super(`${service} is limiting our requests`)
    const given = retryAfter ?? ''
    const seconds = /^\d+$/.test(given) ? Number(given) : (Date.parse(given) - Date.now()) / SECOND_MS
    this.seconds = Math.min(seconds > 0 ? Math.ceil(seconds) : usual, most)
  }
}

/** How long to wait for a service that limits the request rate, in seconds. */
interface Pauses {
  usual: number
  most: number
}
/** The service cannot be reached or has a failure; a retry may help. Whether the request took effect is unknown. */
export class Unavailable extends VendorError {
  override name = 'Unavailable'
}
/** The service rejects the data; a retry does not help. */
export class Rejected extends VendorError {
  override name = 'Rejected'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Returns the reason for a failure, for the owner. */
export const reasonOf = (error: unknown): string =>
  error instanceof VendorError ? error.message : 'Something went wrong on our side'
