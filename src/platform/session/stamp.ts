/**
 * What this browser's cookies say of its sign-in, without asking anyone: it changes whenever someone signs in or
 * out. Null when nobody is signed in, or cookies are denied.
 */
export function sessionStamp(cookies = globalThis.document?.cookie ?? ''): string | null {
  const stamps = cookies
    .split('; ')
    .filter((pair) => pair.startsWith('__client_uat'))
    .toSorted()
  return stamps.some((pair) => Number(pair.split('=')[1])) ? stamps.join(';') : null
}
