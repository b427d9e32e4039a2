import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { planSummaries } from '../../../server/notifications/summaries.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { FRESH } from '../../support/api.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await sharedServer()
const { deps } = server
const { db } = deps

beforeEach(() => {
  deps.senders = recordingSenders().senders
})
afterEach(async () => {
  for (const table of [
    'notifications',
    'notification_settings',
    'profiles',
    'conversations',
    'leads',
  ] as const)
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
})

/** Looks for due summaries every five minutes of a day, beginning at `from`. Returns the days and times of planning. */
async function plannedWithin(from: string, time: string, zone: string) {
  const start = new Date(from)
  const update = { organization_id: FRESH, updated_at: start }
  await db
    .insertInto('notification_settings')
    .values({ ...update, fields: JSON.stringify({ summary_time: time }) })
    .execute()
  await db
    .insertInto('profiles')
    .values({ ...update, fields: JSON.stringify({ timezone: zone }) })
    .execute()
  await addToldVisitor(db, { organization: FRESH, now: start })
  for (let at = start.getTime(); at < start.getTime() + DAY_MS; at += 5 * MINUTE_MS) {
    await planSummaries(db, deps, new Date(at))
  }
  const rows = await db
    .selectFrom('notifications')
    .select(['event', 'created_at'])
    .where('organization_id', '=', FRESH)
    .orderBy('position')
    .execute()
  return rows.map(({ event, created_at }) => `${event} ${created_at.toISOString()}`)
}

describe('the summary of a day', () => {
  it.each([
    ['at its time', '2026-11-20T12:00Z', '18:00', 'America/New_York', '2026-11-20 2026-11-20T23:00:00.000Z'],
    [
      'just before midnight',
      '2026-11-20T12:00Z',
      '23:58',
      'America/New_York',
      '2026-11-20 2026-11-21T05:00:00.000Z',
    ],
    [
      'at a time that the clock skips',
      '2026-03-08T05:00Z',
      '02:30',
      'America/New_York',
      '2026-03-08 2026-03-08T07:30:00.000Z',
    ],
    [
      'at a time that the clock shows twice',
      '2026-11-01T04:00Z',
      '01:30',
      'America/New_York',
      '2026-11-01 2026-11-01T05:30:00.000Z',
    ],
    [
      'in an unknown zone',
      '2026-11-20T12:00Z',
      '18:00',
      'Mars/Olympus',
      '2026-11-20 2026-11-20T23:00:00.000Z',
    ],
  ])('is planned once %s', async (_, from, time, zone, expected) => {
    expect(await plannedWithin(from, time, zone)).toEqual([`daily_summary:${expected}`])
  })

  it.each([
    ['2026-11-23T23:00:00Z', 1],
    ['2026-11-20T01:00:00Z', 1],
    ['2026-11-23T23:00:01Z', 0],
    ['2026-11-19T22:59:59Z', 0],
  ])(
    'without visitors is planned only if the trial ends soon or has just ended, such as at %s',
    async (trial_ends_at, count) => {
      const before = await db
        .selectFrom('organizations')
        .select(['subscription_status', 'trial_ends_at'])
        .where('id', '=', FRESH)
        .executeTakeFirstOrThrow()
      const set = (values: typeof before | { subscription_status: string; trial_ends_at: string }) =>
        db.updateTable('organizations').set(values).where('id', '=', FRESH).execute()
      await set({ subscription_status: 'trialing', trial_ends_at })
      await planSummaries(db, deps, new Date('2026-11-20T23:00:00Z'))
      await set(before)
      const planned = await db
        .selectFrom('notifications')
        .select('id')
        .where('organization_id', '=', FRESH)
        .execute()
      expect(planned).toHaveLength(count)
    },
  )

  it.each([
    [
      'tomorrow evening',
      '2026-11-20T23:00Z',
      { created_at: '2026-11-01T00:00Z', booking: '2026-11-22T00:30Z' },
      1,
    ],
    [
      'at the start of a long day',
      '2026-11-02T04:30Z',
      { created_at: '2026-11-01T04:10Z', booking: null },
      1,
    ],
    ['before that day', '2026-11-02T04:30Z', { created_at: '2026-11-01T03:59Z', booking: null }, 0],
  ])('with nothing but a lead or a call %s is planned if it reports them', async (_, now, lead, count) => {
    const at = new Date(now)
    const update = { organization_id: FRESH, updated_at: at }
    const fields = JSON.stringify({ summary_time: at.getUTCMinutes() === 30 ? '23:30' : '18:00' })
    await db
      .insertInto('notification_settings')
      .values({ ...update, fields })
      .execute()
    await db
      .insertInto('leads')
      .values({
        ...{ id: newId('lead'), organization_id: FRESH, source: 'chat', status: 'new' },
        ...{ created_at: new Date(lead.created_at), updated_at: at },
        ...{ booking_start_time: lead.booking, booking_status: lead.booking && 'scheduled' },
      })
      .execute()
    await planSummaries(db, deps, at)
    const planned = await db
      .selectFrom('notifications')
      .select('id')
      .where('organization_id', '=', FRESH)
      .execute()
    expect(planned).toHaveLength(count)
  })
})
