import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCAL_ACCOUNTS } from '../../../dev/calcom/calcom.ts'
import { startCallSync } from '../../../server/calendars/sync-calls.ts'
import { eraseLead } from '../../../server/erasure/erase-lead.ts'
import {
  connectCalcom,
  getCalendarConnection,
  retryWrittenCall,
} from '../../../src/contract/calendar-services.ts'
import { deleteConversation, takeOver } from '../../../src/contract/conversations.ts'
import { updateLead } from '../../../src/contract/leads.ts'
import type { ChatUpdate } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { KEY, startCalcomServer } from '../../support/calcom.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { eventually } from '../../support/eventually.ts'
import { beforeTransactions } from '../../support/interrupt.ts'
import { leadOfChat, sendInChat } from '../../support/visitor.ts'
import { replyTo } from '../conversations/support.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MONDAY_9 = 'Mon, Nov 23, 9:00 AM'
const MONDAY_9_UTC = '2026-11-23T14:00:00.000Z'
const TUESDAY_10_UTC = '2026-11-24T15:00:00.000Z'
const ELSE = { name: 'Somebody Else', email: 'else@example.com', timeZone: 'America/New_York' }

const server = await startCalcomServer({ now: NOW })
const { calcom } = server
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
  await calcom.clear()
  expect((await server.connect(FRESH)).status).toBe(204)
})

const params = { orgId: FRESH, service: 'calcom' }
const said = ({ messages }: ChatUpdate) => messages.map(({ content }) => content).join('\n')
const bookings = (status = 'accepted') =>
  calcom
    .account()
    .state.bookings.filter((booking) => booking.status === status)
    .map(({ start, attendees }) => [start, attendees[0]?.name])
const connection = async () => (await call(server, getCalendarConnection, { params })).body
const calls = async () => (await connection()).calls
const fault = (name: Parameters<typeof calcom.faults.tell>[0]['fault'], times?: number) =>
  calcom.faults.tell({ fault: name, times })

async function booked() {
  const { session } = await server.untilOffer(FRESH)
  const answer = await server.say(session, MONDAY_9)
  return { session, answer, lead: await leadOfChat(server, FRESH, session) }
}

const moveByMember = (lead: { id: string } | null | undefined, booking_start_time: string) =>
  call(server, updateLead, {
    params: { orgId: FRESH, leadId: lead?.id ?? '' },
    body: { booking_start_time },
  })

describe('a call with Cal.com connected', () => {
  it('is offered only at the times that Cal.com has', async () => {
    const { offer } = await server.untilOffer(FRESH)
    // Fieldhand alone would offer Monday at 8, when the business opens.
    expect(offer.quick_replies).toContain(MONDAY_9)
    calcom.account().book({ eventTypeId: 101, start: MONDAY_9_UTC, attendees: [ELSE] })
    await calcom.webhooks.settled()
    const { session } = await server.untilOffer(FRESH)
    expect(said(await server.say(session, 'Monday at 9 am'))).toContain('Mon, Nov 23, 9:30 AM')
    expect(said(await server.say(session, 'Saturday at 6 pm'))).not.toContain('Would')
  })

  it('is booked there, moved, and canceled, with its id and page in the lead', async () => {
    const { session, answer, lead } = await booked()
    expect(said(answer)).toContain('is booked for Monday, November 23 at 9:00 AM EST')
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
    const [booking] = calcom.account().state.bookings
    expect(booking?.attendees[0]).toMatchObject({ phoneNumber: '+16145550188', timeZone: 'America/New_York' })
    expect(lead).toMatchObject({
      status: 'converted',
      booking_start_time: MONDAY_9_UTC,
      booking_calcom_event_id: booking?.uid,
      booking_url: `${calcom.url}/booking/${booking?.uid}`,
    })
    expect(await calls()).toMatchObject([{ state: 'written', start: MONDAY_9_UTC, lead_name: 'Jane Doe' }])

    await server.say(session, 'Can we move it to Tuesday at 10 am?')
    await server.say(session, 'yes please')
    expect(bookings()).toEqual([['2026-11-24T15:00:00.000Z', 'Jane Doe']])
    const moved = await leadOfChat(server, FRESH, session)
    expect(moved?.booking_calcom_event_id).toBe(calcom.account().state.bookings.at(-1)?.uid)
    expect(moved?.converted_to_booking_id).toBe(lead?.converted_to_booking_id)

    await server.say(session, 'please cancel the call')
    await server.sweep()
    expect(bookings()).toEqual([])
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_status: 'cancelled' })
  })

  it('is refused if somebody else takes its time, and others are offered', async () => {
    const { session } = await server.untilOffer(FRESH)
    await fault('taken', 1)
    const answer = await server.say(session, MONDAY_9)
    expect(said(answer)).toContain('Sorry, that time has just been taken.')
    expect(answer.booking).toBeNull()
    expect(answer.quick_replies).not.toContain(MONDAY_9)
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Somebody Else']])
    expect((await leadOfChat(server, FRESH, session))?.booking_start_time).toBeNull()
    const [other = ''] = answer.quick_replies
    expect(said(await server.say(session, other))).toContain('is booked for')
    expect(bookings()).toHaveLength(2)
  })

  it('goes to one of two visitors who take the same time at once', async () => {
    const one = await server.untilOffer(FRESH)
    const two = await server.untilOffer(FRESH)
    const answers = await Promise.all([one, two].map(({ session }) => server.say(session, MONDAY_9)))
    expect(answers.map(({ booking }) => booking !== null).toSorted()).toEqual([false, true])
    expect(answers.filter((answer) => said(answer).includes('has just been taken'))).toHaveLength(1)
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
  })

  it('is booked once if a phone repeats the message while Cal.com answers', async () => {
    const { session } = await server.untilOffer(FRESH)
    const taps = await Promise.all(
      Array.from({ length: 2 }, () => sendInChat(server, session, MONDAY_9, 'tap')),
    )
    for (const tap of taps) expect(said(await tap.json())).toContain('is booked for')
    await server.sweep(2 * MINUTE)
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
    expect(bookings('cancelled')).toEqual([])
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_start_time: MONDAY_9_UTC })
  })

  it('stays booked here if a move is refused', async () => {
    const { session } = await booked()
    await server.say(session, 'Can we move it to Tuesday at 10 am?')
    await fault('taken', 1)
    expect(said(await server.say(session, 'yes please'))).toContain('has just been taken')
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_start_time: MONDAY_9_UTC })
    expect(bookings().filter(([, name]) => name === 'Jane Doe')).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
  })

  it('is moved there, and in the open chat, by a member', async () => {
    const { session, lead } = await booked()
    const stream = await openChatStream(server, session, '1000')
    expect(await stream.next()).toMatchObject({ event: { booking: { start_time: MONDAY_9_UTC } } })
    expect((await moveByMember(lead, TUESDAY_10_UTC)).status).toBe(200)
    expect(await stream.next()).toMatchObject({ event: { booking: { start_time: TUESDAY_10_UTC } } })
    await stream.close()
    expect(bookings()).toEqual([[TUESDAY_10_UTC, 'Jane Doe']])
    const { uid } = calcom.account().state.bookings.at(-1) ?? {}
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({
      booking_calcom_event_id: uid,
      booking_url: `${calcom.url}/booking/${uid}`,
    })
    await server.sweep(2 * MINUTE)
    expect(bookings()).toEqual([[TUESDAY_10_UTC, 'Jane Doe']])
  })

  it('stays where it is if Cal.com refuses the move of a member, who is told why', async () => {
    const { session, lead } = await booked()
    await fault('taken', 1)
    const { status, body } = await moveByMember(lead, TUESDAY_10_UTC)
    const message = 'Your connected calendar is not free at this time. Choose another one'
    expect([status, body]).toEqual([409, { message }])
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_start_time: MONDAY_9_UTC })
    await server.sweep(2 * MINUTE)
    expect(bookings().filter(([, name]) => name === 'Jane Doe')).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
  })

  it('is moved by a member while Cal.com is down, and there once when it is back', async () => {
    const { lead } = await booked()
    await fault('down', 1)
    expect((await moveByMember(lead, TUESDAY_10_UTC)).status).toBe(200)
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
    await server.sweep(2 * MINUTE)
    expect(bookings()).toEqual([[TUESDAY_10_UTC, 'Jane Doe']])
  })

  it('is not moved there if a member cannot move it here', async () => {
    const { lead } = await booked()
    const other = await server.untilOffer(FRESH)
    await server.say(other.session, 'Tuesday at 10 am')
    await server.say(other.session, 'yes please')
    expect((await moveByMember(lead, TUESDAY_10_UTC)).status).toBe(409)
    expect(bookings()).toEqual([
      [MONDAY_9_UTC, 'Jane Doe'],
      [TUESDAY_10_UTC, 'Jane Doe'],
    ])
    expect(bookings('cancelled')).toEqual([])
  })

  it.each(['down', 'html', 'limited'] as const)(
    'is booked here if Cal.com is %s, and there once when it is back',
    async (name) => {
      const { session } = await server.untilOffer(FRESH)
      await fault(name)
      expect(said(await server.say(session, MONDAY_9))).toContain('is booked for')
      expect(bookings()).toEqual([])
      await server.sweep()
      expect(await calls()).toMatchObject([
        { state: 'failed', start: MONDAY_9_UTC, error: expect.stringContaining('Cal.com') },
      ])
      await fault(null)
      await server.sweep(HOUR)
      await server.sweep(HOUR)
      expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
      const uid = calcom.account().state.bookings[0]?.uid
      expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_calcom_event_id: uid })
      expect(await calls()).toMatchObject([{ state: 'written', error: null }])
    },
  )

  it('is booked and moved once if the answers get lost', async () => {
    const { session } = await server.untilOffer(FRESH)
    await fault('lost', 1)
    await server.say(session, MONDAY_9)
    await server.sweep(2 * MINUTE)
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
    await server.say(session, 'Can we move it to Tuesday at 10 am?')
    await fault('lost', 1)
    await server.say(session, 'yes please')
    await server.sweep(2 * MINUTE)
    expect(bookings()).toEqual([['2026-11-24T15:00:00.000Z', 'Jane Doe']])
    const uid = calcom.account().state.bookings.at(-1)?.uid
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({ booking_calcom_event_id: uid })
  })

  it('that Cal.com refuses later waits for a person, who is told why, and can be retried', async () => {
    const { session } = await server.untilOffer(FRESH)
    await fault('down')
    await server.say(session, MONDAY_9)
    await fault(null)
    calcom.account().book({ eventTypeId: 101, start: MONDAY_9_UTC, attendees: [ELSE] }, { isReported: false })
    await server.sweep(HOUR)
    const [failed] = await calls()
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('not available') })
    const conversation = await server.deps.db
      .selectFrom('conversations')
      .select(['status', 'needs'])
      .where('id', '=', session.conversation_id)
      .executeTakeFirst()
    expect(conversation).toEqual({ status: 'needs_person', needs: 'asked' })
    const note = await server.deps.db
      .selectFrom('messages')
      .select('content')
      .where('conversation_id', '=', session.conversation_id)
      .where('message_type', '=', 'note')
      .executeTakeFirst()
    expect(note?.content).toContain(
      'The estimate call on Monday, November 23 at 9:00 AM EST is not in Cal.com',
    )

    calcom.account().cancel(calcom.account().state.bookings[0]?.uid ?? '')
    await calcom.webhooks.settled()
    const retried = await call(server, retryWrittenCall, {
      params: { ...params, bookingId: failed.id },
      body: {},
    })
    expect(retried.status).toBe(200)
    await server.sweep()
    expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
  })

  it('is canceled there when its lead is deleted', async () => {
    const { lead } = await booked()
    await server.deps.db.transaction().execute((tx) => eraseLead(tx, FRESH, lead?.id ?? ''))
    await server.sweep()
    expect(bookings()).toEqual([])
    expect(await calls()).toEqual([])
  })

  it('is canceled there while Cal.com does not answer another organization', async () => {
    await clear(server, RIVAL)
    const [, rival] = LOCAL_ACCOUNTS
    const body = { key: rival?.key ?? '', choice: '201' }
    const connected = await call(server, connectCalcom, { params: { orgId: RIVAL }, body, as: 'rival' })
    expect(connected.status).toBe(204)
    const bookAndCancel = async (organization: string) => {
      const { session, offer } = await server.untilOffer(organization)
      await server.say(session, offer.quick_replies?.[0] ?? '')
      await server.say(session, 'please cancel the call')
      server.clock.advance(MINUTE)
    }
    await bookAndCancel(FRESH)
    const { fetch } = globalThis
    const [asked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hanging = vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (new Headers(init?.headers).get('authorization') === `Bearer ${KEY}`) {
        asked.resolve()
        await end.promise
      }
      return fetch(url, init)
    })
    const stop = startCallSync(server.deps)
    await asked.promise
    await bookAndCancel(RIVAL)
    const { bookings: theirs } = calcom.account('rivalmowing').state
    await eventually(() => expect(theirs).toMatchObject([{ status: 'cancelled' }]))
    expect(bookings()).toHaveLength(1)
    end.resolve()
    await stop()
    hanging.mockRestore()
    expect(bookings()).toEqual([])
    await clear(server, RIVAL)
  })

  it('is taken back if the exchange cannot be stored', async () => {
    const { session } = await server.untilOffer(FRESH)
    const { db } = server.deps
    await sql`alter table leads add constraint broken check (booking_status is null) not valid`.execute(db)
    await expect(server.say(session, MONDAY_9)).rejects.toThrow()
    await sql`alter table leads drop constraint broken`.execute(db)
    expect(bookings()).toEqual([])
    expect(bookings('cancelled')).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
    expect(await calls()).toEqual([])
  })
})

describe('while a call is reserved with Cal.com', () => {
  /** Offers times, and does something after Cal.com has booked the visitor's call, and before it is stored here. */
  async function reserved(
    meanwhile: (offered: Awaited<ReturnType<typeof server.untilOffer>>) => Promise<unknown>,
  ) {
    const offered = await server.untilOffer(FRESH)
    const { stop } = beforeTransactions(server, async () => {
      expect(bookings()).toEqual([[MONDAY_9_UTC, 'Jane Doe']])
      await meanwhile(offered)
    })
    const response = await sendInChat(server, offered.session, MONDAY_9)
    stop()
    await calcom.webhooks.settled()
    return { ...offered, response, lead: await leadOfChat(server, FRESH, offered.session) }
  }

  it('a note of a member changes nothing about it', async () => {
    const { response, lead } = await reserved(({ session }) =>
      replyTo(server, session, 'Difficult customer', { message_type: 'note' }),
    )
    expect(said(await response.json())).toContain('is booked for Monday, November 23 at 9:00 AM EST')
    const [booking] = calcom.account().state.bookings
    expect(lead).toMatchObject({
      booking_start_time: MONDAY_9_UTC,
      booking_calcom_event_id: booking?.uid,
    })
    await server.sweep(2 * MINUTE)
    expect([bookings(), bookings('cancelled')]).toEqual([[[MONDAY_9_UTC, 'Jane Doe']], []])
  })

  it.each<[string, number, Parameters<typeof reserved>[0]]>([
    ['the visitor asks something else', 200, ({ session }) => server.say(session, 'Are you insured?')],
    [
      'a person takes over',
      200,
      ({ session: { conversation_id: conversationId } }) =>
        call(server, takeOver, { params: { orgId: FRESH, conversationId }, body: {} }),
    ],
    [
      'the conversation is erased',
      404,
      ({ session: { conversation_id: conversationId } }) =>
        call(server, deleteConversation, { params: { orgId: FRESH, conversationId } }),
    ],
    [
      'the time is taken here',
      200,
      () =>
        server.deps.db
          .insertInto('leads')
          .values({
            id: 'lead_other',
            organization_id: FRESH,
            status: 'converted',
            source: 'manual',
            booking_start_time: new Date(MONDAY_9_UTC),
            created_at: NOW,
            updated_at: NOW,
          })
          .execute(),
    ],
  ])('it is taken back if %s', async (_, status, meanwhile) => {
    const { response, lead } = await reserved(meanwhile)
    expect(response.status).toBe(status)
    expect(lead?.booking_start_time ?? null).toBeNull()
    expect([bookings(), bookings('cancelled')]).toEqual([[], [[MONDAY_9_UTC, 'Jane Doe']]])
  })
})
