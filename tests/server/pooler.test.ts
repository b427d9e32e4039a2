import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { installOnDebian } from '../../scripts/lib/debian.ts'
import { openDatabase } from '../../server/db/open.ts'
import { createLeadEvents } from '../../server/events.ts'
import { freePorts } from '../support/companion.ts'
import { type Postgres, startPostgres, unprivileged } from '../support/postgres.ts'
import { publish } from '../support/publish.ts'

const PGBOUNCER = '/usr/sbin/pgbouncer'

let missing = ''
let postgres: Postgres | null = null
let pooler: ChildProcess | null = null
let pooled = ''
let folder = ''

beforeAll(async () => {
  if (!existsSync(PGBOUNCER)) installOnDebian('pgbouncer')
  if (!existsSync(PGBOUNCER)) missing = 'PgBouncer is not installed'
  postgres = missing ? null : await startPostgres((reason) => (missing = reason))
  if (!postgres) return
  const [port] = await freePorts(1)
  folder = await mkdtemp(join(tmpdir(), 'fieldhand-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const server = new URL(postgres.url)
  await writeFile(
    file,
    `[databases]
pooled = host=${server.hostname} port=${server.port} dbname=postgres user=fieldhand
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
`,
  )
  const user = process.getuid?.() === 0 ? await unprivileged() : null
  if (user) await chown(folder, user.uid, user.gid)
  pooler = spawn(PGBOUNCER, ['-q', file], { ...user, stdio: 'ignore' })
  pooled = `postgres://fieldhand@127.0.0.1:${port}/pooled`
})

afterAll(async () => {
  if (pooler?.exitCode === null) {
    pooler.kill('SIGKILL')
    await once(pooler, 'exit')
  }
  await postgres?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('two companions share a database behind PgBouncer, and both receive each event once', async (context) => {
  if (!postgres) return context.skip(missing)
  const log = pino({ level: 'silent' })
  const listenUrl = postgres.url
  const open = async () => {
    const database = await openDatabase(pooled)
    return { ...database, events: await createLeadEvents({ databaseUrl: listenUrl, log }) }
  }
  // Both migrate, and both open the queue of jobs.
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
    expect(rows[0]?.count).toBeLessThanOrEqual(3)
  } finally {
    for (const { events, close } of [first, second]) {
      await events.close()
      await close()
    }
  }
})
