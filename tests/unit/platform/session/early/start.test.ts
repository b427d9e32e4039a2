import { describe, expect, it } from 'vitest'
import { startEarly } from '../../../../../src/platform/session/early/start.ts'
import { claimsAt, tokenOf } from '../../../../support/session-token.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const MINUTE = 60_000
const good = tokenOf(claimsAt(NOW))
const old = tokenOf(claimsAt(NOW - 5 * MINUTE))
const fresh = tokenOf(claimsAt(NOW, { nonce: 1 }))

const OPTIONS = {
  sessionsUrl: 'https://clerk.example/v1/client/sessions',
  query: '?v=1',
  cookies: { signedIn: ['__client_uat'], session: ['__session'] },
  apiUrl: 'https://api.example',
  calls: ['/organizations/:orgId', '/organizations/:orgId/leads'],
  changing: { kind: 'leads', search: '?since=' },
}
const ORGANIZATION = 'https://api.example/organizations/org_a'
const TOKENS = 'https://clerk.example/v1/client/sessions/sess_1/tokens?v=1'

/** Starts a page with this token in its cookie. Each call of the API succeeds; `clerk` is Clerk's response. */
function open(
  token: string,
  clerk: () => Response | Promise<Response>,
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
        return url.startsWith('https://clerk') ? clerk() : Response.json({ url })
      },
    },
  )
  return { early, sent, urls: () => sent.map(({ url }) => url) }
}

const refused = () => Response.json({ errors: [] }, { status: 401 })
const issue = (jwt: unknown) => () => Response.json({ object: 'token', jwt })

describe('a page starts its calls', () => {
  it('with the token in the cookie while that is good', async () => {
    const { early, sent, urls } = open(good, refused)
    const response = await early?.calls.get(ORGANIZATION)?.response
    expect(await response?.json()).toEqual({ url: ORGANIZATION })
    expect(urls()).toEqual([ORGANIZATION, `${ORGANIZATION}/leads`])
    expect(sent[0]?.init.headers).toEqual({
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${good}`,
      'X-Organization-ID': 'org_a',
    })
    expect(await early?.token).toEqual({ value: good, expiresAt: NOW + MINUTE })
  })

  it('with a new token from Clerk, for the same organization, after the old one has expired', async () => {
    const { early, sent, urls } = open(old, issue(fresh))
    expect((await early?.calls.get(ORGANIZATION)?.response)?.ok).toBe(true)
    expect(urls()).toEqual([TOKENS, ORGANIZATION, `${ORGANIZATION}/leads`])
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      credentials: 'include',
      body: 'organization_id=org_a',
    })
    expect(sent[1]?.init.headers).toMatchObject({ Authorization: `Bearer ${fresh}` })
  })

  it('and reckons the life of a new token by this device’s clock', async () => {
    const { early } = open(old, issue(tokenOf(claimsAt(NOW - 5 * MINUTE, { nonce: 1 }))))
    expect((await early?.token)?.expiresAt).toBe(NOW + MINUTE)
  })

  it.each<[string, () => Response | Promise<Response>]>([
    ['refuses', refused],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['responds with no token', issue(null)],
    ['responds with no JSON', () => new Response('<html>')],
    ["responds with another user's token", issue(tokenOf(claimsAt(NOW, { sub: 'user_2' })))],
    ["responds with another session's token", issue(tokenOf(claimsAt(NOW, { sid: 'sess_2' })))],
    ["responds with another organization's token", issue(tokenOf(claimsAt(NOW, { o: { id: 'org_b' } })))],
  ])('but sends nothing to the API if Clerk %s', async (_, clerk) => {
    const { early, urls } = open(old, clerk)
    expect(await early?.token).toBeNull()
    expect(await early?.calls.get(ORGANIZATION)?.response).toBeNull()
    expect(urls()).toEqual([TOKENS])
  })

  it('but not with a development key, whose calls cannot be predicted', () => {
    const { early, urls } = open(good, refused, { sessionsUrl: null })
    expect([early, urls()]).toEqual([null, []])
  })

  it('but not without a session', () => {
    const { early, urls } = open('malformed', refused)
    expect([early, urls()]).toEqual([null, []])
  })
})

it.each([
  ['nothing', null, 1],
  ["another organization's leads", [{}, { question: '["org_b","leads",null]' }], 1],
  ['the leads', [{}, { question: '["org_a","leads",null]' }], 0],
])('a device that has cached %s asks for all of them %#', async (_, cached, times) => {
  const url = '/organizations/:orgId/leads?since='
  const { early, urls } = open(good, refused, { calls: [url] }, cached)
  const response = await early?.calls.get(`${ORGANIZATION}/leads?since=`)?.response
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
])('a URL that names %s starts calls only if the session is in it', async (organizationId, isStarted) => {
  const { early, urls } = open(good, refused, {}, null, organizationId)
  await early?.token
  expect(urls().length > 0).toBe(isStarted)
})
