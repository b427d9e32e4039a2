import { describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../../server/kernel/deps.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import type { ChatSession, ChatUpdate } from '../../../src/contract/widget.ts'
import { CANCELED } from '../../../src/domain/leads/bookings.ts'
import { call } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, readChat, sayInChat } from '../../support/visitor.ts'

/** No bookings, default hours, New York. */
const FRESH = 'org_freshcut'

const server = await sharedServer({ now: new Date('2026-11-20T15:00:00Z') })

const begin = () => beginChat(server, FRESH)
const say = (session: ChatSession, content: string) => sayInChat(server, session, content)
const read = async (session: ChatSession): Promise<ChatUpdate> => (await readChat(server, session)).json()
const leadOf = (session: ChatSession) => leadOfChat(server, FRESH, session)

/** A conversation in which slots are offered. */
async function untilOffer(name: string): Promise<{ session: ChatSession; offer: ChatUpdate }> {
  const session = await begin()
  for (const message of ['Lawn mowing', name, '614-555-0188']) await say(session, message)
  return { session, offer: await say(session, '12 Elm Street, Columbus') }
}

/** Names a time, and says yes to what the agent proposes. */
async function book(session: ChatSession, time: string): Promise<ChatUpdate> {
  await say(session, time)
  return say(session, /^el /.test(time) ? 'sí, por favor' : 'yes please')
}

const SURNAMES = ['Adams', 'Baker', 'Clark', 'Davis', 'Evans', 'Foster', 'Garcia', 'Hughes']

const said = ({ messages }: ChatUpdate) =>
  messages
    .filter(({ message_type }) => message_type === 'outgoing')
    .map(({ content }) => content)
    .join('\n')

describe('an estimate call', () => {
  it('is offered, booked, announced live, and stored in the lead', async () => {
    const events: ServerEvent[] = []
    const stop = server.deps.events.subscribe(FRESH, (event) => {
      if (event.type !== 'conversation_changed') events.push(event)
    })
    const { session, offer } = await untilOffer('Jane Doe')
    expect(offer.quick_replies).toEqual([
      'Fri, Nov 20, 12:00 PM',
      'Sat, Nov 21, 9:00 AM',
      'Sat, Nov 21, 12:00 PM',
      'Mon, Nov 23, 8:00 AM',
      'Other times',
      'No thanks',
    ])
    expect(offer.booking).toBeNull()
    expect((await read(session)).quick_replies).toEqual(offer.quick_replies)

    const booked = await say(session, 'Mon, Nov 23, 8:00 AM')
    expect(said(booked)).toBe(
      'Thank you, Jane! Your free estimate call is booked for Monday, November 23 at 8:00 AM EST. Someone from Fresh Cut Co will call you at (614) 555-0188.',
    )
    expect(booked.quick_replies).toEqual([])
    const lead = await leadOf(session)
    const id = lead?.converted_to_booking_id
    expect(lead).toMatchObject({
      status: 'converted',
      automatic_reason: 'The visitor booked an estimate call',
      automatic_at: server.clock.now().toISOString(),
      booking_start_time: '2026-11-23T13:00:00.000Z',
      booking_status: 'scheduled',
      booking_calcom_event_id: `${id}@fieldhand`,
      booking_url: `${server.deps.config.origins.widget}/booking/${id}`,
    })
    expect(booked.booking).toEqual({
      start_time: '2026-11-23T13:00:00.000Z',
      kind: 'call',
      page_url: lead?.booking_url,
      calendar_url: `${lead?.booking_url}.ics`,
    })
    expect((await read(session)).booking).toEqual(booked.booking)
    stop()
    expect(events).toEqual([
      expect.objectContaining({ type: 'lead_created', lead_id: lead?.id }),
      // The address.
      { type: 'leads_changed', event_type: 'leads_changed' },
      {
        type: 'booking_changed',
        event_type: 'booking_changed',
        lead_id: lead?.id,
        contact_name: 'Jane Doe',
        booking_start_time: '2026-11-23T13:00:00.000Z',
      },
    ])
  })

  it("is moved and canceled on the visitor's request, under the same id", async () => {
    const { session } = await untilOffer('Mo Ving')
    await book(session, 'Tuesday at 10 am')
    const first = await leadOf(session)
    expect(said(await say(session, 'I need to reschedule the call'))).toContain(
      'Of course. These times are free for a call',
    )
    await book(session, 'Wednesday at 11 am')
    const moved = await leadOf(session)
    expect(moved).toMatchObject({
      converted_to_booking_id: first?.converted_to_booking_id,
      booking_start_time: '2026-11-25T16:00:00.000Z',
    })
    const canceled = await say(session, 'please cancel it')
    expect(canceled.booking).toBeNull()
    expect(await leadOf(session)).toMatchObject({
      status: 'new',
      automatic_reason: 'The visitor canceled the estimate call',
      booking_status: 'cancelled',
    })
    const next = await untilOffer('Next One')
    expect(said(await book(next.session, 'Wednesday at 11 am'))).toContain('November 25 at 11:00 AM')
    expect(said(await say(session, 'can I book another call?'))).toContain(
      'Gladly. These times are free for a call',
    )
    await book(session, 'Friday, November 27 at 1 pm')
    expect(await leadOf(session)).toMatchObject({ status: 'converted', booking_status: 'scheduled' })
  })

  it('is deleted with its lead, and its slot is free again', async () => {
    const { session } = await untilOffer('Gone Girl')
    await book(session, 'Tuesday at 2 pm')
    const lead = await leadOf(session)
    await server.fetchApi(`/api/v1/organizations/${FRESH}/leads/${lead?.id}`, { method: 'DELETE' })
    expect((await readChat(server, session)).status).toBe(404)
    const { session: next } = await untilOffer('Next Visitor')
    await book(next, 'Tuesday at 2 pm')
    expect(await leadOf(next)).toMatchObject({ booking_start_time: lead?.booking_start_time })
  })

  it('that the team has moved or canceled is what the visitor is told who asks', async () => {
    const { session } = await untilOffer('Moved Visitor')
    await book(session, 'Wednesday, November 25 at 1 pm')
    const lead = await leadOf(session)
    const update = (change: object) =>
      server.fetchApi(`/api/v1/organizations/${FRESH}/leads/${lead?.id}`, {
        method: 'PUT',
        body: JSON.stringify(change),
      })
    await update({ booking_start_time: '2026-11-25T20:00:00.000Z' })
    expect(said(await say(session, 'Hi, did you change my time?'))).toBe(
      'The team has moved your call: it was on Wednesday, November 25 at 1:00 PM EST. Your estimate call is booked for Wednesday, November 25 at 3:00 PM EST.',
    )
    await update({ booking_status: CANCELED })
    expect(said(await say(session, 'Is my call tomorrow still on?'))).toContain(
      'The team has canceled your call on Wednesday, November 25 at 3:00 PM EST.',
    )
  })

  it('belongs to one of several concurrent visitors; the others are offered other slots', async () => {
    const visitors = await Promise.all(Array.from(SURNAMES, (surname) => untilOffer(`Jane ${surname}`)))
    const [wanted = ''] = visitors[0]?.offer.quick_replies ?? []
    expect(visitors.every(({ offer }) => offer.quick_replies[0] === wanted)).toBe(true)
    const answers = await Promise.all(visitors.map(({ session }) => say(session, wanted)))
    const winners = answers.filter(({ booking }) => booking !== null)
    expect(winners).toHaveLength(1)
    for (const answer of answers.filter(({ booking }) => booking === null)) {
      expect(said(answer)).toContain('Sorry, that time has just been taken.')
      expect(answer.quick_replies).toHaveLength(6)
      expect(answer.quick_replies).not.toContain(wanted)
    }
    const taken = await server.deps.db
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', FRESH)
      .where('booking_start_time', '=', new Date(winners[0]?.booking?.start_time ?? ''))
      .execute()
    expect(taken).toHaveLength(1)
  })

  it('cannot be stored twice for one slot', async () => {
    const row = (id: string) => ({
      id,
      organization_id: FRESH,
      status: 'converted',
      source: 'manual',
      booking_start_time: new Date('2026-12-01T15:00:00Z'),
      created_at: new Date(),
      updated_at: new Date(),
    })
    await server.deps.db.insertInto('leads').values(row('lead_one')).execute()
    await expect(server.deps.db.insertInto('leads').values(row('lead_two')).execute()).rejects.toThrow(
      /leads_one_per_slot/,
    )
  })
})

describe('a booking page', () => {
  const get = (path: string) => server.app.widget.request(path)

  it('shows the time and offers a calendar file, without visitor data', async () => {
    const { session } = await untilOffer('Secret Name')
    const { booking } = await book(session, 'Friday, November 27 at 9 am')
    const path = new URL(booking?.page_url ?? '').pathname
    const page = await get(path)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(html).toContain('Friday, November 27 at 9:00 AM EST')
    expect(html).not.toMatch(/Secret|555-0188|Elm/)

    const file = await get(`${path}.ics`)
    const calendar = await file.text()
    expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="estimate.ics"')
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n/)
    expect(calendar).toContain('DTSTART:20261127T140000Z\r\nDTEND:20261127T143000Z\r\n')
    expect(calendar).toContain('SUMMARY:Estimate call with Fresh Cut Co\r\n')
    expect(calendar).not.toMatch(/Secret|555-0188|Elm/)

    const phone = '740-555-0111 ext. 12 / 740-555-0122'
    await call(server, putProfile, { params: { orgId: FRESH }, body: { phone } })
    expect(await (await get(path)).text()).toContain(`<a href="tel:+17405550111;ext=12">Call ${phone}</a>`)
    await call(server, putProfile, { params: { orgId: FRESH }, body: { phone: 'ask in the shop' } })
    expect(await (await get(path)).text()).not.toContain('tel:')

    await say(session, 'cancel the call')
    expect(await (await get(path)).text()).toContain('This estimate call was canceled.')
    expect(await (await get(`${path}.ics`)).text()).toContain('STATUS:CANCELLED')
  })

  it('is Spanish after a chat in Spanish', async () => {
    const session = await begin()
    for (const message of [
      'Hola, necesito cortar el césped',
      'Me llamo Ana Ruiz',
      '614-555-0177',
      'Vivo en 12 Elm Street, Columbus, OH 43215',
    ]) {
      await say(session, message)
    }
    const { booking } = await book(session, 'el martes a las 10 de la mañana')
    const html = await (await get(new URL(booking?.page_url ?? '').pathname)).text()
    expect(html).toContain('<html lang="es">')
    expect(html).toContain('<h1>Llamada de presupuesto con Fresh Cut Co</h1>')
    expect(html).toContain('24 de noviembre a las 10:00')
    expect(await (await get(new URL(booking?.calendar_url ?? '').pathname)).text()).toContain(
      'SUMMARY:Llamada de presupuesto con Fresh Cut Co\r\n',
    )
  })

  it.each([
    'x',
    'booking_0000000000000000000000',
    '%00',
    "booking_'--",
    `booking_${'a'.repeat(5_000)}`,
    '.ics',
  ])('returns 404 for %s', async (id) => {
    const response = await get(`/booking/${id}`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Booking not found')
  })
})
