import ICAL from 'ical.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import { exportOrganizationData } from '../../../server/privacy/export-organization.ts'
import { closeCalendarFeed, openCalendarFeed } from '../../../src/contract/calendar-setup.ts'
import { getCalendars } from '../../../src/contract/calendars.ts'
import { beginImport, importRows } from '../../../src/contract/lead-imports.ts'
import { deleteLead } from '../../../src/contract/leads.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer({ now: new Date('2026-11-20T15:00:00Z') })
beforeEach(async () => {
  await clear(server, FRESH)
  // The database's clock, which is ahead of the test's, has set their times.
  await server.deps.db.deleteFrom('lead_removals').execute()
})

const params = { orgId: FRESH }
const DAY = 86_400_000

async function open(renew = false): Promise<string> {
  const { body } = await call(server, openCalendarFeed, { params, body: { renew } })
  return new URL(body.url).pathname
}

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.widget.request(path, { headers })

/** Returns the events of a feed. */
async function eventsOf(path: string) {
  const calendar = ICAL.Component.fromString(await (await get(path)).text())
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      sequence: event.sequence,
      summary: event.summary,
      location: event.location,
      description: event.description,
      status: component.getFirstPropertyValue('status'),
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
    }
  })
}

/** A visitor who books a call for Monday at 8. */
async function booked(name: string): Promise<ChatSession> {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', name, '614-555-0188', '12 Elm Street, Columbus'])
    await sayInChat(server, session, message)
  await sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
  return session
}

describe('the feed of estimate calls', () => {
  it('shows a call as it is booked and moved, until it is canceled or removed', async () => {
    const path = await open()
    expect(await eventsOf(path)).toEqual([])
    const session = await booked('Jane Doe')
    const [first] = await eventsOf(path)
    expect(first).toMatchObject({
      summary: 'Estimate call: Jane Doe',
      location: '12 Elm Street, Columbus',
      status: 'CONFIRMED',
      start: new Date('2026-11-23T13:00:00Z'),
      end: new Date('2026-11-23T13:30:00Z'),
    })
    expect(first?.description).toContain('(614) 555-0188')

    server.clock.advance(60_000)
    await sayInChat(server, session, 'I need to reschedule the call')
    await sayInChat(server, session, 'Wednesday at 11 am')
    await sayInChat(server, session, 'yes please')
    const [moved, ...others] = await eventsOf(path)
    expect(others).toEqual([])
    expect(moved).toMatchObject({ uid: first?.uid, start: new Date('2026-11-25T16:00:00Z') })
    expect(Number(moved?.sequence)).toBeGreaterThan(Number(first?.sequence))

    server.clock.advance(60_000)
    await sayInChat(server, session, 'please cancel it')
    expect(await eventsOf(path)).toEqual([])

    const lead = await leadOfChat(server, FRESH, session)
    await call(server, deleteLead, { params: { ...params, leadId: lead?.id ?? '' } })
    expect(await eventsOf(path)).toEqual([])
  })

  it('is not sent again until a call changes', async () => {
    const path = await open()
    const session = await booked('Jane Doe')
    const first = await get(path)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const etag = { 'If-None-Match': first.headers.get('etag') ?? '' }
    const since = { 'If-Modified-Since': first.headers.get('last-modified') ?? '' }
    const both = async () => [(await get(path, etag)).status, (await get(path, since)).status]
    expect(await both()).toEqual([304, 304])
    expect(await (await get(path, etag)).text()).toBe('')
    server.clock.advance(5_000)
    await sayInChat(server, session, 'please cancel it')
    expect(await both()).toEqual([200, 200])
  })

  it('keeps past calls for 30 days', async () => {
    const path = await open()
    await booked('Jane Doe')
    const start = server.clock.now()
    server.clock.set(new Date(Date.parse('2026-11-23T13:00:00Z') + 30 * DAY - 1))
    expect(await eventsOf(path)).toHaveLength(1)
    server.clock.advance(1)
    expect(await eventsOf(path)).toEqual([])
    server.clock.set(start)
  })

  it('shows an imported call', async () => {
    const path = await open()
    const file = { id: crypto.randomUUID(), file_name: 'leads.csv', file_hash: 'a'.repeat(64), rows: 1 }
    const { body } = await call(server, beginImport, { params, body: file })
    await call(server, importRows, {
      params: { ...params, importId: body.id },
      body: {
        ...{ timezone: 'UTC', date_order: 'mdy' },
        rows: [{ row: 2, cells: { prospect_name: 'Ada Bell', booking_start_time: '2026-11-24 15:00' } }],
      },
    })
    expect(await eventsOf(path)).toMatchObject([
      { summary: 'Estimate call: Ada Bell', start: new Date('2026-11-24T15:00:00Z') },
    ])
  })

  it('is read once at a time, and another organization waits for none of its requests', async () => {
    const path = await open()
    const { body } = await call(server, openCalendarFeed, { params: { orgId: RIVAL }, body: {}, as: 'rival' })
    const many = Promise.all(Array.from({ length: 30 }, () => get(path)))
    expect((await get(new URL(body.url).pathname)).status).toBe(200)
    const answers = await many
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(20)
    for (const { status, headers } of refused) {
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    }
    expect((await get(path)).status).toBe(200)
  })

  it('shows only the calls of its organization', async () => {
    await booked('Jane Doe')
    const { body } = await call(server, openCalendarFeed, {
      params: { orgId: RIVAL },
      body: {},
      as: 'rival',
    })
    expect(await (await get(new URL(body.url).pathname)).text()).not.toContain('Jane Doe')
  })
})

describe('the address of the feed', () => {
  it('stays until it is replaced or removed', async () => {
    expect((await call(server, getCalendars, { params })).body).toMatchObject({
      has_feed: false,
      sources: [],
    })
    const path = await open()
    expect(path).toMatch(/^\/calendar\/feed_[\dA-Za-z]{22}\.ics$/)
    expect(await open()).toBe(path)
    expect((await call(server, getCalendars, { params })).body).toMatchObject({ has_feed: true, sources: [] })
    const next = await open(true)
    expect([(await get(path)).status, (await get(next)).status]).toEqual([404, 200])
    expect((await call(server, closeCalendarFeed, { params })).status).toBe(204)
    expect((await get(next)).status).toBe(404)
    expect(await open()).not.toBe(next)
  })

  it.each(['x', 'feed_0000000000000000000000', '%00', `feed_${'a'.repeat(5_000)}`])(
    'is not found for %s',
    async (token) => {
      const response = await get(`/calendar/${token}.ics`)
      expect(response.status).toBe(404)
    },
  )

  it('is neither exported nor kept when the data is erased', async () => {
    const path = await open()
    const token = path.replace(/^\/calendar\/|\.ics$/g, '')
    let exported = ''
    const now = server.clock.now()
    for await (const piece of exportOrganizationData(server.deps.db, FRESH, now, 'https://widget')) {
      exported += piece
    }
    expect(exported).not.toContain(token)
    await eraseOrganizationData(server.deps.db, FRESH)
    expect((await get(path)).status).toBe(404)
  })
})
