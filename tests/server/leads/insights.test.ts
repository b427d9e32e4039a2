import type { Insertable } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LeadsTable } from '../../../server/db/schema.ts'
import { getInsights, type Insights } from '../../../src/contract/insights.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { call, clear, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
beforeEach(() => clear(server, FRESH))

const insights = async (
  query: { days?: string; timezone?: string; from?: string; to?: string } = { days: '7' },
  orgId = FRESH,
): Promise<Insights> => (await call(server, getInsights, { params: { orgId }, query })).body

let made = 0
async function add(created_at: string, fields: Partial<Insertable<LeadsTable>> = {}): Promise<string> {
  made += 1
  const id = `lead-${made}`
  await server.deps.db
    .insertInto('leads')
    .values({
      id,
      organization_id: FRESH,
      status: 'new',
      source: 'website_chat',
      created_at,
      updated_at: created_at,
      ...fields,
    })
    .execute()
  return id
}

async function book(leadId: string, at: string): Promise<void> {
  await server.deps.db
    .insertInto('lead_activity')
    .values({
      organization_id: FRESH,
      id: `event-${leadId}-${at}`,
      lead_id: leadId,
      type: 'booked',
      at,
      actor_kind: 'visitor',
      actor_id: null,
      data: '{}',
    })
    .execute()
}

const onDay = (counts: Insights['days'], day: string) => counts.find((each) => each.day === day)

describe('insights', () => {
  it('of an organization without leads are zeros for each day of both periods', async () => {
    const empty = await insights()
    expect(empty.days.map(({ day }) => day)).toEqual(
      ['14', '15', '16', '17', '18', '19', '20'].map((day) => `2026-11-${day}`),
    )
    expect(empty.previous.map(({ day }) => day).at(0)).toBe('2026-11-07')
    expect(empty.previous.map(({ day }) => day).at(-1)).toBe('2026-11-13')
    expect(
      new Set([...empty.days, ...empty.previous].map(({ leads, bookings }) => leads + bookings)),
    ).toEqual(new Set([0]))
    expect(empty.response).toEqual({
      median_minutes: null,
      previous_median_minutes: null,
      answered: 0,
      waiting: 0,
    })
    expect(empty.funnel).toEqual({ conversations: 0, leads: 0, reachable: 0, booked: 0, converted: 0 })
    expect([empty.sources, empty.utm, empty.pages]).toEqual([[], [], []])
  })

  it('count leads by the calendar day of the time zone', async () => {
    await add('2026-11-20T04:59:59Z')
    await add('2026-11-20T05:00:00Z')
    await add('2026-11-13T04:59:59.999Z')
    const newYork = await insights({ days: '7', timezone: 'America/New_York' })
    expect(onDay(newYork.days, '2026-11-19')?.leads).toBe(1)
    expect(onDay(newYork.days, '2026-11-20')?.leads).toBe(1)
    expect(onDay(newYork.previous, '2026-11-12')?.leads).toBe(1)
    expect(onDay((await insights()).days, '2026-11-20')?.leads).toBe(2)
  })

  it('have whole days across a clock change', async () => {
    await add('2026-11-01T03:59:59Z')
    await add('2026-11-01T04:00:00Z')
    await add('2026-11-02T04:59:59Z')
    await add('2026-11-02T05:00:00Z')
    const { days } = await insights({ days: '30', timezone: 'America/New_York' })
    expect(onDay(days, '2026-10-31')?.leads).toBe(1)
    expect(onDay(days, '2026-11-01')?.leads).toBe(2)
    expect(onDay(days, '2026-11-02')?.leads).toBe(1)
    expect(days).toHaveLength(30)
  })

  it('count each booked lead once per day, and none that was canceled', async () => {
    const start = { booking_start_time: '2026-11-25T20:00:00Z', booking_status: 'scheduled' }
    const lead = await add('2026-11-18T12:00:00Z', { ...start, status: 'converted' })
    await book(lead, '2026-11-18T12:00:00Z')
    await book(lead, '2026-11-18T13:00:00Z')
    const canceled = await add('2026-11-18T12:00:00Z', {
      booking_start_time: '2026-11-26T20:00:00Z',
      booking_status: 'cancelled',
    })
    await book(canceled, '2026-11-18T14:00:00Z')
    const { days, funnel } = await insights()
    expect(onDay(days, '2026-11-18')).toEqual({ day: '2026-11-18', leads: 2, bookings: 1 })
    expect(funnel).toMatchObject({ leads: 2, booked: 1, converted: 1 })
  })

  it('have the median response time of both periods, without leads added by hand', async () => {
    const answer = (minutes: number, created: string, more = {}) =>
      add(created, {
        answered_at: new Date(Date.parse(created) + minutes * 60_000).toISOString(),
        ...more,
      })
    for (const minutes of [10, 20, 600]) await answer(minutes, '2026-11-18T12:00:00Z')
    for (const minutes of [30, 50]) await answer(minutes, '2026-11-10T12:00:00Z')
    await answer(0, '2026-11-18T12:00:00Z', { source: 'manual' })
    await add('2026-11-18T12:00:00Z', { source: 'manual' })
    await add('2026-11-18T12:00:00Z')
    await add('2026-11-18T12:00:00Z', { status: 'converted' })
    expect((await insights()).response).toEqual({
      median_minutes: 20,
      previous_median_minutes: 40,
      answered: 3,
      waiting: 1,
    })
  })

  it('count reachable leads, and conversations in which the visitor wrote', async () => {
    await add('2026-11-18T12:00:00Z', { contact_email: 'a@example.com' })
    await add('2026-11-18T12:00:00Z', { prospect_phone: ' ' })
    const { db } = server.deps
    const at = '2026-11-18T12:00:00Z'
    for (const [id, message_type] of [
      ['wrote', 'incoming'],
      ['silent', 'outgoing'],
    ] as const) {
      await db
        .insertInto('conversations')
        .values({
          id,
          organization_id: FRESH,
          state: '{}',
          created_at: at,
          updated_at: at,
          last_message_at: message_type === 'incoming' ? at : null,
        })
        .execute()
      await db
        .insertInto('messages')
        .values({
          id,
          organization_id: FRESH,
          conversation_id: id,
          position: 0,
          message_type,
          author: message_type === 'incoming' ? 'visitor' : 'agent',
          content: 'Hi',
          created_at: at,
        })
        .execute()
    }
    expect((await insights()).funnel).toMatchObject({ conversations: 1, leads: 2, reachable: 1 })
  })

  it('name sources, campaigns, and pages of the period, most leads first', async () => {
    const google = { utm_source: 'google', utm_medium: 'cpc' }
    await add('2026-11-18T12:00:00Z', { ...google, page: '/pricing', status: 'converted' })
    await add('2026-11-18T12:00:00Z', { ...google, page: '/pricing' })
    await add('2026-11-18T12:00:00Z', { page: '/' })
    await add('2026-11-18T12:00:00Z', { source: 'phone' })
    await add('2026-11-10T12:00:00Z', { source: 'old', page: '/old', utm_source: 'old' })
    const { sources, utm, pages } = await insights()
    expect(sources).toEqual([
      { source: 'website_chat', leads: 3, converted: 1 },
      { source: 'phone', leads: 1, converted: 0 },
    ])
    expect(utm).toEqual([{ source: 'google', medium: 'cpc', campaign: null, leads: 2, converted: 1 }])
    expect(pages).toEqual([
      { page: '/pricing', leads: 2, converted: 1 },
      { page: '/', leads: 1, converted: 0 },
    ])
  })

  it.each([{ days: '8' }, { days: '0' }, { days: 'all' }, { days: '7', timezone: 'Mars/Olympus' }])(
    'are refused for %j',
    async (query) => {
      const answer = await call(server, getInsights, { params: { orgId: FRESH }, query })
      expect(answer.status).toBe(400)
    },
  )

  it('of chosen days include both days, and compare with as many days before', async () => {
    await add('2026-10-31T12:00:00Z')
    await add('2026-11-01T12:00:00Z')
    await add('2026-11-05T23:59:59Z', { status: 'converted', page: '/pricing' })
    await add('2026-11-06T00:00:00Z')
    await add('2026-10-26T23:59:59Z')
    const chosen = await insights({ from: '2026-11-01', to: '2026-11-05', timezone: 'UTC' })
    const dayOf = ({ day }: { day: string }) => day
    expect(chosen.days.map(dayOf)).toEqual(['01', '02', '03', '04', '05'].map((day) => `2026-11-${day}`))
    expect(chosen.previous.map(dayOf)).toEqual(['27', '28', '29', '30', '31'].map((day) => `2026-10-${day}`))
    expect(chosen.days.map(({ leads }) => leads)).toEqual([1, 0, 0, 0, 1])
    expect(chosen.previous.map(({ leads }) => leads)).toEqual([0, 0, 0, 0, 1])
    expect(chosen.funnel).toMatchObject({ leads: 2, converted: 1 })
    expect(chosen.pages).toEqual([{ page: '/pricing', leads: 1, converted: 1 }])
  })

  it.each([
    ['America/New_York', '2026-11-01T03:59:59Z', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['Pacific/Kiritimati', '2026-10-31T09:59:59Z', '2026-10-31T10:00:00Z', '2026-11-01T10:00:00Z'],
  ])('of one day are those of its hours in %s', async (timezone, before, first, after) => {
    for (const at of [before, first, after]) await add(at)
    const { days, previous } = await insights({ from: '2026-11-01', to: '2026-11-01', timezone })
    expect(days).toEqual([{ day: '2026-11-01', leads: 1, bookings: 0 }])
    expect(previous).toEqual([{ day: '2026-10-31', leads: 1, bookings: 0 }])
  })

  it("of chosen days are by default those of the business's time zone", async () => {
    await call(server, putProfile, { params: { orgId: FRESH }, body: { timezone: 'Asia/Tokyo' } })
    await add('2026-11-09T14:59:59Z')
    await add('2026-11-09T15:00:00Z')
    const { days } = await insights({ from: '2026-11-10', to: '2026-11-10' })
    expect(days).toEqual([{ day: '2026-11-10', leads: 1, bookings: 0 }])
  })

  it.each([
    ['2026-11-21', '2026-11-21', 'Pacific/Kiritimati', 200],
    ['2026-11-21', '2026-11-21', 'America/New_York', 400],
    ['2025-11-20', '2026-11-20', 'UTC', 200],
    ['1970-01-01', '1970-12-31', 'UTC', 200],
  ])('of %s to %s in %s are answered with %j', async (from, to, timezone, status) => {
    const answer = await call(server, getInsights, {
      params: { orgId: FRESH },
      query: { from, to, timezone },
    })
    expect(answer.status).toBe(status)
  })

  it.each([
    [{ from: '2026-11-05', to: '2026-11-04' }, 'from', 'The first day is after the last day'],
    [{ from: '2026-11-05' }, 'to', 'The last day is missing'],
    [{ to: '2026-11-05' }, 'from', 'The first day is missing'],
    [{ from: '', to: '2026-11-05' }, 'from', 'Expected a date as YYYY-MM-DD'],
    [{ from: '2026-02-30', to: '2026-11-05' }, 'from', 'Expected a date as YYYY-MM-DD'],
    [{ from: '2026-11-05', to: '2026-11-22' }, 'to', 'The last day is in the future'],
    [{ from: '2025-11-19', to: '2026-11-20' }, 'from', 'Insights cover at most 366 days'],
    [{ from: '1970-01-01', to: '2026-11-20' }, 'from', 'Insights cover at most 366 days'],
    [{ from: '1900-01-01', to: '1900-01-01' }, 'from', 'The first day is before 1970'],
  ])('of %j are refused because of %s', async (query, path, message) => {
    const answer = await call(server, getInsights, { params: { orgId: FRESH }, query })
    expect([answer.status, answer.body]).toEqual([400, { message, details: [{ path, message }] }])
  })

  it('of the demo have leads, bookings, campaigns, and pages', async () => {
    const { days, previous, funnel, response, utm, pages } = await insights({ days: '90' }, GREEN)
    expect(days.reduce((sum, { leads }) => sum + leads, 0)).toBe(60)
    expect(days.reduce((sum, { bookings }) => sum + bookings, 0)).toBe(12)
    expect(previous).toHaveLength(90)
    expect(funnel).toMatchObject({ leads: 60, booked: 12 })
    expect(funnel.conversations).toBeGreaterThan(60)
    expect(response.median_minutes).toBeGreaterThan(5)
    expect(utm.length).toBeGreaterThan(2)
    expect(pages.length).toBeGreaterThan(3)
  })
})
