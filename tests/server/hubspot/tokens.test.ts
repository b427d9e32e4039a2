import { RefreshTokensApi } from '@hubspot/api-client/lib/codegen/oauth/index.js'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecrets, readKeys } from '../../../server/base/secrets.ts'
import { Revoked, Unavailable } from '../../../server/base/vendor-errors.ts'
import { answered } from '../../../server/hubspot/api.ts'
import { callHubspot } from '../../../server/hubspot/connection.ts'
import { updateContact } from '../../../server/hubspot/objects.ts'
import { HUBSPOT_WEBHOOK_PATH, signatureOf } from '../../../server/hubspot/webhook.ts'
import { getHubspotConnection, listHubspotTransfers } from '../../../src/contract/hubspot.ts'
import { deleteHubspot, getIntegrationStatus } from '../../../src/contract/integrations.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.hubspot.clear()
})

const params = { orgId: FRESH }
const row = () => server.deps.db.selectFrom('hubspot_connections').selectAll().executeTakeFirstOrThrow()
const contacts = () =>
  callHubspot(server.deps, FRESH, (client) => answered(client.crm.objects.basicApi.getPage('contacts')))
const log = async () => (await call(server, listHubspotTransfers, { params })).body.transfers

it('stays connected if it is connected again while it is disconnected', async () => {
  await server.connect(FRESH)
  vi.spyOn(RefreshTokensApi.prototype, 'archive').mockImplementationOnce(async () => {
    server.clock.advance(1)
    await server.connect(FRESH)
  })
  const inFresh = { 'X-Organization-ID': FRESH }
  expect((await call(server, deleteHubspot, { params: {}, headers: inFresh })).status).toBe(204)
  expect((await call(server, getHubspotConnection, { params })).body).toMatchObject({ state: 'active' })
})

it('ends at HubSpot when the data of the organization is erased', async () => {
  await server.connect(FRESH)
  expect(server.hubspot.tokens.state.refreshes.size).toBe(1)
  await call(server, eraseOrganizationData, { params, body: { organization_name: 'Fresh Cut Co' } })
  expect(server.hubspot.tokens.state.refreshes.size).toBe(0)
})

describe('tokens', () => {
  it('are not readable in the database, nor with another key or for another organization', async () => {
    await server.connect(FRESH)
    const { tokens } = await row()
    const { accesses, refreshes } = server.hubspot.tokens.state
    const issued = [...accesses.keys(), ...refreshes.keys()]
    expect(issued).toHaveLength(2)
    for (const token of issued) {
      expect(tokens).not.toContain(token)
      expect(Buffer.from(tokens, 'base64url').toString('latin1')).not.toContain(token)
    }
    const other = createSecrets([Buffer.alloc(32, 9)])
    expect(() => other.open(tokens, `hubspot_connections:${FRESH}`)).toThrow('SECRETS_KEY')
    expect(() => server.deps.secrets?.open(tokens, 'hubspot_connections:other')).toThrow()
  })

  it('of an old key open while it is listed after the new one', () => {
    const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const sealed = createSecrets([old]).seal('text', 'place')
    expect(createSecrets([current, old]).open(sealed, 'place')).toBe('text')
    expect(() => createSecrets([current]).open(sealed, 'place')).toThrow()
    expect(() => readKeys('c2hvcnQ=')).toThrow('32 bytes')
  })

  it('are refreshed once by three servers before they expire', async () => {
    await server.connect(FRESH)
    const before = await row()
    server.clock.set(new Date(before.expires_at.getTime() - 60_000))
    await Promise.all([contacts(), contacts(), contacts()])
    expect((await row()).token_version).toBe(before.token_version + 1)
  })

  it('that HubSpot does not accept any more are refreshed once', async () => {
    await server.connect(FRESH)
    await server.hubspot.faults.tell({ fault: 'expired', times: 1 })
    await expect(contacts()).resolves.toMatchObject({ results: [] })
    expect((await row()).token_version).toBe(2)
  })

  it('that were revoked stop the transfers, which says so, until the next connection', async () => {
    await server.connect(FRESH)
    await call(server, createLead, { params, body: { prospect_name: 'Ann', prospect_phone: '212-555-0100' } })
    server.hubspot.tokens.clear()
    await expect(contacts()).rejects.toThrow(Revoked)
    await server.drain(FRESH)
    expect((await call(server, getHubspotConnection, { params })).body).toMatchObject({ state: 'revoked' })
    expect((await call(server, getIntegrationStatus, { params })).body).toMatchObject({
      hubspot_connected: true,
      hubspot_needs_reconnect: true,
      needs_reconnect: ['HubSpot'],
    })
    expect((await log())[0]).toMatchObject({ kind: 'connection', status: 'failed' })
    await server.connect(FRESH)
    await server.drain(FRESH)
    expect(server.hubspot.account().list('contacts')).toHaveLength(1)
  })
})

describe('limits of HubSpot', () => {
  it('like a firewall in place of new tokens keep the connection', async () => {
    await server.connect(FRESH)
    server.clock.set((await row()).expires_at)
    await server.hubspot.faults.tell({ fault: 'blocked', to: 'oauth', times: 1 })
    await expect(contacts()).rejects.toThrow(Unavailable)
    expect((await call(server, getHubspotConnection, { params })).body).toMatchObject({ state: 'active' })
    await expect(contacts()).resolves.toMatchObject({ results: [] })
  })

  it('pause the organization for as long as it says', async () => {
    await server.connect(FRESH)
    await call(server, createLead, { params, body: { prospect_name: 'Ann', prospect_phone: '212-555-0100' } })
    await server.hubspot.faults.tell({ fault: 'limited', times: 1 })
    await server.drain(FRESH)
    expect(server.hubspot.account().list('contacts')).toHaveLength(1)
  })

  it.each(['down', 'html', 'page', 'blocked'] as const)('like being %s are survived', async (fault) => {
    await server.connect(FRESH)
    await call(server, createLead, { params, body: { prospect_name: 'Ann', prospect_phone: '212-555-0100' } })
    await server.hubspot.faults.tell({ fault, times: 3 })
    await server.drain(FRESH)
    expect(server.hubspot.account().list('contacts')).toHaveLength(1)
  })

  it('like a page in place of the answer are no success', async () => {
    await server.connect(FRESH)
    await server.hubspot.faults.tell({ fault: 'page', times: 1 })
    const update = callHubspot(server.deps, FRESH, (client) => updateContact(client, '1', { city: 'Ames' }))
    await expect(update).rejects.toThrow('HubSpot sent an invalid response')
  })
})

describe('webhooks', () => {
  const post = (body: string, { age = 0, secret = server.deps.config.hubspot?.clientSecret ?? '' } = {}) => {
    const timestamp = String(server.clock.now().getTime() - age)
    const url = server.origin + HUBSPOT_WEBHOOK_PATH
    return fetch(url, {
      method: 'POST',
      body,
      headers: {
        'X-HubSpot-Request-Timestamp': timestamp,
        'X-HubSpot-Signature-v3': signatureOf(secret, { method: 'POST', url, body, timestamp }),
      },
    })
  }

  it('are taken only if HubSpot has signed them in the last five minutes', async () => {
    expect((await post('[]')).status).toBe(204)
    expect((await post('[]', { secret: 'forged' })).status).toBe(401)
    expect((await post('[]', { age: 5 * 60_000 + 1 })).status).toBe(401)
    expect((await post('[]', { age: -5 * 60_000 - 1 })).status).toBe(401)
    expect((await fetch(server.origin + HUBSPOT_WEBHOOK_PATH, { method: 'POST', body: '[]' })).status).toBe(
      401,
    )
    expect((await post('{"a":1}')).status).toBe(400)
    expect((await post('[1, null, {"subscriptionType": "x"}]')).status).toBe(204)
  })
})
