/** A call of the map service that failed: refused (`status`), unreachable, late or unreadable (null). */
export class MapsError extends Error {
  override readonly name = 'MapsError'
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}
