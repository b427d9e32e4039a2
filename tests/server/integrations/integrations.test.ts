import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { CONNECT_PARAM } from '../../../src/contract/consent.ts'
import {
  deleteHubspot,
  getHubspotAuth,
  getIntegrationStatus,
  HUBSPOT_CALLBACK_PATH,
} from '../../../src/contract/integrations.ts'
import { call, clear, FRESH, GREEN, RIVAL, withoutMembership } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.hubspot.clear()
})

const inFresh = { 'X-Organization-ID': FRESH }
const callback = () => server.origin + HUBSPOT_CALLBACK_PATH
const console = () => server.deps.config.origins.console
const { consent, visit, finish } = server

async function connected(orgId = FRESH): Promise<boolean> {
  const as = orgId === RIVAL ? 'rival' : 'owner'
  return (await call(server, getIntegrationStatus, { params: { orgId }, as })).body.hubspot_connected
}

describe('connecting HubSpot', () => {
  it("redirects to the consent page and back to the owner's page", async () => {
    const returnTo = `${console()}/integrations?category=crm#hubspot`
    const page = new URL(await visit(await consent(FRESH, { returnTo })))
    // The approval is only in the fragment.
    const fragment = new URLSearchParams(page.hash.slice(1))
    expect(page.href.split('#')[0]).toBe(`${console()}/integrations?category=crm`)
    expect([...fragment.keys()]).toEqual([CONNECT_PARAM, 'code', 'state'])
    expect(fragment.get(CONNECT_PARAM)).toBe('hubspot')
    expect(await connected()).toBe(false)
    expect((await finish(FRESH, page.href)).body).toEqual({ result: 'connected' })
    const { body } = await call(server, getIntegrationStatus, { params: { orgId: FRESH } })
    expect(body).toEqual({
      has_integrations: true,
      hubspot_connected: true,
      jobber_connected: false,
      total_integrations: 1,
      organization_id: FRESH,
      hubspot_account: 'greenacres.example',
      hubspot_is_set_up: true,
      hubspot_needs_reconnect: false,
      needs_reconnect: [],
      unreadable_calendars: [],
    })
    expect([await connected(GREEN), await connected(RIVAL)]).toEqual([false, false])
  })

  it('can be canceled', async () => {
    const cancel = await consent(FRESH, { answer: 'deny' })
    expect(await visit(cancel)).toBe(`${console()}/integrations?hubspot=cancelled`)
    expect(await visit(cancel)).toBe(`${console()}/integrations?hubspot=expired`)
    expect(await connected()).toBe(false)
  })

  it('accepts a state once, even for concurrent requests', async () => {
    const page = await visit(await consent(FRESH))
    const answers = await Promise.all([finish(FRESH, page), finish(FRESH, page)])
    expect(answers.map(({ body }) => body.result).sort()).toEqual(['connected', 'expired'])
  })

  it('is not used up by a browser that comes back without a session', async () => {
    const allow = await consent(FRESH)
    const page = await visit(allow)
    expect(await visit(allow)).toBe(page)
    const { status } = await finish(FRESH, page, null)
    expect([status, await connected()]).toEqual([401, false])
    expect((await finish(FRESH, page)).body).toEqual({ result: 'connected' })
  })

  it("does not connect a stranger's account, whose browser was led through the consent page", async () => {
    const page = await visit(await consent(FRESH))
    expect((await finish(FRESH, page, 'rival')).status).toBe(403)
    expect((await finish(RIVAL, page, 'rival')).body).toEqual({ result: 'expired' })
    expect([await connected(), await connected(RIVAL)]).toEqual([false, false])
    expect((await finish(FRESH, page)).body).toEqual({ result: 'expired' })
  })

  it('does not connect the account of another admin of the same organization', async () => {
    const { db } = server.deps
    const own = db.selectFrom('identity_memberships').where('organization_id', '=', FRESH).selectAll()
    const id = 'second_admin'
    await db
      .insertInto('identity_memberships')
      .values({ ...(await own.executeTakeFirstOrThrow()), id, user_id: 'user_rival' })
      .execute()
    try {
      const page = await visit(await consent(FRESH))
      expect((await finish(FRESH, page, 'rival')).body).toEqual({ result: 'expired' })
      expect(await connected()).toBe(false)
    } finally {
      await db.deleteFrom('identity_memberships').where('id', '=', id).execute()
    }
  })

  it('tells the member who began in another organization', async () => {
    const page = await visit(await consent(FRESH))
    expect((await finish(GREEN, page)).body).toEqual({ result: 'other_organization' })
    expect([await connected(), await connected(GREEN)]).toEqual([false, false])
  })

  it('refuses an expired state', async () => {
    const allow = await consent(FRESH)
    const page = await visit(allow)
    server.clock.advance(10 * 60_000)
    expect(await visit(allow)).toBe(`${console()}/integrations?hubspot=expired`)
    expect((await finish(FRESH, page)).body).toEqual({ result: 'expired' })
    expect(await connected()).toBe(false)
  })

  it.each(['', '?state=guess&code=x', '?state=%00&code=x', '?code=x', '?error=access_denied'])(
    'refuses the invented callback %j',
    async (query) => {
      expect(await visit(callback() + query)).toBe(`${console()}/integrations?hubspot=expired`)
    },
  )

  it('accepts only the code that HubSpot issued for this state', async () => {
    const [first, second] = [new URL(await consent(FRESH)), new URL(await consent(FRESH))]
    // Another attempt's code: its verifier does not fit.
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    expect((await finish(FRESH, await visit(first.href))).body).toEqual({ result: 'failed' })
    second.searchParams.set('code', 'x'.repeat(43))
    expect((await finish(FRESH, await visit(second.href))).body).toEqual({ result: 'failed' })
    const none = new URL(await consent(FRESH))
    none.searchParams.delete('code')
    expect(await visit(none.href)).toBe(`${console()}/integrations?hubspot=failed`)
    expect(await connected()).toBe(false)
  })

  it('connects nothing if the user has left the organization', async () => {
    const page = await visit(await consent(FRESH))
    await withoutMembership(server, FRESH, async () => {
      expect((await finish(FRESH, page)).status).toBe(403)
    })
    expect(await connected()).toBe(false)
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
  it('affects the given organization, revokes the tokens, and can be repeated', async () => {
    await server.connect(FRESH)
    const other = await call(server, deleteHubspot, { params: {}, headers: { 'X-Organization-ID': GREEN } })
    expect([other.status, await connected()]).toEqual([204, true])
    const { tokens = '' } =
      (await server.deps.db.selectFrom('hubspot_connections').select('tokens').executeTakeFirst()) ?? {}
    const { refresh } = JSON.parse(server.deps.secrets?.open(tokens, `hubspot_connections:${FRESH}`) ?? '')
    expect(server.hubspot.tokens.state.refreshes.has(refresh)).toBe(true)
    for (let round = 0; round < 2; round += 1) {
      expect((await call(server, deleteHubspot, { params: {}, headers: inFresh })).status).toBe(204)
      expect(await connected()).toBe(false)
    }
    expect(server.hubspot.tokens.state.refreshes.has(refresh)).toBe(false)
    expect(await server.deps.db.selectFrom('hubspot_connections').select('tokens').execute()).toEqual([])
  })
})
