import type { ServerResponse } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { startCalendars } from '../../../server/calendars/refresh.ts'
import { refreshForBooking } from '../../../server/calendars/sources.ts'
import { READS_PER_HOUR } from '../../../server/http/member-reads.ts'
import { addCalendarSource } from '../../../src/contract/calendar-setup.ts'
import { getCalendars, MOST_SOURCES } from '../../../src/contract/calendars.ts'
import { checkWebsite } from '../../../src/contract/website-check.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { readCalendars } from '../../support/calendars.ts'
import { eventually } from '../../support/eventually.ts'
import { calendarOf, feedHost } from '../../support/feed-host.ts'
import { sharedServer } from '../../support/server.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const server = await sharedServer({ now: NOW })
const host = await feedHost()
const { host: name } = new URL(host.origin)
beforeEach(async () => {
  server.clock.set(NOW)
  await Promise.all([FRESH, RIVAL].map((id) => clear(server, id)))
})

const EMPTY = calendarOf()
const LUNCH = calendarOf(['DTSTART:20261123T130000Z', 'DTEND:20261123T133000Z'])
/** Appointments that are within the limits, but whose rules take minutes. */
const ENDLESS = calendarOf(
  ...Array.from({ length: 1_999 }, (_, index) => [
    ...[`UID:${index}`, 'DTSTART:20010101T000000Z', 'DTEND:20261231T000000Z', 'RRULE:FREQ=DAILY'],
  ]),
)
const asOf = (orgId: string) => ({
  params: { orgId },
  as: orgId === RIVAL ? ('rival' as const) : ('owner' as const),
})
const add = (orgId: string, url: string) => call(server, addCalendarSource, { ...asOf(orgId), body: { url } })
const listed = async (orgId: string) => (await call(server, getCalendars, asOf(orgId))).body.sources
const refresh = () => readCalendars(server.deps)

describe('a calendar that takes too much', () => {
  it('is stopped, delays no other organization, and is read again only after hours, which its owner sees', async () => {
    const url = host.serve('/a.ics', EMPTY)
    await add(RIVAL, url)
    host.serve('/a.ics', ENDLESS)
    server.clock.advance(10 * MINUTE_MS)
    let isStopped = false
    const stopped = refresh().then(() => {
      isStopped = true
    })
    await eventually(() => expect(host.requests).toHaveLength(2))
    expect((await add(FRESH, host.serve('/b.ics', LUNCH))).status).toBe(200)
    expect(isStopped).toBe(false)
    await stopped
    const error = `The calendar of ${name} takes too long to read. Share one with fewer appointments. It is read again after 6 hours.`
    expect(await listed(RIVAL)).toMatchObject([{ read_at: NOW.toISOString(), error }])

    host.serve('/a.ics', EMPTY)
    host.requests.length = 0
    server.clock.advance(6 * HOUR_MS - 1)
    await refresh()
    await refreshForBooking(server.deps, RIVAL)
    expect(host.requests.map(({ url }) => url)).not.toContain('/a.ics')
    server.clock.advance(1)
    await refresh()
    expect(await listed(RIVAL)).toMatchObject([{ error: null }])
    server.clock.advance(10 * MINUTE_MS)
    host.requests.length = 0
    await refresh()
    expect(host.requests.map(({ url }) => url)).toContain('/a.ics')
  })

  it.each([
    [
      'bytes',
      'BEGIN:VCALENDAR\r\n'.padEnd(10_000_001, 'X-FILLER:x\r\n'),
      `This calendar is larger than 10 MB.`,
    ],
    [
      'appointments',
      calendarOf(...Array(20_001).fill(['DTSTART:20261101'])),
      'This calendar has more than 20,000 appointments.',
    ],
  ])('because of its %s is refused, or paused', async (_, text, reason) => {
    const url = host.serve('/a.ics', text)
    const message = `${reason} Share one with fewer appointments.`
    expect(await add(FRESH, url)).toMatchObject({ status: 400, body: { message } })
    host.serve('/a.ics', EMPTY)
    await add(FRESH, url)
    host.serve('/a.ics', text)
    server.clock.advance(10 * MINUTE_MS)
    await refresh()
    expect(await listed(FRESH)).toMatchObject([{ error: `${message} It is read again after 6 hours.` }])
    server.clock.advance(10 * MINUTE_MS)
    host.requests.length = 0
    await refresh()
    expect(host.requests).toEqual([])
  })
})

describe('calendars that do not answer', () => {
  it('delay only their organization', async () => {
    const open: ServerResponse[] = []
    for (let count = 0; count < MOST_SOURCES; count += 1) {
      const path = `/${count}.ics`
      await add(RIVAL, host.serve(path, EMPTY))
      host.serve(path, (_, response) => void open.push(response))
    }
    server.clock.advance(10 * MINUTE_MS + 1)
    const stop = await startCalendars(server.deps)
    await eventually(() => expect(open).toHaveLength(1))
    server.clock.advance(-10 * MINUTE_MS)
    await add(FRESH, host.serve('/lunch.ics', LUNCH))
    server.clock.advance(10 * MINUTE_MS + 1)
    await eventually(async () =>
      expect((await listed(FRESH))[0].read_at).toBe(server.clock.now().toISOString()),
    )
    expect(open).toHaveLength(1)
    for (const response of open) response.destroy()
    await stop()
  })
})

describe('what a member reads from another host', () => {
  it('is read once at a time for an organization', async () => {
    const open: ServerResponse[] = []
    const url = host.serve('/slow.ics', (_, response) => void open.push(response))
    const first = add(RIVAL, url)
    await eventually(() => expect(open).toHaveLength(1))
    expect(await add(RIVAL, url)).toMatchObject({
      status: 409,
      body: { message: 'A calendar is being added already' },
    })
    expect((await add(FRESH, host.serve('/b.ics', LUNCH))).status).toBe(200)
    open[0]?.end(EMPTY)
    expect((await first).status).toBe(200)
  })

  it('is not read very often', async () => {
    const page = host.serve('/page', (_, response) => void response.writeHead(404).end())
    const check = () => call(server, checkWebsite, { ...asOf(RIVAL), body: { url: page } })
    for (let count = 0; count < READS_PER_HOUR; count += 1) expect((await check()).status).toBe(400)
    expect(await check()).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('try again later') },
    })
    const other = await call(server, checkWebsite, { ...asOf(FRESH), body: { url: page } })
    expect(other.status).toBe(400)
  })
})
