import { beforeEach, describe, expect, it } from 'vitest'
import { deleteHubspot, getHubspotAuth, getIntegrationStatus } from '../../../../src/contract/integrations.ts'
import { sharedServer } from '../../../support/server.ts'
import { call, clear, FRESH, GREEN, RIVAL, withoutMembership } from '../support.ts'

const server = await sharedServer()
beforeEach(() => clear(server, FRESH))

const inFresh = { 'X-Organization-ID': FRESH }
const callback = () => `${server.deps.config.origins.api}/api/v1/integrations/hubspot/callback`
const console = () => server.deps.config.origins.console

async function connected(orgId = FRESH): Promise<boolean> {
  const as = orgId === RIVAL ? 'rival' : 'owner'
  return (await call(server, getIntegrationStatus, { params: { orgId }, as })).body.hubspot_connected
}

async function begin(returnTo?: string): Promise<URL> {
  const query = { redirect_uri: callback(), ...(returnTo ? { return_to: returnTo } : {}) }
  const { body } = await call(server, getHubspotAuth, { params: {}, query, headers: inFresh })
  return new URL(body.auth_url)
}

/** Requests a URL of the API like a browser: no token, no following of redirects. */
async function visit(
  address: string | URL,
): Promise<{ status: number; location: string | null; text: string }> {
  const { pathname, search } = new URL(address)
  const response = await server.fetchApi(pathname + search, { as: null, redirect: 'manual' })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}

/** The URLs of the links on the consent page. */
async function consent(auth: URL): Promise<{ allow: string; cancel: string }> {
  const { status, text } = await visit(auth)
  expect(status).toBe(200)
  const [allow = '', cancel = ''] = [...text.matchAll(/href="([^"]+)"/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  return { allow, cancel }
}

describe('connecting HubSpot', () => {
  it("redirects to the consent page and back to the owner's page", async () => {
    const page = `${console()}/integrations?category=crm#hubspot`
    const auth = await begin(page)
    expect(auth.origin).toBe(server.deps.config.origins.api)
    const { allow } = await consent(auth)
    const back = await visit(allow)
    expect(back.status).toBe(302)
    expect(back.location).toBe(`${console()}/integrations?category=crm&hubspot=connected#hubspot`)
    const { body } = await call(server, getIntegrationStatus, { params: { orgId: FRESH } })
    expect(body).toEqual({
      has_integrations: true,
      hubspot_connected: true,
      jobber_connected: false,
      total_integrations: 1,
      organization_id: FRESH,
      hubspot_account: 'local-portal',
    })
    expect([await connected(GREEN), await connected(RIVAL)]).toEqual([false, false])
  })

  it('can be canceled', async () => {
    const { cancel, allow } = await consent(await begin())
    expect((await visit(cancel)).location).toBe(`${console()}/integrations?hubspot=cancelled`)
    expect((await visit(allow)).location).toBe(`${console()}/integrations?hubspot=expired`)
    expect(await connected()).toBe(false)
  })

  it('accepts a state once, even for concurrent requests', async () => {
    const { allow } = await consent(await begin())
    const answers = await Promise.all([visit(allow), visit(allow)])
    expect(answers.map(({ location }) => new URL(location ?? '').searchParams.get('hubspot')).sort()).toEqual(
      ['connected', 'expired'],
    )
  })

  it('refuses an expired state', async () => {
    const auth = await begin()
    const { allow } = await consent(auth)
    server.clock.advance(10 * 60_000)
    const page = await visit(auth)
    expect([page.status, page.text.includes('no longer works')]).toEqual([400, true])
    expect((await visit(allow)).location).toBe(`${console()}/integrations?hubspot=expired`)
    expect(await connected()).toBe(false)
  })

  it.each(['', '?state=guess&code=x', '?state=%00&code=x', '?code=x', '?error=access_denied'])(
    'refuses the invented callback %j',
    async (query) => {
      expect((await visit(callback() + query)).location).toBe(`${console()}/integrations?hubspot=expired`)
    },
  )

  it('accepts only the code of the consent page', async () => {
    const state = (await begin()).searchParams.get('state') ?? ''
    const answer = await visit(`${callback()}?${new URLSearchParams({ state, code: 'x'.repeat(43) })}`)
    expect(answer.location).toBe(`${console()}/integrations?hubspot=failed`)
    expect(await connected()).toBe(false)
  })

  it('connects nothing if the user has left the organization', async () => {
    const { allow } = await consent(await begin())
    await withoutMembership(server, FRESH, async () => {
      expect((await visit(allow)).location).toBe(`${console()}/integrations?hubspot=failed`)
    })
    expect(await connected()).toBe(false)
  })

  it('escapes names', async () => {
    await server.deps.db
      .updateTable('organizations')
      .set({ name: '<script>alert(1)</script>' })
      .where('id', '=', FRESH)
      .execute()
    const { text } = await visit(await begin())
    expect(text).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
  })

  it('shows nothing for a manipulated URL', async () => {
    const auth = await begin()
    auth.searchParams.set('redirect_uri', 'https://evil.example/')
    const page = await visit(auth)
    expect(page.status).toBe(400)
    expect(page.text).not.toContain('evil.example')
  })

  it.each([
    { redirect_uri: 'https://evil.example/api/v1/integrations/hubspot/callback' },
    { redirect_uri: 'not an address' },
    { redirect_uri: '', return_to: '' },
  ])('refuses %o', async (query) => {
    const answer = await call(server, getHubspotAuth, { params: {}, query, headers: inFresh })
    expect(answer.status).toBe(400)
  })

  it.each(['https://evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'does not redirect to %s',
    async (page) => {
      const query = { redirect_uri: callback(), return_to: page }
      expect((await call(server, getHubspotAuth, { params: {}, query, headers: inFresh })).status).toBe(400)
    },
  )

  it('requires an organization', async () => {
    const query = { redirect_uri: callback() }
    const answer = await call(server, getHubspotAuth, { params: {}, query })
    expect([answer.status, answer.body]).toEqual([400, { message: 'Organization ID is required' }])
  })
})

describe('disconnecting HubSpot', () => {
  it('affects the given organization and can be repeated', async () => {
    await visit((await consent(await begin())).allow)
    const other = await call(server, deleteHubspot, { params: {}, headers: { 'X-Organization-ID': GREEN } })
    expect([other.status, await connected()]).toEqual([204, true])
    for (let round = 0; round < 2; round += 1) {
      expect((await call(server, deleteHubspot, { params: {}, headers: inFresh })).status).toBe(204)
      expect(await connected()).toBe(false)
    }
  })
})
