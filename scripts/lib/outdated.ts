/**
 * Returns the cookie of an owner who was away: the session's token has expired, so that each page requests a new one.
 */
export function outdated<Cookie extends { name: string; value: string }>(cookie: Cookie): Cookie {
  if (!cookie.name.startsWith('__session')) return cookie
  const [header, payload = '', signature] = cookie.value.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const aged = JSON.stringify({ ...claims, exp: claims.iat + 1 })
  return { ...cookie, value: `${header}.${Buffer.from(aged).toString('base64url')}.${signature}` }
}
