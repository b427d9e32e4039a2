import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_ACCOUNTS } from '../../../dev/calcom/calcom.ts'
import { signatureOf } from '../../../server/calcom/webhook.ts'
import { connectCalcom, getCalendarConnection } from '../../../src/contract/calendar-services.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startCalcomServer } from '../../support/calcom.ts'
import { pullAllCalls } from '../../support/calls.ts'
import { openChatStream } from '../../support/chat-stream.ts'
import { activityOf } from '../../support/lead-activity.ts'
import { leadOfChat } from '../../support/visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const MINUTE = 60_000
const MONDAY_9_UTC = '2026-11-23T14:00:00.000Z'
const TUESDAY_10_UTC = '2026-11-24T15:00:00.000Z'

const server = await startCalcomServer({ now: NOW })
const { calcom } = server
const account = () => calcom.account()
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.set(NOW)
  await clear(server, FRESH)
  await calcom.clear()
  await server.connect(FRESH)
})

async function booked() {
  const { session } = await server.untilOffer(FRESH)
  await server.say(session, 'Mon, Nov 23, 9:00 AM')
  const lead = () => leadOfChat(server, FRESH, session)
  return { session, lead, uid: (await lead())?.booking_calcom_event_id ?? '' }
}

const history = async (leadId: string) =>
  (await activityOf(server.deps.db, leadId)).map(({ type, actor_kind }) => `${type} by ${actor_kind}`)

describe('a report of Cal.com', () => {
  it.each([['once'], ['twice']] as const)('that a call has moved moves it here (%s)', async (times) => {
    const { lead, uid } = await booked()
    if (times === 'twice') await calcom.webhooks.faults.tell({ fault: 'twice' })
    const moved = account().move(uid, TUESDAY_10_UTC)
    await calcom.webhooks.settled()
    const after = await lead()
    expect(after).toMatchObject({
      booking_start_time: TUESDAY_10_UTC,
      booking_calcom_event_id: moved.uid,
      status: 'converted',
    })
    expect((await history(after?.id ?? '')).slice(3)).toEqual(['moved by system'])
    await server.sweep(MINUTE)
    expect(account().state.bookings.filter(({ status }) => status === 'accepted')).toHaveLength(1)
  })

  it.each(['cancelled', 'rejected'] as const)('that a call is %s cancels it here', async (status) => {
    const { lead, uid } = await booked()
    account().cancel(uid, 'No time', status)
    await calcom.webhooks.settled()
    const after = await lead()
    expect(after).toMatchObject({ booking_status: 'cancelled', status: 'new' })
    expect(after?.automatic_reason).toBe('The estimate call was canceled in Cal.com')
    expect((await history(after?.id ?? '')).slice(3)).toEqual(['canceled by system', 'status by system'])
  })

  it('changes the call in the open chat of its visitor', async () => {
    const { session, uid } = await booked()
    const stream = await openChatStream(server, session, '1000')
    expect(await stream.next()).toMatchObject({ event: { booking: { start_time: MONDAY_9_UTC } } })
    const moved = account().move(uid, TUESDAY_10_UTC)
    expect(await stream.next()).toMatchObject({ event: { booking: { start_time: TUESDAY_10_UTC } } })
    account().cancel(moved.uid)
    expect(await stream.next()).toMatchObject({ event: { booking: null } })
    await stream.close()
  })

  it('that arrives late, after the call has moved on, changes nothing', async () => {
    const { lead, uid } = await booked()
    await calcom.webhooks.faults.tell({ fault: 'lost', times: 1 })
    const first = account().move(uid, TUESDAY_10_UTC)
    const last = account().move(first.uid, '2026-11-25T15:00:00.000Z')
    await calcom.webhooks.settled()
    expect(await lead()).toMatchObject({ booking_start_time: last.start })
    await report({ triggerEvent: 'BOOKING_CANCELLED', payload: { uid } })
    await report({ triggerEvent: 'BOOKING_RESCHEDULED', payload: { uid: first.uid, rescheduleUid: uid } })
    expect(await lead()).toMatchObject({ booking_start_time: last.start, booking_status: 'scheduled' })
  })

  it('that arrives before its booking, or twice, changes nothing', async () => {
    const stale = async (uid: string) => {
      for (const triggerEvent of ['BOOKING_CANCELLED', 'BOOKING_RESCHEDULED', 'BOOKING_CANCELLED']) {
        expect((await report({ triggerEvent, payload: { uid, rescheduleUid: uid } })).status).toBe(204)
      }
    }
    await stale('not-booked-yet')
    const { lead, uid } = await booked()
    await stale(uid)
    expect(await lead()).toMatchObject({ booking_start_time: MONDAY_9_UTC, booking_status: 'scheduled' })
  })

  it('that is forged, broken, or for nobody is refused', async () => {
    const { lead, uid } = await booked()
    await calcom.webhooks.faults.tell({ fault: 'forged' })
    account().cancel(uid)
    await calcom.webhooks.settled()
    expect(calcom.webhooks.answers.at(-1)).toBe(401)
    expect(await lead()).toMatchObject({ booking_status: 'scheduled' })
    expect((await report('no JSON')).status).toBe(400)
    for (const createdAt of [undefined, null, '', 'yesterday', 7]) {
      expect((await report({ triggerEvent: 'PING', createdAt })).status).toBe(400)
    }
    expect((await report({}, { hook: 'hook_unknown' })).status).toBe(404)
    expect((await report({ triggerEvent: 'PING' })).status).toBe(204)
  })

  it.each([-5, 5])('that was signed more than 5 minutes from now is refused (%i)', async (minutes) => {
    const { lead, uid } = await booked()
    const at = (ms: number) => new Date(NOW.getTime() + minutes * MINUTE + Math.sign(minutes) * ms)
    await calcom.webhooks.faults.tell({ fault: 'lost' })
    account().cancel(uid)
    const about = { triggerEvent: 'BOOKING_CANCELLED', payload: { uid } }
    expect((await report({ ...about, createdAt: at(1).toISOString() })).status).toBe(401)
    expect(await lead()).toMatchObject({ booking_status: 'scheduled' })
    expect((await report({ ...about, createdAt: at(0).toISOString() })).status).toBe(204)
    expect(await lead()).toMatchObject({ booking_status: 'cancelled' })
  })

  it('that is replayed asks Cal.com nothing, unless its first delivery failed', async () => {
    const { lead, uid } = await booked()
    const about = { triggerEvent: 'BOOKING_CANCELLED', payload: { uid } }
    expect((await report(about)).status).toBe(204)
    await calcom.webhooks.faults.tell({ fault: 'lost' })
    account().cancel(uid)
    expect((await report(about)).status).toBe(204)
    expect(await lead()).toMatchObject({ booking_status: 'scheduled' })

    const again = { ...about, createdAt: new Date(NOW.getTime() + 1).toISOString() }
    const { db } = server.deps
    await sql`alter table calendar_events rename to missing`.execute(db)
    expect((await report(again)).status).toBe(500)
    await sql`alter table missing rename to calendar_events`.execute(db)
    expect((await report(again)).status).toBe(204)
    expect(await lead()).toMatchObject({ booking_status: 'cancelled' })
  })

  it('that comes with too many others is refused, and counts when it is repeated', async () => {
    const { lead, uid } = await booked()
    await calcom.webhooks.faults.tell({ fault: 'lost' })
    account().cancel(uid)
    const about = (ms: number) => ({
      ...{ triggerEvent: 'BOOKING_CANCELLED', payload: { uid } },
      createdAt: new Date(NOW.getTime() + ms).toISOString(),
    })
    const answers = await Promise.all(Array.from({ length: 40 }, (_, ms) => report(about(ms))))
    const refused = answers.flatMap(({ status }, ms) => (status === 204 ? [] : [{ status, ms }]))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(30)
    expect(await lead()).toMatchObject({ booking_status: 'cancelled' })
    for (const { status, ms } of refused)
      expect([status, (await report(about(ms))).status]).toEqual([503, 204])
  })

  it('about somebody else’s booking takes its time away', async () => {
    const attendees = [{ name: 'Else', email: 'else@example.com', timeZone: 'America/New_York' }]
    const { offer } = await server.untilOffer(FRESH)
    expect(offer.quick_replies).toContain('Mon, Nov 23, 9:00 AM')
    account().book({ eventTypeId: 101, start: MONDAY_9_UTC, attendees })
    await calcom.webhooks.settled()
    expect((await server.untilOffer(FRESH)).offer.quick_replies).toContain('Mon, Nov 23, 9:30 AM')
  })

  it('that got lost is made up for within 10 minutes', async () => {
    const { lead, uid } = await booked()
    await calcom.webhooks.faults.tell({ fault: 'lost' })
    account().cancel(uid)
    server.clock.advance(10 * MINUTE + 1)
    await pullAllCalls(server.deps)
    expect(await lead()).toMatchObject({ booking_status: 'cancelled' })
  })

  it('that Cal.com does not have a booking any more cancels no call, such as after a change of account', async () => {
    const { lead } = await booked()
    const [, rival] = LOCAL_ACCOUNTS
    const body = { key: rival?.key ?? '', choice: '201' }
    expect((await call(server, connectCalcom, { params: { orgId: FRESH }, body })).status).toBe(204)
    server.clock.advance(10 * MINUTE + 1)
    await pullAllCalls(server.deps)
    expect(await lead()).toMatchObject({ booking_status: 'scheduled', booking_start_time: MONDAY_9_UTC })
  })

  it('that a call has moved onto another one leaves both, and tells the members', async () => {
    const { lead, uid } = await booked()
    const other = await booked2()
    const { length } = account().state.bookings
    const booking = account().state.bookings.find((each) => each.uid === other.uid)
    if (booking) booking.status = 'cancelled'
    account().move(uid, TUESDAY_10_UTC)
    if (booking) booking.status = 'accepted'
    await calcom.webhooks.settled()
    expect(account().state.bookings).toHaveLength(length + 1)
    expect(await lead()).toMatchObject({ booking_start_time: MONDAY_9_UTC })
    const notes = await server.deps.db
      .selectFrom('messages')
      .select('content')
      .where('message_type', '=', 'note')
      .where('organization_id', '=', FRESH)
      .execute()
    expect(notes.map(({ content }) => content).join()).toContain('moved in Cal.com to Tuesday, November 24')
  })
})

async function booked2() {
  const { session } = await server.untilOffer(FRESH)
  await server.say(session, 'Tuesday at 10 am')
  await server.say(session, 'yes please')
  const lead = await leadOfChat(server, FRESH, session)
  expect(lead?.booking_start_time).toBe(TUESDAY_10_UTC)
  return { uid: lead?.booking_calcom_event_id ?? '' }
}

async function report(body: object | string, { hook }: { hook?: string } = {}) {
  const [webhook] = account().state.webhooks
  const text =
    typeof body === 'string' ? body : JSON.stringify({ createdAt: server.clock.now().toISOString(), ...body })
  const url = webhook?.subscriberUrl ?? ''
  return fetch(hook ? url.replace(/hook_\w+$/, hook) : url, {
    method: 'POST',
    headers: { 'X-Cal-Signature-256': signatureOf(webhook?.secret ?? '', text) },
    body: text,
  })
}

it('the connection shows what was written', async () => {
  await booked()
  const { body } = await call(server, getCalendarConnection, { params: { orgId: FRESH, service: 'calcom' } })
  expect(body).toMatchObject({ service: 'calcom', state: 'active', calls: [{ state: 'written' }] })
})
