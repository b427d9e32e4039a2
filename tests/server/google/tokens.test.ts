import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecrets } from '../../../server/base/secrets.ts'
import { connectionPlace } from '../../../server/calendars/services.ts'
import { dataOf } from '../../../server/google/api.ts'
import { SCOPES } from '../../../server/google/config.ts'
import { callGoogle } from '../../../server/google/connection.ts'
import {
  chooseCalendar,
  disconnectCalendar,
  getCalendarChoices,
  getCalendarConnection,
} from '../../../src/contract/calendar-services.ts'
import { getGoogleAuth } from '../../../src/contract/google-calendar.ts'
import { getIntegrationStatus } from '../../../src/contract/integrations.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { CLERK_SECRET, deliverFromClerk } from '../../support/clerk-webhook.ts'
import { startGoogleServer } from '../../support/google.ts'

const server = await startGoogleServer({ config: { clerkWebhookSecret: CLERK_SECRET } })
const { google, deps } = server
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await deps.db.deleteFrom('calendar_connections').execute()
  await google.clear()
})

const params = { orgId: FRESH, service: 'google' as const }
const row = () => deps.db.selectFrom('calendar_connections').selectAll().executeTakeFirstOrThrow()
/** Returns the number of the account's calendars. */
const list = () =>
  callGoogle(deps, FRESH, async (calendar) => (await dataOf(calendar.calendarList.list())).items?.length)
const shown = async () => (await call(server, getCalendarConnection, { params })).body
const toReconnect = async () =>
  (await call(server, getIntegrationStatus, { params: { orgId: FRESH } })).body.needs_reconnect

describe('connecting', () => {
  it('asks for the consent of an admin, and keeps the main calendar', async () => {
    expect(await server.connect(FRESH)).toBe('connected')
    expect(await shown()).toMatchObject({
      account: 'greenacres.example@gmail.com',
      state: 'active',
      error: null,
      choice: { id: 'greenacres.example@gmail.com', name: 'Olivia Owens', detail: 'Main calendar' },
    })
    expect((await shown()).read_at).not.toBeNull()
    const elsewhere = { params: {}, query: { redirect_uri: 'https://attacker.example/' } }
    const headers = { 'X-Organization-ID': FRESH }
    expect((await call(server, getGoogleAuth, { ...elsewhere, headers })).status).toBe(400)
    const others = { ...elsewhere, headers: { 'X-Organization-ID': RIVAL } }
    expect((await call(server, getGoogleAuth, others)).status).toBe(403)
  })

  it('changes nothing if the owner denies it, or leaves a permission out', async () => {
    expect(await server.approve(FRESH, { answer: 'deny' })).toBe(
      `${deps.config.origins.console}/integrations?google=cancelled`,
    )
    expect(await server.connect(FRESH, { granted: SCOPES.slice(1) })).toBe('failed')
    expect((await call(server, getCalendarConnection, { params })).status).toBe(404)
    expect(google.tokens.isConnected('greenacres.example@gmail.com')).toBe(false)
  })

  it('leaves the connection as it is if the owner reconnects without a permission', async () => {
    expect(await server.connect(FRESH)).toBe('connected')
    expect(await server.connect(FRESH, { granted: SCOPES.slice(1) })).toBe('failed')
    server.clock.advance(3_600_000)
    await expect(list()).resolves.toBe(3)
    expect(await shown()).toMatchObject({ state: 'active' })
  })

  it('is finished only by the member who began, in the organization in which they began, once', async () => {
    const [page, elsewhere, own] = [
      await server.approve(FRESH),
      await server.approve(FRESH),
      await server.approve(FRESH),
    ]
    expect(page).toMatch(/^http:\/\/localhost:3000\/integrations#connect=google&code=.+&state=.+/)
    expect((await server.finish(FRESH, page, null)).status).toBe(401)
    expect((await server.finish(FRESH, page, 'rival')).status).toBe(403)
    expect((await server.finish(RIVAL, page, 'rival')).body).toEqual({ result: 'expired' })
    expect((await server.finish(GREEN, elsewhere)).body).toEqual({ result: 'other_organization' })
    expect(await deps.db.selectFrom('calendar_connections').select('account').execute()).toEqual([])
    // What someone else has used is gone.
    expect((await server.finish(FRESH, page)).body).toEqual({ result: 'expired' })
    expect((await server.finish(FRESH, own)).body).toEqual({ result: 'connected' })
    expect((await server.finish(FRESH, own)).body).toEqual({ result: 'expired' })
  })

  it.each(['down', 'html', 'limited'] as const)('fails while Google is %s', async (fault) => {
    await google.faults.tell({ fault, to: 'oauth' })
    expect(await server.connect(FRESH)).toBe('failed')
  })

  it('offers the own calendars, and keeps the chosen one when connected again', async () => {
    await server.connect(FRESH)
    const { body } = await call(server, getCalendarChoices, { params })
    expect(body.choices.map(({ name }: { name: string }) => name)).toEqual(['Olivia Owens', 'Estimates'])
    const id = 'estimates@group.calendar.google.com'
    await call(server, chooseCalendar, { params, body: { id } })
    await server.connect(FRESH)
    expect((await shown()).choice.id).toBe(id)
    const holidays = { id: 'en.usa#holiday@group.v.calendar.google.com' }
    expect((await call(server, chooseCalendar, { params, body: holidays })).status).toBe(409)
  })

  it('ends at Google and here', async () => {
    await server.connect(FRESH)
    await call(server, disconnectCalendar, { params })
    expect(google.tokens.isConnected('greenacres.example@gmail.com')).toBe(false)
    expect((await call(server, getCalendarConnection, { params })).status).toBe(404)
    await server.connect(FRESH)
    await google.faults.tell({ fault: 'down' })
    expect((await call(server, disconnectCalendar, { params })).status).toBe(204)
    expect((await call(server, getCalendarConnection, { params })).status).toBe(404)
  })
})

it('says to reconnect if it is connected again while its access is being revoked', async () => {
  await server.connect(FRESH)
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
    server.clock.advance(1)
    await server.connect(FRESH)
    return fetch(...request)
  })
  expect((await call(server, disconnectCalendar, { params })).status).toBe(204)
  // Google ends all grants of an account at once.
  expect(await shown()).toMatchObject({ state: 'revoked' })
})

it('keeps the access of another organization with the same account', async () => {
  await server.connect(GREEN)
  await server.connect(FRESH)
  await call(server, disconnectCalendar, { params })
  expect(google.tokens.isConnected('greenacres.example@gmail.com')).toBe(true)
  await call(server, disconnectCalendar, { params: { ...params, orgId: GREEN } })
  expect(google.tokens.isConnected('greenacres.example@gmail.com')).toBe(false)
})

describe('tokens', () => {
  it('are not readable in the database, nor with another key or for another organization', async () => {
    await server.connect(FRESH)
    const { sealed } = await row()
    const tokens = [...google.tokens.state.accesses.keys(), ...google.tokens.state.refreshes.keys()]
    expect(tokens).toHaveLength(2)
    for (const token of tokens) {
      expect(sealed).not.toContain(token)
      expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(token)
    }
    const place = connectionPlace(FRESH, 'google')
    expect(() => createSecrets([Buffer.alloc(32, 9)]).open(sealed, place)).toThrow('SECRETS_KEY')
    expect(() => deps.secrets?.open(sealed, connectionPlace(RIVAL, 'google'))).toThrow()
  })

  it('are refreshed once by three servers before they expire', async () => {
    await server.connect(FRESH)
    const before = await row()
    server.clock.set(new Date((before.expires_at?.getTime() ?? 0) - 60_000))
    expect(await Promise.all([list(), list(), list()])).toEqual([3, 3, 3])
    expect((await row()).token_version).toBe(before.token_version + 1)
  })

  it('are refreshed once more if Google does not accept them', async () => {
    await server.connect(FRESH)
    const { token_version } = await row()
    google.tokens.state.accesses.clear()
    expect(await list()).toBe(3)
    expect((await row()).token_version).toBe(token_version + 1)
  })

  it('that the owner has revoked at Google say so, until the next consent', async () => {
    await server.connect(FRESH)
    google.tokens.removeApp('greenacres.example@gmail.com')
    const problem = 'Google Calendar no longer accepts the connection. Reconnect to go on'
    await expect(list()).rejects.toThrow(problem)
    expect(await shown()).toMatchObject({ state: 'revoked', reason: problem })
    expect(await toReconnect()).toEqual(['Google Calendar'])
    await server.connect(FRESH)
    expect(await shown()).toMatchObject({ state: 'active', reason: null, error: null })
    expect(await toReconnect()).toEqual([])
    expect(await list()).toBe(3)
  })

  it('stay while Google is out of order', async () => {
    await server.connect(FRESH)
    server.clock.advance(3_600_000)
    await google.faults.tell({ fault: 'down', to: 'oauth', times: 1 })
    await expect(list()).rejects.toThrow('Google returns an error (503)')
    expect(await shown()).toMatchObject({ state: 'active' })
    expect(await list()).toBe(3)
  })
})

it.each<[string, () => Promise<unknown>]>([
  [
    'the data of the organization is erased',
    () => call(server, eraseOrganizationData, { params, body: { organization_name: 'Fresh Cut Co' } }),
  ],
  [
    'Clerk reports that the organization is deleted',
    () => deliverFromClerk(server, 'organization.deleted', { id: FRESH }, server.clock.now().getTime()),
  ],
])('ends at Google when %s', async (_, leave) => {
  await server.connect(FRESH)
  await leave()
  expect(google.tokens.isConnected('greenacres.example@gmail.com')).toBe(false)
  expect(await deps.db.selectFrom('calendar_connections').select('account').execute()).toEqual([])
})
