import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNotifications, type Notification } from '../../../src/contract/notifications.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { call, GREEN } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { createJobClock, pass } from '../../support/job-clock.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'

const OUTAGE_MINUTES = 60
/** Minutes after the beginning of the outage at which visitors ask for a person. */
const ASKED_AT = [0, 7, 31, 59]

const jobClock = createJobClock()
let server: NotifyingServer

beforeAll(async () => {
  server = await startNotifyingServer({ jobClock })
})
afterAll(() => server.close())

const minutePasses = () => pass(server, jobClock, MINUTE_MS)

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
  expect(first?.attempts).toBeLessThan(30)
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
