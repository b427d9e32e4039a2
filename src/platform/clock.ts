/** Returns the current time. Domain functions receive it as an argument; only stores and islands call this function. */
export function now(): Date {
  return new Date()
}

/** Returns when this page was loaded, in milliseconds since 1970. */
export function loadedAt(): number {
  return performance.timeOrigin
}
