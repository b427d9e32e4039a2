/**
 * Identifies the sign-in of this browser by its cookies, without a request: the value changes on each sign-in and
 * sign-out. Null if nobody is signed in, or cookies are denied.
 */
export function sessionStamp(cookies = globalThis.document?.cookie ?? ''): string | null {
  const stamps = cookies
    .split('; ')
    .filter((pair) => pair.startsWith('__client_uat'))
    .toSorted()
  return stamps.some((pair) => Number(pair.split('=')[1])) ? stamps.join(';') : null
}
