import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSecrets } from '../../../server/base/secrets.ts'
import { readConnection } from '../../../server/calendars/connections.ts'
import { connectionsOf } from '../../../server/calendars/services.ts'
import { exportOrganizationData } from '../../../server/privacy/export-organization.ts'
import {
  chooseCalendar,
  connectCalcom,
  disconnectCalendar,
  getCalendarChoices,
  getCalendarConnection,
  listCalcomEventTypes,
  readCalendarConnection,
} from '../../../src/contract/calendar-services.ts'
import { getCalendars } from '../../../src/contract/calendars.ts'
import { getIntegrationStatus } from '../../../src/contract/integrations.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { KEY, startCalcomServer } from '../../support/calcom.ts'
import { readCalendars } from '../../support/calendars.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { leadOfChat } from '../../support/visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const MINUTE = 60_000
const server = await startCalcomServer({ now: NOW })
const { calcom } = server
const account = () => calcom.account()
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
  await calcom.clear()
})

const orgId = FRESH
const params = { orgId, service: 'calcom' }
const typesOf = (key: string) => call(server, listCalcomEventTypes, { params: { orgId }, body: { key } })
const connection = () => call(server, getCalendarConnection, { params })
const calendars = async () => (await call(server, getCalendars, { params: { orgId } })).body

describe('Cal.com', () => {
  it('is connected by an API key and one of its event types', async () => {
    expect((await typesOf(` ${KEY} `)).body.choices).toEqual([
      { id: '101', name: 'Estimate call', detail: '30 minutes' },
      { id: '102', name: 'Site visit', detail: '60 minutes' },
    ])
    expect(await calendars()).toMatchObject({ connected: [], revoked: [] })
    expect((await connection()).status).toBe(404)
    expect((await server.connect(FRESH)).status).toBe(204)
    expect((await connection()).body).toEqual({
      service: 'calcom',
      account: 'owner@fieldhand.test',
      state: 'active',
      reason: null,
      choice: { id: '101', name: 'Estimate call', detail: '30 minutes' },
      connected_at: NOW.toISOString(),
      read_at: NOW.toISOString(),
      error: null,
      calls: [],
    })
    expect((await calendars()).connected).toEqual(['calcom'])
    expect(account().state.webhooks).toHaveLength(1)
  })

  it('refuses a key or an event type that it does not know, and says so', async () => {
    const wrong = await typesOf('cal_live_wrong')
    expect([wrong.status, wrong.body.message]).toEqual([409, 'Cal.com does not accept this API key'])
    const body = { key: KEY, choice: '999' }
    const gone = await call(server, connectCalcom, { params: { orgId }, body })
    expect([gone.status, gone.body.message]).toEqual([409, 'This event type is no longer in Cal.com'])
    await calcom.faults.tell({ fault: 'html' })
    expect((await typesOf(KEY)).body.message).toBe('Cal.com sent an invalid response')
    expect((await calendars()).connected).toEqual([])
  })

  it('books as another event type after another choice', async () => {
    await server.connect(FRESH)
    expect((await call(server, getCalendarChoices, { params })).body.choices).toHaveLength(2)
    const chosen = await call(server, chooseCalendar, { params, body: { id: '102' } })
    expect(chosen.body.choice).toMatchObject({ id: '102', name: 'Site visit' })
    const { session } = await server.untilOffer(FRESH)
    await server.say(session, 'Mon, Nov 23, 9:00 AM')
    expect(account().state.bookings).toMatchObject([{ eventTypeId: 102, duration: 60 }])
  })

  it('that deletes the key asks to reconnect; calls are booked here meanwhile, and there afterwards', async () => {
    await server.connect(FRESH)
    const { session } = await server.untilOffer(FRESH)
    account().state.isRevoked = true
    await server.say(session, 'Mon, Nov 23, 9:00 AM')
    expect((await leadOfChat(server, FRESH, session))?.booking_start_time).toBe('2026-11-23T14:00:00.000Z')
    expect((await connection()).body).toMatchObject({
      state: 'revoked',
      reason: 'Cal.com no longer accepts the API key',
    })
    expect((await calendars()).revoked).toEqual(['calcom'])
    // Without Cal.com, nobody says which times are the only ones.
    const { offer } = await server.untilOffer(FRESH)
    expect(offer.quick_replies).toContain('Mon, Nov 23, 8:00 AM')
    await server.sweep(MINUTE)
    account().state.isRevoked = false
    await server.connect(FRESH)
    await server.sweep()
    expect(account().state.bookings).toHaveLength(1)
    expect((await connection()).body).toMatchObject({ state: 'active', calls: [{ state: 'written' }] })
    expect(account().state.webhooks).toHaveLength(1)
  })

  it('keeps its last times while it cannot be read, which Retry repeats', async () => {
    await server.connect(FRESH)
    await calcom.faults.tell({ fault: 'down' })
    server.clock.advance(10 * MINUTE)
    await readCalendars(server.deps)
    expect((await connection()).body).toMatchObject({
      read_at: NOW.toISOString(),
      error: 'Cal.com returns an error (503)',
    })
    expect((await server.untilOffer(FRESH)).offer.quick_replies).toContain('Mon, Nov 23, 9:00 AM')
    await calcom.faults.tell({ fault: null })
    const again = await call(server, readCalendarConnection, { params, body: {} })
    expect(again.body).toMatchObject({ read_at: server.clock.now().toISOString(), error: null })
  })

  it('is reported as outdated once it could not be read for six hours', async () => {
    const headers = { 'X-Organization-ID': FRESH }
    const unreadable = async () =>
      (await call(server, getIntegrationStatus, { params, headers })).body.unreadable_calendars
    await server.connect(FRESH)
    await calcom.faults.tell({ fault: 'down' })
    const refreshAfter = (ms: number) => {
      server.clock.advance(ms)
      return readCalendars(server.deps)
    }
    await refreshAfter(6 * 60 * MINUTE - 1)
    expect(await unreadable()).toEqual([])
    await refreshAfter(1)
    expect(await unreadable()).toEqual(['cal.com'])
    await calcom.faults.tell({ fault: null })
    await refreshAfter(MINUTE)
    expect(await unreadable()).toEqual([])
  })

  it('is disconnected with its webhook, and keeps what is booked', async () => {
    await server.connect(FRESH)
    const { session } = await server.untilOffer(FRESH)
    await server.say(session, 'Mon, Nov 23, 9:00 AM')
    expect((await call(server, disconnectCalendar, { params })).status).toBe(204)
    expect(account().state.webhooks).toEqual([])
    await server.say(session, 'please cancel the call')
    await server.sweep()
    expect(account().state.bookings).toMatchObject([{ status: 'accepted' }])
    expect((await server.untilOffer(FRESH)).offer.quick_replies).toContain('Mon, Nov 23, 8:00 AM')
    expect((await call(server, disconnectCalendar, { params })).status).toBe(204)
  })

  it('stays connected if it is connected again while it is disconnected', async () => {
    await server.connect(FRESH)
    const { fetch } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementationOnce(async (...request) => {
      server.clock.advance(1)
      await server.connect(FRESH)
      return fetch(...request)
    })
    expect((await call(server, disconnectCalendar, { params })).status).toBe(204)
    expect((await connection()).body).toMatchObject({ state: 'active' })
    expect(account().state.webhooks).toHaveLength(1)
  })

  it('has one webhook after it is connected twice at once', async () => {
    await Promise.all([server.connect(FRESH), server.connect(FRESH)])
    const [stored] = await connectionsOf(server.deps.db, FRESH)
    const urls = account().state.webhooks.map(({ subscriberUrl }) => subscriberUrl)
    expect(urls).toEqual([expect.stringMatching(`/${stored?.hook}$`)])
  })

  it('is for admins of the organization only', async () => {
    await server.connect(FRESH)
    expect((await call(server, getCalendarConnection, { params, as: 'rival' })).status).toBe(403)
    expect((await call(server, disconnectCalendar, { params, as: 'rival' })).status).toBe(403)
    const own = { orgId: RIVAL, service: 'calcom' }
    expect((await call(server, getCalendarConnection, { params: own, as: 'rival' })).status).toBe(404)
    expect((await call(server, getCalendarConnection, { params: { orgId, service: 'x' } })).status).toBe(404)
  })

  it('keeps the key sealed, exports none, and is erased with the data', async () => {
    await server.connect(FRESH)
    const { db } = server.deps
    const [row] = await connectionsOf(db, FRESH)
    const secret = account().state.webhooks[0]?.secret ?? ''
    expect(await columnsContaining(db, KEY)).toEqual([])
    expect(await columnsContaining(db, secret)).toEqual([])
    const pieces = []
    for await (const piece of exportOrganizationData(db, FRESH, NOW, '')) pieces.push(piece)
    const exported = pieces.join('')
    expect(exported).toContain('"calendar_connections":[{')
    expect(exported).not.toContain(row?.sealed)
    expect(exported).not.toContain(row?.hook)
    const other = { ...server.deps, secrets: createSecrets([Buffer.alloc(32, 9)]) }
    if (row) await readConnection(other, row)
    expect((await connection()).body).toMatchObject({ state: 'revoked' })
    const erased = { params: { orgId }, body: { organization_name: 'Fresh Cut Co' } }
    await server.connect(FRESH)
    expect((await call(server, eraseOrganizationData, erased)).status).toBe(204)
    expect(account().state.webhooks).toEqual([])
    expect((await connection()).status).toBe(404)
  })
})
