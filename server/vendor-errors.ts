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
  constructor(service: string, seconds: number) {
    super(`${service} limits how fast it answers`)
    this.seconds = seconds
  }
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
