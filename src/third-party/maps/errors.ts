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
