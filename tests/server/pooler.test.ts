import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/db/open.ts'
import { openQueue } from '../../server/db/queue.ts'
import { createLeadEvents } from '../../server/kernel/events.ts'
import { type Pooler, startPooler } from '../support/pooler.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { publish } from '../support/publish.ts'

/** The pooler's connections to the server. */
const CONNECTIONS = 3

let missing = ''
let postgres: Postgres | null = null
let pooler: Pooler | null = null

beforeAll(async () => {
  postgres = await startPostgres((reason) => (missing = reason))
  if (!postgres) return
  pooler = await startPooler(postgres.url, CONNECTIONS)
  if (!pooler) missing = 'PgBouncer is not installed: apt-get install pgbouncer'
})

afterAll(async () => {
  await pooler?.stop()
  await postgres?.stop()
})

test('two servers share a database behind PgBouncer, and both receive each event once', async (context) => {
  if (!postgres || !pooler) return context.skip(missing)
  const log = pino({ level: 'silent' })
  const listenUrl = postgres.url
  const pooled = pooler.url
  const open = async () => {
    const database = await openDatabase(pooled)
    return { ...database, events: await createLeadEvents({ databaseUrl: listenUrl, log }) }
  }
  // Both migrate.
  const [first, second] = await Promise.all([open(), open()])
  try {
    const received: string[][] = [[], []]
    const all = Promise.all(
      [first, second].map(
        ({ events }, index) =>
          new Promise<void>((done) => {
            events.subscribe('org_a', (event) => {
              if (event.type !== 'lead_created') return
              received[index]?.push(event.lead_id)
              if (received[index]?.length === 40) done()
            })
          }),
      ),
    )
    const ids = Array.from({ length: 40 }, (_, index) => `lead_${index}`)
    await Promise.all(
      ids.map((id, index) =>
        publish(index % 2 ? first : second, 'org_a', {
          type: 'lead_created',
          event_type: 'lead_created',
          lead_id: id,
          contact_name: null,
        }),
      ),
    )
    await all
    expect(received.map((each) => each.toSorted())).toEqual([ids.toSorted(), ids.toSorted()])
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where application_name = 'fieldhand'`.execute(first.db)
    expect(rows[0]?.count).toBeLessThanOrEqual(CONNECTIONS)
  } finally {
    for (const { events, close } of [first, second]) {
      await events.close()
      await close()
    }
  }
})

test('jobs run behind PgBouncer, and their queue listens on none of its connections', async (context) => {
  if (!postgres || !pooler) return context.skip(missing)
  const { db, jobs, close } = await openDatabase(pooler.url)
  const queue = await openQueue({ ...jobs, isPooled: true }, pino({ level: 'silent' }))
  try {
    await queue.define({ tries: {} })
    const done = new Promise<object>((resolve) => queue.work('tries', async (data) => resolve(data)))
    await db.transaction().execute((tx) => queue.add(tx, 'tries', [{ data: { text: 'one' } }]))
    expect(await done).toEqual({ text: 'one' })
    // Transactions that wait for each other use different connections.
    const { promise: allRead, resolve } = Promise.withResolvers<void>()
    let reading = CONNECTIONS
    const channels = Array.from({ length: CONNECTIONS }, () =>
      db.transaction().execute(async (tx) => {
        const { rows } = await sql`select pg_listening_channels()`.execute(tx)
        reading -= 1
        if (reading === 0) resolve()
        await allRead
        return rows
      }),
    )
    expect((await Promise.all(channels)).flat()).toEqual([])
  } finally {
    await queue.stop()
    await close()
  }
})
