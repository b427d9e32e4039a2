/**
 * Returns a value that identifies this browser's current sign-in, derived from its cookies without a request. The value
 * changes with each sign-in and sign-out. Returns null if no one is signed in, or if cookies are denied.
 */
export function sessionStamp(cookies = globalThis.document?.cookie ?? ''): string | null {
  const stamps = cookies
    .split('; ')
    .filter((pair) => pair.startsWith('__client_uat'))
    .toSorted()
  return stamps.some((pair) => Number(pair.split('=')[1])) ? stamps.join(';') : null
}
