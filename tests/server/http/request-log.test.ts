import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../../server/app/api.ts'
import { getHubspotAuth, HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { call, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()

const SECRET = 'Hildegard'
const FROM_LEADS = expect.stringMatching(/^\s+at .*server\/leads\/write\.ts/m)

/** The lines logged for one request of the demo owner. */
async function logOf(
  path: string,
  init: RequestInit = {},
  base = `/api/v1/organizations/${FRESH}`,
): Promise<Record<string, unknown>[]> {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const token = await server.tokenFor('owner@fieldhand.test')
  const api = createApi({ ...server.deps, log: pino({ level: 'trace' }, sink) }, server.standIns)
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Organization-ID': FRESH,
  }
  await (await api.request(base + path, { ...init, headers })).text()
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(token)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the log', () => {
  it("has one line per request, with the route's pattern", async () => {
    const lines = await logOf(`/leads/${SECRET}/conversation?search=${SECRET}`)
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        method: 'GET',
        route: '/api/v1/organizations/:orgId/leads/:leadId/conversation',
        status: 404,
        ms: expect.any(Number),
      }),
    ])
  })

  it('states why a request failed, without its values', async () => {
    const { schema } = server.deps.db
    await schema.alterTable('leads').renameColumn('budget', 'budget_gone').execute()
    const body = JSON.stringify({ contact_name: SECRET, notes: `${SECRET}@example.test` })
    const lines = await logOf('/leads', { method: 'POST', body })
    await schema.alterTable('leads').renameColumn('budget_gone', 'budget').execute()
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        status: 500,
        error: expect.objectContaining({ code: '42703', stack: FROM_LEADS }),
      }),
    ])
  })

  it('contains no code of a consent page', async () => {
    const redirect_uri = server.deps.config.origins.api + HUBSPOT_CALLBACK_PATH
    const headers = { 'X-Organization-ID': FRESH }
    const { body } = await call(server, getHubspotAuth, { params: {}, query: { redirect_uri }, headers })
    const state = new URL(body.auth_url).searchParams.get('state') ?? ''
    const base = '/api/v1/integrations/hubspot'
    expect(await logOf(`/callback?state=${state}&code=${SECRET}`, {}, base)).toEqual([
      expect.objectContaining({ route: HUBSPOT_CALLBACK_PATH, status: 302 }),
    ])
    const approval = JSON.stringify({ state, code: SECRET })
    expect(await logOf('/connect', { method: 'POST', body: approval }, base)).toEqual([
      expect.objectContaining({ msg: 'HubSpot was not connected' }),
      expect.objectContaining({ route: `${base}/connect`, status: 200 }),
    ])
  })

  it('quotes no stored data that is invalid', async () => {
    const fields = JSON.stringify({ use_emojis: SECRET })
    await server.deps.db
      .insertInto('profiles')
      .values({ organization_id: FRESH, fields, updated_at: server.clock.now() })
      .execute()
    expect(await logOf('/profile')).toEqual([
      expect.objectContaining({ status: 500, error: expect.objectContaining({ type: 'ValiError' }) }),
    ])
  })
})
