/** Returns the current time. Rules take it as an argument; only stores and islands call this. */
export function now(): Date {
  return new Date()
}

/** When this page was loaded, in milliseconds since 1970. */
export function loadedAt(): number {
  return performance.timeOrigin
}
