/** A failed call of the map service: refused (`status`), or unreachable, late, or invalid (null). */
export class MapsError extends Error {
  override readonly name = 'MapsError'
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
