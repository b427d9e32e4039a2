import { describe, expect, it } from 'vitest'
import { startEarly } from '../../../../../src/platform/session/early/start.ts'
import { claimsAt, tokenOf } from '../../../../support/session-token.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const MINUTE = 60_000
const good = tokenOf(claimsAt(NOW))
const old = tokenOf(claimsAt(NOW - 5 * MINUTE))

const OPTIONS = {
  cookies: { signedIn: ['__client_uat'], session: ['__session'] },
  apiUrl: 'https://api.example',
  calls: ['/organizations/:orgId', '/organizations/:orgId/leads'],
  changing: { kind: 'leads', search: '?limit=' },
}
const ORGANIZATION = 'https://api.example/organizations/org_a'

/** Starts a page with this token in its cookie. Each call of the API succeeds. */
function open(
  token: string,
  options = {},
  cached: unknown[] | null = null,
  organizationId: string | null = null,
) {
  const sent: { url: string; init: RequestInit }[] = []
  const early = startEarly(
    { ...OPTIONS, ...options },
    {
      cookies: `__client_uat=1; __session=${token}`,
      origin: 'https://app.example',
      organizationId,
      now: () => NOW,
      cached: Promise.resolve(cached),
      fetch: async (url, init) => {
        sent.push({ url, init })
        return Response.json({ url })
      },
    },
  )
  return { early, sent, urls: () => sent.map(({ url }) => url) }
}

describe('a page starts its calls', () => {
  it('with the token in the cookie while that is good', async () => {
    const { early, sent, urls } = open(good)
    const response = await early?.calls.get(ORGANIZATION)?.response
    expect(await response?.json()).toEqual({ url: ORGANIZATION })
    expect(urls()).toEqual([ORGANIZATION, `${ORGANIZATION}/leads`])
    expect(sent[0]?.init.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${good}`,
      'X-Organization-ID': 'org_a',
    })
    expect(early?.token).toEqual({ value: good, expiresAt: NOW + MINUTE })
  })

  it('but not with a token that has expired, whose owner it only names', () => {
    const { early, urls } = open(old)
    expect(early).toEqual({
      owner: { sessionId: 'sess_1', userId: 'user_1', organizationId: 'org_a' },
      token: null,
      calls: new Map(),
    })
    expect(urls()).toEqual([])
  })

  it('but not without a session', () => {
    const { early, urls } = open('malformed')
    expect([early, urls()]).toEqual([null, []])
  })
})

it.each([
  ['nothing', null, 1],
  ["another organization's leads", [{}, { question: '["org_b","leads",null]' }], 1],
  ['the leads', [{}, { question: '["org_a","leads",null]' }], 0],
])('a device that has cached %s asks for the first ones %#', async (_, cached, times) => {
  const url = '/organizations/:orgId/leads?limit=100'
  const { early, urls } = open(good, { calls: [url] }, cached)
  const response = await early?.calls.get(`${ORGANIZATION}/leads?limit=100`)?.response
  expect(urls()).toHaveLength(times)
  expect(response?.ok ?? false).toBe(times === 1)
})

it('a call that fails leaves the others alone', async () => {
  const early = startEarly(OPTIONS, {
    cookies: `__client_uat=1; __session=${good}`,
    origin: 'https://app.example',
    organizationId: null,
    now: () => NOW,
    cached: Promise.resolve(null),
    fetch: (url) =>
      url.endsWith('/leads')
        ? Promise.resolve(Response.json([]))
        : Promise.reject(new TypeError('no network')),
  })
  await expect(early?.calls.get(ORGANIZATION)?.response).rejects.toThrow('no network')
  expect((await early?.calls.get(`${ORGANIZATION}/leads`)?.response)?.ok).toBe(true)
})

it.each([
  ['org_a', true],
  ['org_b', false],
])('a URL that names %s starts calls only if the session is in it', (organizationId, isStarted) => {
  const { urls } = open(good, {}, null, organizationId)
  expect(urls().length > 0).toBe(isStarted)
})
