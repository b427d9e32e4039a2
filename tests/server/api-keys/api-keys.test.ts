import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import * as deletionScope from '../../../server/db/migrations/0040-deletion-scope.ts'
import * as scopesPerArea from '../../../server/db/migrations/0070-scopes-per-area.ts'
import { isHandled } from '../../../server/notifications/handled.ts'
import { getActivity } from '../../../src/contract/activity.ts'
import {
  createApiKey,
  listApiKeys,
  MOST_API_KEYS,
  type NewApiKey,
  REQUESTS_PER_KEY,
  revokeApiKey,
} from '../../../src/contract/api-keys.ts'
import { type Endpoint, pathOf } from '../../../src/contract/endpoint.ts'
import { LEAD_EVENTS_PATH } from '../../../src/contract/events.ts'
import {
  createLead,
  deleteLead,
  type LeadUpdate,
  listLeads,
  updateLead,
} from '../../../src/contract/leads.ts'
import { exportOrganization } from '../../../src/contract/privacy.ts'
import { SCOPES, type Scope } from '../../../src/contract/scopes.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, GREEN, RIVAL, send } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }

beforeEach(() => server.deps.db.deleteFrom('api_keys').execute())

const makeKey = (scopes: readonly Scope[] = SCOPES, more: Partial<NewApiKey> = {}) =>
  makeApiKey(server, scopes, more)

/** Calls with a key. */
const request = ({ method, path }: Pick<Endpoint, 'method' | 'path'>, headers: object, orgId = FRESH) =>
  send(server, path.replace(':orgId', orgId).replace(/:\w+/g, 'any'), {
    method,
    as: null,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })

describe('a new key', () => {
  it('is shown once, and stored only as its hash', async () => {
    const { key, token } = await makeKey()
    expect(token).toMatch(/^fh_live_[0-9A-Za-z]{43}$/)
    expect(key).toMatchObject({ name: 'Zapier', hint: token.slice(-4), created_by_name: 'Olivia Greene' })
    expect(await columnsContaining(server.deps.db, token.slice(8))).toEqual([])
    const hash = createHash('sha256').update(token).digest('hex')
    expect(await columnsContaining(server.deps.db, hash)).toEqual(['api_keys.hash'])
    const { body: listed } = await call(server, listApiKeys, { params })
    expect(listed).toEqual([key])
    // The export of all data contains no hash either.
    const { body: exported } = await call(server, exportOrganization, { params })
    expect(exported.api_keys).toMatchObject([{ id: key.id, name: 'Zapier' }])
    expect(JSON.stringify(exported)).not.toContain(hash)
  })

  it.each([
    [{ name: '  ' }, 'Enter a name, such as the program that uses the key'],
    [{ scopes: [] }, 'Choose what the key may do'],
    [{ expires_at: '2026-11-20T15:00:00.000Z' }, 'The key must expire in the future'],
  ])('is refused with %o', async (more, message) => {
    const body = { name: 'Zapier', scopes: ['leads:read' as const], ...more }
    const answer = await call(server, createApiKey, { params, body })
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it(`is refused if there are ${MOST_API_KEYS}`, async () => {
    for (let count = 0; count < MOST_API_KEYS; count += 1) await makeKey(['leads:read'])
    const body = { name: 'One more', scopes: ['leads:read' as const] }
    expect((await call(server, createApiKey, { params, body })).status).toBe(409)
  })
})

describe('a key', () => {
  it('makes the calls of its scopes and no others', async () => {
    const own = ENDPOINTS.filter(({ access }) => access !== 'public')
    const all = (await makeKey()).headers
    for (const target of own.filter(({ scope }) => !scope)) {
      const { status, body } = await request(target, all)
      expect([target.path, status, body.message]).toEqual([
        target.path,
        403,
        'API keys cannot make this call',
      ])
    }
    for (const scope of SCOPES) {
      const only = (await makeKey([scope])).headers
      const others = (await makeKey(SCOPES.filter((each) => each !== scope))).headers
      const targets = own.filter((target) => target.scope === scope)
      expect(targets.length).toBeGreaterThan(0)
      for (const target of targets) {
        const { status, body } = await request(target, others)
        const expected = `This API key needs the scope ${scope}`
        expect([target.path, status, body.message]).toEqual([target.path, 403, expected])
        expect([target.path, (await request(target, only)).status]).not.toEqual([target.path, 403])
      }
    }
    const admins = own.filter(({ scope, access }) => scope && access === 'admin')
    expect(admins.filter(({ scope }) => !scope?.startsWith('webhooks:'))).toEqual([])
    const stream = await request({ method: 'GET', path: LEAD_EVENTS_PATH }, all)
    expect(stream).toMatchObject({ status: 403, body: { message: 'API keys cannot make this call' } })
  })

  it('removes leads only with the scope for that, which keys from before it have', async () => {
    const { db } = server.deps
    const remove = async (headers: object) => {
      const { body: lead } = await call(server, createLead, { params, body: { contact_name: 'Ada' } })
      const { status, body } = await send(server, pathOf(deleteLead, { ...params, leadId: lead.id }), {
        method: 'DELETE',
        as: null,
        headers: { ...headers },
      })
      return [status, body.message]
    }
    const { headers } = await makeKey(['leads:read', 'leads:write'])
    const reader = await makeKey(['leads:read'])
    expect(await remove(headers)).toEqual([403, 'This API key needs the scope leads:delete'])
    await deletionScope.up(db as Kysely<unknown>)
    await deletionScope.up(db as Kysely<unknown>)
    expect((await remove(headers))[0]).toBe(204)
    expect((await remove(reader.headers))[0]).toBe(403)
    const { body: listed } = await call(server, listApiKeys, { params })
    const scopes = listed.map((key: { scopes: string[] }) => key.scopes)
    expect(scopes).toEqual(
      expect.arrayContaining([['leads:read', 'leads:write', 'leads:delete'], ['leads:read']]),
    )
  })

  it('from before tasks and bookings had scopes still reaches them, and no others do', async () => {
    const { db } = server.deps
    const earlier = [['leads:read'], ['leads:write', 'leads:delete'], ['conversations:read']] as const
    for (const scopes of earlier) await makeKey(scopes, { name: scopes[0] })
    await scopesPerArea.up(db as Kysely<unknown>)
    await scopesPerArea.up(db as Kysely<unknown>)
    const { body: listed } = await call(server, listApiKeys, { params })
    const scopes = listed.map((key: { name: string; scopes: string[] }) => [key.name, key.scopes])
    expect(Object.fromEntries(scopes)).toEqual({
      'leads:read': ['leads:read', 'tasks:read', 'bookings:read'],
      'leads:write': ['leads:write', 'leads:delete', 'tasks:write', 'bookings:write'],
      'conversations:read': ['conversations:read'],
    })
  })

  it('moves and cancels appointments only with the scope for that', async () => {
    const { headers } = await makeKey(['leads:write'])
    const { body: lead } = await call(server, createLead, { params, body: { contact_name: 'Ada' } })
    const change = (body: LeadUpdate) =>
      call(server, updateLead, { params: { ...params, leadId: lead.id }, body, as: null, headers })
    const refused = [403, 'This API key needs the scope bookings:write']
    for (const body of [
      { booking_status: 'cancelled' },
      { booking_start_time: '2026-12-01T15:00:00.000Z', notes: 'Moved' },
    ]) {
      const answer = await change(body)
      expect([answer.status, answer.body.message]).toEqual(refused)
    }
    expect((await change({ notes: 'Called' })).body).toMatchObject({ notes: 'Called' })
  })

  it('acts for its organization only', async () => {
    const { headers } = await makeKey()
    for (const orgId of [GREEN, RIVAL, 'org_nobody']) {
      const { status, body } = await request(listLeads, headers, orgId)
      expect([status, body.message]).toEqual([403, 'This API key belongs to another organization'])
    }
    const other = await request(listLeads, { ...headers, 'X-Organization-ID': GREEN })
    expect(other.status).toBe(403)
  })

  it('is named in the history of what it changes', async () => {
    const { headers, key } = await makeKey()
    const { body: lead } = await call(server, createLead, {
      params,
      body: { contact_name: 'Ada' },
      as: null,
      headers,
    })
    const leadParams = { ...params, leadId: lead.id }
    const { body } = await call(server, getActivity, { params: leadParams })
    expect(body.events).toMatchObject([
      { type: 'created', actor: { kind: 'person', id: key.id, name: 'Zapier (API key)' } },
    ])
    expect((await call(server, deleteLead, { params: leadParams, as: null, headers })).status).toBe(204)
  })

  it('does not answer a lead in place of a member', async () => {
    const { headers } = await makeKey()
    const { body: lead } = await call(server, createLead, { params, body: { contact_name: 'Ada' } })
    const leadParams = { ...params, leadId: lead.id }
    server.clock.advance(MINUTE_MS)
    const created_at = server.clock.now()
    const alert = {
      organization_id: FRESH,
      event: 'new',
      lead_id: lead.id,
      conversation_id: null,
      created_at,
    }
    const handled = () => isHandled(server.deps.db, alert)

    const byKey = { params: leadParams, body: { add_note: 'In the CRM' }, as: null, headers }
    expect((await call(server, updateLead, byKey)).body.answered_at).toBeNull()
    expect(await handled()).toBe(false)
    const byMember = { params: leadParams, body: { budget: '$200' } }
    expect((await call(server, updateLead, byMember)).body.answered_at).toBe(created_at.toISOString())
    expect(await handled()).toBe(true)
  })

  it('tells when it was last used, to a minute', async () => {
    const { headers } = await makeKey()
    const used = async () => (await call(server, listApiKeys, { params })).body[0].last_used_at
    expect(await used()).toBeNull()
    const began = server.clock.now()
    await request(listLeads, headers)
    server.clock.advance(MINUTE_MS - 1)
    await request(listLeads, headers)
    expect(await used()).toBe(began.toISOString())
    server.clock.advance(1)
    await request(listLeads, headers)
    expect(await used()).toBe(server.clock.now().toISOString())
    server.clock.set(began)
  })

  it('is refused once it is revoked, has expired, or is not known', async () => {
    const { key, headers } = await makeKey()
    const refusal = async (given: object) => {
      const { status, body } = await request(listLeads, given)
      return [status, body.message]
    }
    expect((await call(server, revokeApiKey, { params: { ...params, keyId: key.id } })).status).toBe(204)
    expect(await refusal(headers)).toEqual([401, 'This API key was revoked'])
    const began = server.clock.now()
    const { headers: short } = await makeKey(SCOPES, {
      expires_at: new Date(began.getTime() + DAY_MS).toISOString(),
    })
    expect((await refusal(short))[0]).toBe(200)
    server.clock.advance(DAY_MS)
    expect(await refusal(short)).toEqual([401, 'This API key has expired'])
    server.clock.set(began)
    const unknown = { Authorization: `Bearer fh_live_${'x'.repeat(43)}` }
    expect(await refusal(unknown)).toEqual([401, 'This API key is not valid'])
  })

  it(`makes ${REQUESTS_PER_KEY} requests a minute`, async () => {
    const { headers } = await makeKey(['settings:read'])
    for (let count = 0; count < REQUESTS_PER_KEY; count += 1) await request(listLeads, headers)
    const { status, headers: answered } = await request(listLeads, headers)
    expect(status).toBe(429)
    expect(Number(answered.get('retry-after'))).toBeGreaterThan(0)
  })

  it('of another organization cannot be listed or revoked', async () => {
    const { key } = await makeKey()
    const asRival = { params: { orgId: RIVAL, keyId: key.id }, as: 'rival' } as const
    expect((await call(server, revokeApiKey, asRival)).status).toBe(404)
    expect((await call(server, listApiKeys, asRival)).body).toEqual([])
  })
})
