import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import { exportOrganizationData } from '../../../server/privacy/export-organization.ts'
import { addCalendarSource, removeCalendarSource } from '../../../src/contract/calendar-setup.ts'
import { getCalendars, MOST_SOURCES } from '../../../src/contract/calendars.ts'
import { getIntegrationStatus } from '../../../src/contract/integrations.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { readCalendars } from '../../support/calendars.ts'
import { eventually } from '../../support/eventually.ts'
import { calendarOf, feedHost } from '../../support/feed-host.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer({ now: new Date('2026-11-20T15:00:00Z') })
const host = await feedHost()
const { host: name } = new URL(host.origin)
beforeEach(async () => {
  server.clock.set(new Date('2026-11-20T15:00:00Z'))
  await clear(server, FRESH)
})

const params = { orgId: FRESH }
const MINUTE = 60_000
/** All of today and tomorrow, so that the first free time is on Monday at 8. */
const AWAY = ['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261122']
const MONDAY_AT_8 = ['DTSTART:20261123T130000Z', 'DTEND:20261123T133000Z']

const add = (url: string) => call(server, addCalendarSource, { params, body: { url } })
const listed = async () => (await call(server, getCalendars, { params })).body.sources
const refresh = () => readCalendars(server.deps)

async function untilOffer(visitor: string): Promise<{ session: ChatSession; offer: ChatUpdate }> {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', visitor, '614-555-0188']) await sayInChat(server, session, message)
  return { session, offer: await sayInChat(server, session, '12 Elm Street, Columbus') }
}
const said = ({ messages }: ChatUpdate) => messages.map(({ content }) => content).join('\n')
const firstOffer = async () => (await untilOffer('Jane Doe')).offer.quick_replies[0]

describe('appointments in the calendars of an organization', () => {
  it('are not offered, and are free again when the calendar is removed', async () => {
    expect(await firstOffer()).toBe('Fri, Nov 20, 12:00 PM')
    const { body } = await add(host.serve('/a.ics', calendarOf(AWAY)))
    expect(await listed()).toEqual([
      { id: body.id, host: name, read_at: '2026-11-20T15:00:00.000Z', error: null, unread: null },
    ])
    expect(await firstOffer()).toBe('Mon, Nov 23, 8:00 AM')
    await add(host.serve('/b.ics', calendarOf(MONDAY_AT_8)))
    expect(await firstOffer()).toBe('Mon, Nov 23, 8:30 AM')
    const removed = await call(server, removeCalendarSource, { params: { ...params, sourceId: body.id } })
    expect(removed.status).toBe(204)
    expect(await firstOffer()).toBe('Fri, Nov 20, 12:00 PM')
  })

  it('are listed with what of them could not be read', async () => {
    const odd = ['DTSTART;TZID=Office:20261123T080000', 'DURATION:PT30M']
    await add(host.serve('/a.ics', calendarOf(MONDAY_AT_8, odd, ['SUMMARY:Sometime'])))
    const unread =
      '1 appointment in an unknown time zone (“Office”, Nov 23, 2026): read in your time zone. 1 appointment without a date: ignored.'
    expect(await listed()).toMatchObject([{ error: null, unread }])
    host.serve('/a.ics', calendarOf(MONDAY_AT_8))
    server.clock.advance(600_000)
    await refresh()
    expect(await listed()).toMatchObject([{ error: null, unread: null }])
  })

  it('that come up while a visitor chooses are not booked over, and other times are offered', async () => {
    await add(host.serve('/a.ics', calendarOf(AWAY)))
    const { session, offer } = await untilOffer('Jane Doe')
    expect(offer.quick_replies[0]).toBe('Mon, Nov 23, 8:00 AM')
    host.serve('/a.ics', calendarOf(AWAY, MONDAY_AT_8))
    server.clock.advance(MINUTE + 1)
    const answer = await sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
    expect(said(answer)).toContain('Sorry, that time has just been taken.')
    expect(answer.booking).toBeNull()
    expect(answer.quick_replies).not.toContain('Mon, Nov 23, 8:00 AM')
    expect(answer.quick_replies[0]).toBe('Mon, Nov 23, 8:30 AM')
    await sayInChat(server, session, 'Mon, Nov 23, 8:30 AM')
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({
      booking_start_time: '2026-11-23T13:30:00.000Z',
    })
  })

  it('are read again only if they are older than a minute, and only for a choice', async () => {
    await add(host.serve('/a.ics', calendarOf(AWAY)))
    server.clock.advance(MINUTE)
    const { session } = await untilOffer('Jane Doe')
    expect(host.requests).toHaveLength(1)
    await sayInChat(server, session, 'what do you charge?')
    expect(host.requests).toHaveLength(1)
    server.clock.advance(1)
    await sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
    expect(host.requests).toHaveLength(2)
  })

  it('stay as they were while the calendar cannot be read, which the owner sees', async () => {
    await add(host.serve('/a.ics', calendarOf(AWAY)))
    host.serve('/a.ics', (_, response) => response.writeHead(503).end())
    server.clock.advance(10 * MINUTE)
    await refresh()
    expect(await listed()).toMatchObject([
      { read_at: '2026-11-20T15:00:00.000Z', error: `${name} returns an error (503).` },
    ])
    expect(await firstOffer()).toBe('Mon, Nov 23, 8:00 AM')
    host.serve('/a.ics', calendarOf())
    server.clock.advance(10 * MINUTE)
    await refresh()
    expect(await listed()).toMatchObject([{ read_at: '2026-11-20T15:20:00.000Z', error: null }])
    expect(await firstOffer()).toBe('Fri, Nov 20, 12:30 PM')
  })

  it('are reported as outdated once the calendar has failed for six hours', async () => {
    await add(host.serve('/a.ics', calendarOf(AWAY)))
    host.serve('/a.ics', (_, response) => response.writeHead(503).end())
    const unreadable = async () =>
      (await call(server, getIntegrationStatus, { params })).body.unreadable_calendars
    server.clock.advance(6 * 60 * MINUTE - 1)
    await refresh()
    expect(await unreadable()).toEqual([])
    server.clock.advance(1)
    await refresh()
    expect(await unreadable()).toEqual([name])
    expect(
      (await call(server, getIntegrationStatus, { params: { orgId: RIVAL }, as: 'rival' })).body,
    ).toMatchObject({ unreadable_calendars: [] })
    host.serve('/a.ics', calendarOf())
    server.clock.advance(MINUTE)
    await refresh()
    expect(await unreadable()).toEqual([])
  })

  it('are not sent again if nothing has changed, until they no longer reach far enough', async () => {
    const url = host.serve('/a.ics', (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"one"'
      response.writeHead(isKnown ? 304 : 200, { ETag: '"one"' }).end(isKnown ? undefined : calendarOf(AWAY))
    })
    await add(url)
    server.clock.advance(10 * MINUTE)
    await refresh()
    expect(host.requests.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"one"'])
    expect(await listed()).toMatchObject([{ read_at: '2026-11-20T15:10:00.000Z', error: null }])
    expect(await firstOffer()).toBe('Mon, Nov 23, 8:00 AM')
    server.clock.advance(14 * 24 * 60 * MINUTE)
    await refresh()
    expect(host.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
  })

  it('are read in the zone of the business, also after it moves', async () => {
    const url = host.serve('/a.ics', (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"one"'
      response.writeHead(isKnown ? 304 : 200, { ETag: '"one"' }).end(isKnown ? undefined : calendarOf(AWAY))
    })
    await add(url)
    await call(server, putProfile, { params, body: { timezone: 'Asia/Tokyo' } })
    const stored = () => server.deps.db.selectFrom('calendar_sources').select(['busy', 'known_in']).execute()
    const [before] = await stored()
    server.clock.advance(10 * MINUTE)
    await refresh()
    const [after] = await stored()
    expect([before?.known_in, after?.known_in]).toEqual(['America/New_York', 'Asia/Tokyo'])
    expect(after?.busy).not.toEqual(before?.busy)
    await call(server, putProfile, { params, body: { timezone: null } })
    server.clock.advance(10 * MINUTE)
    await refresh()
    expect(await stored()).toEqual([before])
    await call(server, putProfile, { params, body: { timezone: 'America/New_York' } })
  })

  it('are read once, however many ask at the same time', async () => {
    await add(host.serve('/a.ics', calendarOf(AWAY)))
    server.clock.advance(10 * MINUTE)
    await Promise.all([refresh(), refresh(), refresh()])
    expect(host.requests).toHaveLength(2)
  })

  it('that arrive slowly delay no visitor, and count later', async () => {
    for (let count = 0; count < MOST_SOURCES; count++) await add(host.serve(`/${count}.ics`, calendarOf()))
    const { session } = await untilOffer('Jane Doe')
    const open: ServerResponse[] = []
    for (let count = 0; count < MOST_SOURCES; count++) {
      host.serve(`/${count}.ics`, (_, response) => void open.push(response))
    }
    server.clock.advance(MINUTE + 1)
    await sayInChat(server, session, 'Fri, Nov 20, 12:00 PM')
    expect(open).toHaveLength(4)
    server.clock.advance(MINUTE)
    host.serve('/4.ics', calendarOf())
    for (const response of open) response.end(calendarOf(AWAY))
    await eventually(async () => {
      const read = (await listed()).filter(
        ({ read_at }: { read_at: string | null }) => read_at === '2026-11-20T15:01:00.001Z',
      )
      expect(read).toHaveLength(4)
    })
    expect(await firstOffer()).toBe('Mon, Nov 23, 8:00 AM')
  })
})

describe('a calendar is refused', () => {
  const huge = (_: unknown, response: ServerResponse) => {
    response.writeHead(200)
    response.end(`BEGIN:VCALENDAR\r\n${`X-FILLER:${'x'.repeat(989)}\r\n`.repeat(20_000)}`)
  }
  it.each([
    ['if it is a page', '<!doctype html><title>Sign in</title>', /a page that is not a calendar/],
    ['if it is gone', (_: unknown, r: ServerResponse) => r.writeHead(404).end(), /no calendar at/],
    ['if it has 20 MB', huge, /larger than 10 MB/],
    [
      'if it redirects to a private address',
      (_: unknown, r: ServerResponse) =>
        r.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data' }).end(),
      /not on the public internet/,
    ],
    ['if it breaks off', (_: unknown, r: ServerResponse) => r.destroy(), /cannot be reached/],
  ])('%s', async (_, page, reason) => {
    const { status, body } = await add(host.serve('/refused.ics', page))
    expect(status).toBe(400)
    expect(body.message).toMatch(reason)
    expect(await listed()).toEqual([])
  })

  it.each([
    ['http://10.0.0.1/a.ics', /not on the public internet/],
    ['ftp://example.com/a.ics', /begins with https/],
    ['not an address', /begins with https/],
  ])('at %s', async (url, reason) => {
    const { status, body } = await add(url)
    expect(status).toBe(400)
    expect(body.message).toMatch(reason)
  })

  it('if it is there already, or if there are five', async () => {
    const url = host.serve('/a.ics', calendarOf())
    expect((await add(url)).status).toBe(200)
    expect(await add(url)).toMatchObject({
      status: 409,
      body: { message: 'This calendar has already been added' },
    })
    // As with a key that is lost.
    await server.deps.db.updateTable('calendar_sources').set({ sealed_address: 'unreadable' }).execute()
    for (let count = 1; count < MOST_SOURCES; count++) {
      expect((await add(host.serve(`/${count}.ics`, calendarOf()))).status).toBe(200)
    }
    expect(await add(host.serve('/six.ics', calendarOf()))).toMatchObject({
      status: 409,
      body: { message: 'At most 5 calendars are read' },
    })
  })
})

describe('the address of a calendar', () => {
  it('is neither shown, exported, nor readable in the database, and is erased', async () => {
    const { body } = await add(host.serve('/private-abc123/a.ics', calendarOf(AWAY)))
    expect(JSON.stringify([body, await listed()])).not.toContain('private-abc123')
    expect(await columnsContaining(server.deps.db, 'private-abc123')).toEqual([])
    let exported = ''
    const { deps, clock } = server
    for await (const piece of exportOrganizationData(deps.db, FRESH, clock.now(), 'https://widget')) {
      exported += piece
    }
    expect(exported).toContain(body.id)
    expect(exported).not.toContain('sealed_address')
    await eraseOrganizationData(deps.db, FRESH)
    expect(await columnsContaining(deps.db, body.id)).toEqual([])
  })

  it('belongs to its organization', async () => {
    const { body } = await add(host.serve('/a.ics', calendarOf(AWAY)))
    const params = { orgId: RIVAL, sourceId: body.id }
    expect((await call(server, removeCalendarSource, { params, as: 'rival' })).status).toBe(404)
    expect(
      (await call(server, getCalendars, { params: { orgId: RIVAL }, as: 'rival' })).body.sources,
    ).toEqual([])
    expect(await listed()).toHaveLength(1)
  })
})
