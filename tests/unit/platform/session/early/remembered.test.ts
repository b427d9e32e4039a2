import { describe, expect, it } from 'vitest'
import { readToken, rememberedSession } from '../../../../../src/platform/session/early/remembered.ts'
import { claimsAt, tokenOf } from '../../../../support/session-token.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const SECOND = 1000
const ORIGIN = 'https://app.example'
const NAMES = {
  signedIn: ['__client_uat', '__client_uat_x'],
  session: ['__session_x', '__session'],
}
const OWNER = { sessionId: 'sess_1', userId: 'user_1', organizationId: 'org_a' }

const read = (cookies: Record<string, string>, now = NOW) =>
  rememberedSession(
    Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
    NAMES,
    ORIGIN,
    now,
  )

const good = tokenOf(claimsAt(NOW))
const SIGNED_IN = { other: 'a=b', __client_uat: '1700000000' }

describe('the session that cookies remember', () => {
  it('has its token while that is good', () => {
    expect(read({ ...SIGNED_IN, __session: good })).toEqual({
      ...OWNER,
      token: { value: good, expiresAt: NOW + 60 * SECOND },
    })
  })

  it.each([
    [49, 'good'],
    [50, null],
    [60, null],
    [86_400, null],
  ])('%i s after its issue, its token is %s', (seconds, expected) => {
    const session = read({ ...SIGNED_IN, __session: good }, NOW + seconds * SECOND)
    expect(session).toMatchObject(OWNER)
    expect(session?.token && 'good').toBe(expected)
  })

  it('can have a token that was issued with the sign-in', () => {
    expect(read({ __client_uat: String(NOW / SECOND), __session: good })).toMatchObject(OWNER)
  })

  it('prefers the cookie of this instance', () => {
    const other = tokenOf(claimsAt(NOW, { sub: 'user_of_another_instance' }))
    expect(read({ ...SIGNED_IN, __session: other, __session_x: good })).toMatchObject(OWNER)
  })

  it('reads version 1 of the claims', () => {
    const token = tokenOf(claimsAt(NOW, { o: undefined, org_id: 'org_a' }))
    expect(read({ ...SIGNED_IN, __session: token })).toMatchObject(OWNER)
  })

  it('is the one that was active last', () => {
    const cookies = { ...SIGNED_IN, __session: good }
    expect(read({ ...cookies, clerk_active_context: 'sess_1:org_a' })).toMatchObject(OWNER)
    expect(read({ ...cookies, clerk_active_context: 'sess_1%3Aorg_a' })).toMatchObject(OWNER)
    expect(read({ ...cookies, clerk_active_context: 'sess_1:org_b' })).toBeNull()
    expect(read({ ...cookies, clerk_active_context: 'sess_2:org_a' })).toBeNull()
    expect(read({ ...cookies, clerk_active_context: 'sess_1:' })).toBeNull()
  })

  it.each([
    ['no cookies', {}],
    ['no token', SIGNED_IN],
    ['nobody signed in', { __client_uat: '0', __client_uat_x: '0', __session: good }],
    ['no sign of a sign-in', { __session: good }],
    [
      'a token that is older than the last sign-in',
      { ...SIGNED_IN, __client_uat_x: String(NOW / SECOND + 1), __session: good },
    ],
    ['no token, but text', { ...SIGNED_IN, __session: 'text' }],
    ['a token whose claims are no JSON', { ...SIGNED_IN, __session: 'a.b.c' }],
    ['a token for no organization', { ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { o: undefined })) }],
    ['a token of no session', { ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { sid: undefined })) }],
    ['a token of no user', { ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { sub: 7 })) }],
    ['a token without an end', { ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { exp: undefined })) }],
    [
      "another site's token",
      { ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { azp: 'https://other.example' })) },
    ],
  ])('is none with %s', (_, cookies) => {
    expect(read(cookies as Record<string, string>)).toBeNull()
  })

  it("accepts this site's token", () => {
    expect(read({ ...SIGNED_IN, __session: tokenOf(claimsAt(NOW, { azp: ORIGIN })) })).toMatchObject(OWNER)
  })
})

it.each([undefined, null, '', {}, '..', 'a.!.c'])('%j is no token', (value) => {
  expect(readToken(value)).toBeNull()
})
