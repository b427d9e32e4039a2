import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { connectedTimes } from '../../../server/calendars/connections.ts'
import { eventIdOf } from '../../../server/google/calendar-service.ts'
import { bookCall } from '../../../src/contract/bookings.ts'
import { chooseCalendar, getCalendarConnection } from '../../../src/contract/calendar-services.ts'
import { createLead, deleteLead, updateLead } from '../../../src/contract/leads.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { readCalendars } from '../../support/calendars.ts'
import { pullAllCalls, pushAllCalls } from '../../support/calls.ts'
import { startGoogleServer } from '../../support/google.ts'
import { beginChat, beginTest, leadOfChat, sayInChat } from '../../support/visitor.ts'

/** No bookings, default hours, New York. */
const START = new Date('2026-11-20T15:00:00Z')
const server = await startGoogleServer({ now: START })
const { google, deps } = server
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(START)
  await clear(server, FRESH)
  await deps.db.deleteFrom('calendar_connections').execute()
  await deps.db.deleteFrom('calendar_events').execute()
  await google.clear()
  await server.connect(FRESH)
})

const MAIN = 'greenacres.example@gmail.com'
const say = (session: ChatSession, content: string) => sayInChat(server, session, content)
const leadOf = (session: ChatSession) => leadOfChat(server, FRESH, session)
const events = (calendar = MAIN) => google.account().list(calendar)
const own = () => events().filter(({ id }) => id !== 'c0ffee')
const said = ({ messages }: ChatUpdate) =>
  messages
    .filter(({ message_type }) => message_type === 'outgoing')
    .map(({ content }) => content)
    .join('\n')

/** The owner's dentist, in the calendar. */
const busy = (from: string, to: string, id = 'c0ffee') =>
  google.account().insert(MAIN, {
    id,
    summary: 'Dentist',
    start: { dateTime: `2026-11-${from}:00Z` },
    end: { dateTime: `2026-11-${to}:00Z` },
  })

async function untilOffer(begin = beginChat): Promise<{ session: ChatSession; offer: ChatUpdate }> {
  const session = await begin(server, FRESH)
  for (const message of ['Lawn mowing', 'Jane Doe', '614-555-0188']) await say(session, message)
  return { session, offer: await say(session, '12 Elm Street, Columbus') }
}

/** Books the call of Monday at 8:00 AM in New York. */
async function booked(begin = beginChat) {
  const { session } = await untilOffer(begin)
  const update = await say(session, 'Mon, Nov 23, 8:00 AM')
  const lead = await leadOf(session)
  return { session, update, lead, id: lead?.converted_to_booking_id ?? '' }
}
const AT_EIGHT = '2026-11-23T13:00:00.000Z'

async function inLine() {
  for (let minutes = 0; minutes < 10; minutes += 1) {
    await pushAllCalls(deps)
    server.clock.advance(60_000)
  }
}

it('an event of a call that has started stays beside the next one, until the lead is deleted', async () => {
  const { lead } = await booked()
  await inLine()
  const params = { orgId: FRESH, leadId: lead?.id ?? '' }
  server.clock.set(new Date('2026-11-23T13:10:00Z'))
  const body = { start_time: '2026-11-24T15:00:00.000Z' }
  expect((await call(server, bookCall, { params, body })).status).toBe(200)
  await inLine()
  expect(
    own()
      .map(({ start }) => new Date(start?.dateTime ?? '').toISOString())
      .toSorted(),
  ).toEqual([AT_EIGHT, body.start_time])
  await call(server, deleteLead, { params })
  await inLine()
  expect(own()).toEqual([])
})

it('a test writes no event, also if the owner moves its call, and takes no time from a visitor', async () => {
  const test = await booked(beginTest)
  expect(test.lead).toMatchObject({ is_test: true, booking_start_time: AT_EIGHT })
  const moved = await call(server, updateLead, {
    params: { orgId: FRESH, leadId: test.lead?.id ?? '' },
    body: { booking_start_time: '2026-11-23T15:00:00.000Z' },
  })
  expect(moved.status).toBe(200)
  await inLine()
  expect(own()).toEqual([])
  expect(await deps.db.selectFrom('calendar_events').selectAll().execute()).toEqual([])
  server.clock.set(START)
  expect((await booked()).lead?.booking_start_time).toBe(AT_EIGHT)
  await inLine()
  expect(own()).toMatchObject([{ start: { dateTime: expect.stringContaining('2026-11-23') } }])
})

it('a member books a call in the calendar, but not during an appointment there', async () => {
  const lead = { prospect_name: 'Ana Lopez', prospect_address: '7 Oak Road, Columbus' }
  const added = await call(server, createLead, { params: { orgId: FRESH }, body: lead })
  const params = { orgId: FRESH, leadId: added.body.id }
  await busy('23T13:00', '23T14:00')
  expect(await call(server, bookCall, { params, body: { start_time: AT_EIGHT } })).toMatchObject({
    status: 409,
    body: { message: 'Your connected calendar is not free at this time. Choose another one' },
  })
  await inLine()
  expect(own()).toEqual([])
  const start_time = '2026-11-23T14:00:00.000Z'
  const { body } = await call(server, bookCall, { params, body: { start_time, id: 'tap' } })
  await call(server, bookCall, { params, body: { start_time, id: 'tap' } })
  await inLine()
  expect(own()).toMatchObject([
    {
      id: eventIdOf(body.converted_to_booking_id),
      summary: 'Estimate call: Ana Lopez',
      location: '7 Oak Road, Columbus',
      start: { dateTime: start_time },
    },
  ])
})

it('an event has an id that Google accepts, one for each booking', () => {
  expect(eventIdOf('booking_4vHq')).toMatch(/^[a-v0-9]{5,1024}$/)
  expect(eventIdOf('booking_4vHq')).not.toBe(eventIdOf('booking_4vHQ'))
})

describe('an estimate call', () => {
  it('is an event of the calendar, with what the owner needs, and no guest', async () => {
    const { update, lead, id } = await booked()
    expect(said(update)).toContain('is booked for Monday, November 23 at 8:00 AM EST')
    expect(lead).toMatchObject({
      booking_start_time: AT_EIGHT,
      booking_calcom_event_id: `${id}@fieldhand`,
      booking_url: `${deps.config.origins.widget}/booking/${id}`,
    })
    await inLine()
    const [event, ...others] = own()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      id: eventIdOf(id),
      summary: 'Estimate call: Jane Doe',
      location: '12 Elm Street, Columbus',
      start: { dateTime: AT_EIGHT, timeZone: 'America/New_York' },
      end: { dateTime: '2026-11-23T13:30:00.000Z' },
    })
    expect(event?.description).toContain(`${deps.config.origins.widget}/booking/${id}`)
    expect(event?.attendees).toBeUndefined()
  })

  it('is a visit of its own length and place, which blocks no other time than its own', async () => {
    const body = { appointment_kind: 'visit', appointment_minutes: 90 } as const
    await call(server, putProfile, { params: { orgId: FRESH }, body })
    const { id } = await booked()
    await inLine()
    const visit = {
      summary: 'Estimate visit: Jane Doe',
      location: '12 Elm Street, Columbus',
      end: { dateTime: '2026-11-23T14:30:00.000Z' },
    }
    expect(own()).toMatchObject([{ id: eventIdOf(id), ...visit }])
    await readCalendars(deps)
    const { busy } = await connectedTimes(deps.db, FRESH, START)
    expect(busy).toEqual([])
  })

  it('moves and is canceled with the visitor, and comes back when they book again', async () => {
    const { session, id } = await booked()
    await say(session, 'Can we move the call to Tuesday at 10 am?')
    await say(session, 'yes please')
    expect((await leadOf(session))?.booking_start_time).toBe('2026-11-24T15:00:00.000Z')
    await inLine()
    expect(own()).toMatchObject([{ id: eventIdOf(id), start: { dateTime: '2026-11-24T15:00:00.000Z' } }])
    await say(session, 'please cancel the call')
    expect(await leadOf(session)).toMatchObject({ booking_status: 'cancelled' })
    await inLine()
    expect(own()).toEqual([])
    await say(session, 'can I book another call?')
    await say(session, 'Wednesday at 11 am')
    await say(session, 'yes please')
    await inLine()
    expect(own()).toMatchObject([{ id: eventIdOf(id), start: { dateTime: '2026-11-25T16:00:00.000Z' } }])
  })

  it('is moved there by a member, unless the calendar is busy', async () => {
    const { session, lead, id } = await booked()
    const move = (booking_start_time: string) =>
      call(server, updateLead, {
        params: { orgId: FRESH, leadId: lead?.id ?? '' },
        body: { booking_start_time },
      })
    expect((await move('2026-11-25T00:00:00.000Z')).status).toBe(200)
    expect(own()).toMatchObject([{ id: eventIdOf(id), start: { dateTime: '2026-11-25T00:00:00.000Z' } }])
    busy('26T15:00', '26T16:00')
    expect((await move('2026-11-26T15:00:00.000Z')).status).toBe(409)
    expect((await leadOf(session))?.booking_start_time).toBe('2026-11-25T00:00:00.000Z')
    await inLine()
    expect(own()).toMatchObject([{ id: eventIdOf(id), start: { dateTime: '2026-11-25T00:00:00.000Z' } }])
  })

  it('is not offered while the calendar is busy', async () => {
    busy('23T13:00', '23T17:00')
    server.clock.advance(600_000)
    await readCalendars(deps)
    const { session, offer } = await untilOffer()
    expect(offer.quick_replies).not.toContain('Mon, Nov 23, 8:00 AM')
    expect(offer.quick_replies.length).toBeGreaterThan(0)
    const refused = await say(session, 'Monday at 9 am')
    expect(refused.booking).toBeNull()
    expect(own()).toEqual([])
  })

  it('whose time was just taken is refused, which the visitor is told with other times', async () => {
    const { session } = await untilOffer()
    busy('23T13:00', '23T14:00')
    const update = await say(session, 'Mon, Nov 23, 8:00 AM')
    expect(update.booking).toBeNull()
    expect(said(update)).not.toContain('is booked')
    expect(update.quick_replies).not.toContain('Mon, Nov 23, 8:00 AM')
    const other = update.quick_replies.find((reply) => reply.startsWith('Mon')) ?? ''
    expect(other).not.toBe('')
    expect(said(await say(session, other))).toContain('is booked')
    await inLine()
    expect(own()).toHaveLength(1)
    expect(events()).toHaveLength(2)
  })

  it('gives way to an event that was added at the same moment', async () => {
    const { session } = await untilOffer()
    await google.faults.tell({ fault: 'taken', times: 1 })
    const update = await say(session, 'Mon, Nov 23, 8:00 AM')
    expect(update.booking).toBeNull()
    expect(events().map(({ summary }) => summary)).toEqual(['Somebody else'])
  })

  it('of two visitors at one time is booked for one at most', async () => {
    const [first, second] = [await untilOffer(), await untilOffer()]
    await Promise.all([first, second].map(({ session }) => say(session, 'Mon, Nov 23, 8:00 AM')))
    await inLine()
    const leads = await Promise.all([first, second].map(({ session }) => leadOf(session)))
    const calls = leads.filter((lead) => lead?.booking_start_time === AT_EIGHT)
    expect(calls.length).toBeLessThanOrEqual(1)
    expect(own()).toHaveLength(calls.length)
  })
})

describe('while Google cannot be used', () => {
  it.each(['down', 'html', 'limited', 'quota'] as const)(
    'by being %s, a call is booked here, and there once it is back',
    async (fault) => {
      const { session } = await untilOffer()
      await google.faults.tell({ fault, to: 'calendar', ms: 1_000 })
      const update = await say(session, 'Mon, Nov 23, 8:00 AM')
      expect(said(update)).toContain('is booked for Monday, November 23 at 8:00 AM EST')
      await pushAllCalls(deps)
      expect(own()).toEqual([])
      await google.faults.tell({ fault: null })
      await inLine()
      expect(own()).toMatchObject([{ start: { dateTime: AT_EIGHT } }])
    },
  )

  it('an event whose answer got lost is found, and not added again', async () => {
    const { session } = await untilOffer()
    await google.faults.tell({ fault: 'lost', times: 1 })
    await say(session, 'Mon, Nov 23, 8:00 AM')
    await inLine()
    expect(own()).toMatchObject([{ start: { dateTime: AT_EIGHT }, status: 'confirmed' }])
    const { body } = await call(server, getCalendarConnection, {
      params: { orgId: FRESH, service: 'google' },
    })
    expect(body.calls).toMatchObject([{ state: 'written', error: null, lead_name: 'Jane Doe' }])
  })

  it('because its access was revoked, the connection says so, and the call comes with the next one', async () => {
    const { session } = await untilOffer()
    google.tokens.removeApp(MAIN)
    await say(session, 'Mon, Nov 23, 8:00 AM')
    const params = { orgId: FRESH, service: 'google' as const }
    expect((await call(server, getCalendarConnection, { params })).body).toMatchObject({
      state: 'revoked',
      reason: 'Google Calendar no longer accepts the connection. Reconnect to go on',
    })
    expect((await leadOf(session))?.booking_start_time).toBe(AT_EIGHT)
    await server.connect(FRESH)
    await pushAllCalls(deps)
    expect(own()).toHaveLength(1)
  })
})

describe('the owner', () => {
  const follow = async () => {
    await inLine()
    server.clock.advance(600_000)
    await pullAllCalls(deps)
  }

  it('moves a call in Google, and the lead follows', async () => {
    const { session, id } = await booked()
    await inLine()
    google.account().patch(MAIN, eventIdOf(id), {
      start: { dateTime: '2026-11-24T16:00:00Z' },
      end: { dateTime: '2026-11-24T16:30:00Z' },
    })
    await follow()
    expect((await leadOf(session))?.booking_start_time).toBe('2026-11-24T16:00:00.000Z')
    await follow()
    expect(own()).toMatchObject([{ start: { dateTime: '2026-11-24T16:00:00Z' } }])
  })

  it('makes a call last all day in Google, and it stays at its time', async () => {
    const { session, id } = await booked()
    await inLine()
    const [start, end] = [{ date: '2026-11-24' }, { date: '2026-11-25' }]
    google.account().patch(MAIN, eventIdOf(id), { start, end })
    await follow()
    expect((await leadOf(session))?.booking_start_time).toBe(AT_EIGHT)
  })

  it('deletes a call in Google, and the lead has none', async () => {
    const { session, id } = await booked()
    await inLine()
    google.account().remove(MAIN, eventIdOf(id))
    await follow()
    expect(await leadOf(session)).toMatchObject({ booking_status: 'cancelled' })
  })

  it('deletes a lead, and its event goes', async () => {
    const { lead } = await booked()
    await inLine()
    await call(server, deleteLead, { params: { orgId: FRESH, leadId: lead?.id ?? '' } })
    await inLine()
    expect(own()).toEqual([])
  })

  it('chooses another calendar: calls stay where they are until they move', async () => {
    const { session, id } = await booked()
    const other = 'estimates@group.calendar.google.com'
    const params = { orgId: FRESH, service: 'google' as const }
    await call(server, chooseCalendar, { params, body: { id: other } })
    await follow()
    expect(await leadOf(session)).toMatchObject({ booking_status: 'scheduled' })
    expect(own()).toHaveLength(1)
    await say(session, 'Can we move the call to Tuesday at 10 am?')
    await say(session, 'yes please')
    await inLine()
    expect(own()).toEqual([])
    expect(events(other)).toMatchObject([{ id: eventIdOf(id) }])
    await say(session, 'please cancel the call')
    await inLine()
    expect(events(other)).toEqual([])
  })

  it('connects another account, which gets the calls that move, and cancels none', async () => {
    const { session, id } = await booked()
    await inLine()
    const rival = 'rivalmowing.example@gmail.com'
    await server.connect(FRESH, { account: rival })
    await follow()
    expect(await leadOf(session)).toMatchObject({ booking_status: 'scheduled' })
    await say(session, 'Can we move the call to Tuesday at 10 am?')
    await say(session, 'yes please')
    await inLine()
    expect(google.account(rival).list(rival)).toMatchObject([{ id: eventIdOf(id) }])
    expect(own()).toHaveLength(1)
  })
})
