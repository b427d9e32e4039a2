/** Why the companion cannot start, as one sentence for the person who started it; no stack is shown. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
