/** Returns the claims of a version 2 session token of the demo owner, valid for a minute from `now` (milliseconds). */
export function claimsAt(now: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const iat = Math.floor(now / 1000)
  return { sid: 'sess_1', sub: 'user_1', o: { id: 'org_a' }, iat, exp: iat + 60, ...changes }
}

/** Returns an unsigned token with these claims. */
export function tokenOf(claims: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part(claims)}.signature`
}
