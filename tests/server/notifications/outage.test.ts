import { sql } from 'kysely'
import { TestClock } from 'pg-boss'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotifications, type Notification } from '../../../src/contract/notifications.ts'
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'
import { call, GREEN } from '../api/support.ts'

const OUTAGE_MINUTES = 60
/** Minutes after the beginning of the outage at which visitors ask for a person. */
const ASKED_AT = [0, 7, 31, 59]

/** Ahead of the system's clock: PostgreSQL gives jobs that the application adds the system's time. */
const jobClock = new TestClock(Date.now() + HOUR_MS)
let server: NotifyingServer

beforeAll(async () => {
  server = await startNotifyingServer({ jobClock })
})
afterAll(() => server.close())

/** Resolves when what began in this minute has ended: the clock does not wait for attempts that are under way. */
async function minutePasses(): Promise<void> {
  server.clock.advance(MINUTE_MS)
  await jobClock.tick(MINUTE_MS)
  await eventually(async () => expect(await activeJobs()).toBe(0))
}

async function activeJobs(): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from pgboss.job where state = 'active'`.execute(server.deps.db)
  return rows[0]?.count ?? 0
}

const log = async (): Promise<Notification[]> => {
  const { body } = await call(server, listNotifications, { params: { orgId: GREEN } })
  return body.notifications.toReversed()
}

it('a mail server that is down for an hour delays mails, and neither loses nor repeats one', async () => {
  const visitors: string[] = []
  await server.mailbox.faults.tell({ fault: 'down' })
  for (let minute = 0; minute < OUTAGE_MINUTES; minute += 1) {
    if (ASKED_AT.includes(minute)) {
      visitors.push((await server.visit(GREEN, ['I would like to talk to a person please'])).id)
      await eventually(async () => expect(await log()).toHaveLength(visitors.length))
      // The mail is tried while this minute lasts.
      await eventually(async () => expect((await log())[0]?.attempts).toBeGreaterThan(0))
    }
    await minutePasses()
  }
  const [first, ...others] = await log()
  expect(first).toMatchObject({
    status: 'queued',
    reason: 'The mail server 127.0.0.1 cannot be reached.',
    sent_at: null,
  })
  // Retried at growing intervals, so the server is not asked all the time.
  expect(first?.attempts).toBeGreaterThan(10)
  expect(first?.attempts).toBeLessThan(60)
  // They wait for their turn.
  expect(others).toMatchObject(ASKED_AT.slice(1).map(() => ({ status: 'queued', attempts: 0 })))
  expect(server.mailbox.mails.list()).toEqual([])

  await server.mailbox.faults.tell({ fault: null })
  const back = server.clock.now()
  for (let minute = 0; minute < 15; minute += 1) await minutePasses()
  await eventually(async () => {
    expect((await log()).map(({ status }) => status)).toEqual(ASKED_AT.map(() => 'sent'))
  })
  for (const { sent_at } of await log()) expect(new Date(sent_at ?? 0) >= back).toBe(true)
  const mails = server.mailbox.mails.list().toSorted((a, b) => a.at.getTime() - b.at.getTime())
  expect(mails.map(({ text }) => visitors.findIndex((id) => text.includes(id)))).toEqual(
    ASKED_AT.map((_, at) => at),
  )
})
