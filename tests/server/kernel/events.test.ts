import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPostgres } from '../../../server/db/open.ts'
import type { ServerEvent } from '../../../server/kernel/deps.ts'
import { type ClosableLeadEvents, createLeadEvents } from '../../../server/kernel/events.ts'
import { openTestDatabase } from '../../support/database.ts'
import { publish } from '../../support/publish.ts'

const log = pino({ level: 'silent' })
let database: Awaited<ReturnType<typeof openTestDatabase>>
const opened: ClosableLeadEvents[] = []

beforeAll(async () => {
  database = await openTestDatabase()
})

afterAll(async () => {
  for (const events of opened) await events.close()
  await database.close()
})

async function createServerEvents(): Promise<ClosableLeadEvents> {
  const events = await createLeadEvents({ databaseUrl: database.url, log })
  opened.push(events)
  return events
}

const tellThrough = (events: ClosableLeadEvents, organizationId: string, event: ServerEvent) =>
  publish({ db: database.db, events }, organizationId, event)

const lead = (id: string, name: string | null = null): ServerEvent => ({
  type: 'lead_created',
  event_type: 'lead_created',
  lead_id: id,
  contact_name: name,
})

/** Collects events; `count` resolves when that many have arrived. */
function listener() {
  const received: ServerEvent[] = []
  const waiting: { count: number; done: () => void }[] = []
  return {
    received,
    receive: (event: ServerEvent) => {
      received.push(event)
      for (const { count, done } of waiting) if (received.length >= count) done()
    },
    count: (count: number) =>
      new Promise<void>((done) => {
        waiting.push({ count, done })
        if (received.length >= count) done()
      }),
  }
}

describe('lead events', () => {
  it("reach the organization's subscribers, each once and in order, and nobody else", async () => {
    const events = await createServerEvents()
    const [first, second, other] = [listener(), listener(), listener()]
    events.subscribe('org_a', first.receive)
    events.subscribe('org_a', second.receive)
    events.subscribe('org_b', other.receive)
    await tellThrough(events, 'org_a', lead('1', 'Zoë'))
    await tellThrough(events, 'org_a', lead('2'))
    await first.count(2)
    expect(first.received).toEqual([lead('1', 'Zoë'), lead('2')])
    expect(second.received).toEqual(first.received)
    expect(other.received).toEqual([])
  })

  it('stop immediately after unsubscribing; unsubscribing twice affects nobody else', async () => {
    const events = await createServerEvents()
    const { received, receive } = listener()
    const stop = events.subscribe('org_a', receive)
    events.subscribe('org_a', receive)
    stop()
    stop()
    await tellThrough(events, 'org_a', lead('1'))
    expect(received).toEqual([lead('1')])
  })

  it('can be unsubscribed during delivery, and survive a listener that throws', async () => {
    const events = await createServerEvents()
    const { received, receive } = listener()
    const stop = events.subscribe('org_a', () => {
      stop()
      throw new Error('A broken listener')
    })
    events.subscribe('org_a', receive)
    await tellThrough(events, 'org_a', lead('1'))
    await tellThrough(events, 'org_a', lead('2'))
    expect(received).toEqual([lead('1'), lead('2')])
  })

  it('of a transaction are published after the commit', async () => {
    const [events, elsewhere] = [await createServerEvents(), await createServerEvents()]
    const [here, there] = [listener(), listener()]
    events.subscribe('org_t', here.receive)
    elsewhere.subscribe('org_t', there.receive)
    const lost = database.db.transaction().execute(async (tx) => {
      await events.publishWithin(tx, 'org_t', lead('undone'))
      throw new Error('Undone')
    })
    await expect(lost).rejects.toThrow('Undone')
    const tell = await database.db.transaction().execute(async (tx) => {
      const published = await events.publishWithin(tx, 'org_t', lead('1'))
      expect([here.received, there.received]).toEqual([[], []])
      return published
    })
    tell()
    expect(here.received).toEqual([lead('1')])
    if (!isPostgres(database.url)) return
    await there.count(1)
    expect(there.received).toEqual([lead('1')])
  })

  it('reach thousands of subscribers at once', async () => {
    const events = await createServerEvents()
    let received = 0
    const stops = Array.from({ length: 3_000 }, () =>
      events.subscribe('org_a', () => {
        received += 1
      }),
    )
    await tellThrough(events, 'org_a', lead('1'))
    expect(received).toBe(3_000)
    for (const stop of stops) stop()
    await tellThrough(events, 'org_a', lead('2'))
    expect(received).toBe(3_000)
  })
})

// An embedded database belongs to one server.
if (process.env.DATABASE_TEST_URL)
  describe('lead events between servers on one PostgreSQL', () => {
    it('reach the subscribers of both, once', async () => {
      expect(isPostgres(database.url)).toBe(true)
      const [one, two] = [await createServerEvents(), await createServerEvents()]
      const [atOne, atTwo] = [listener(), listener()]
      one.subscribe('org_a', atOne.receive)
      two.subscribe('org_a', atTwo.receive)
      await tellThrough(one, 'org_a', lead('1'))
      await tellThrough(two, 'org_a', lead('2'))
      await Promise.all([atOne.count(2), atTwo.count(2)])
      expect(atOne.received.toSorted(byLead)).toEqual([lead('1'), lead('2')])
      expect(atTwo.received.toSorted(byLead)).toEqual([lead('1'), lead('2')])
    })

    it('can carry a name of any length', async () => {
      const [one, two] = [await createServerEvents(), await createServerEvents()]
      const { received, receive, count } = listener()
      two.subscribe('org_a', receive)
      await tellThrough(one, 'org_a', lead('1', '"😀\u0001'.repeat(5_000)))
      await count(1)
      expect(received[0]).toMatchObject({ lead_id: '1' })
    })

    it('resume after the connection broke, with an error event at the break and one afterwards', async () => {
      const [one, two] = [await createServerEvents(), await createServerEvents()]
      const { received, receive, count } = listener()
      two.subscribe('org_gap', receive)
      await terminateListeners()
      await count(2)
      expect(received).toEqual([
        { type: 'error', message: 'Live updates were interrupted' },
        { type: 'error', message: 'Live updates are back after an interruption' },
      ])
      await tellThrough(one, 'org_gap', lead('1'))
      await count(3)
      expect(received[2]).toEqual(lead('1'))
    })

    it('are not known to be complete before the connection was back', async () => {
      const events = await createServerEvents()
      const { receive, count } = listener()
      events.subscribe('org_quiet', receive)
      const brokenAt = performance.now()
      await terminateListeners()
      await count(2)
      expect(events.quietMs('org_quiet')).toBeLessThan(performance.now() - brokenAt)
      expect(events.quietMs('org_other')).toBeLessThan(performance.now() - brokenAt)
    })
  })

const byLead = (a: ServerEvent, b: ServerEvent) => JSON.stringify(a).localeCompare(JSON.stringify(b))

async function terminateListeners(): Promise<void> {
  const { sql } = await import('kysely')
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'fieldhand events' and datname = current_database()`.execute(database.db)
}
