/** Why a request to another company's service did not succeed. The message is for the owner, and names the service. */
export abstract class VendorError extends Error {}
/** The service no longer accepts the connection. */
export class Revoked extends VendorError {
  override name = 'Revoked'
}
/** The service asks to wait. */
export class TooFast extends VendorError {
  override name = 'TooFast'
  readonly seconds: number
  constructor(service: string, seconds: number) {
    super(`${service} limits how fast it answers`)
    this.seconds = seconds
  }
}
/** The service cannot be reached, or is in trouble; another attempt may help. What the request did is not known. */
export class Unavailable extends VendorError {
  override name = 'Unavailable'
}
/** The service refuses the data; another attempt does not help. */
export class Refused extends VendorError {
  override name = 'Refused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Says why something failed, to the owner. */
export const reasonOf = (error: unknown): string =>
  error instanceof VendorError ? error.message : 'Something went wrong on our side'
