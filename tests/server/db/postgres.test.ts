import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../../dev/demo/seed.ts'
import { StartupError } from '../../../server/base/errors.ts'
import { applyEvent } from '../../../server/clerk/apply.ts'
import { lockOrganization } from '../../../server/db/lock-organization.ts'
import { type OpenDatabase, openDatabase } from '../../../server/db/open.ts'
import { openPostgres } from '../../../server/db/postgres.ts'
import { provisionOrganization } from '../../../server/db/provision.ts'
import { openQueue } from '../../../server/db/queue.ts'
import { eraseOrganization } from '../../../server/erasure/erase-organization.ts'
import { eraseOld } from '../../../server/jobs/retention.ts'
import type { Deps, LeadEvents } from '../../../server/kernel/deps.ts'
import { createLeadEvents } from '../../../server/kernel/events.ts'
import { lockImport } from '../../../server/lead-imports/import-rows.ts'
import { undoSome } from '../../../server/lead-imports/undo.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { eventually } from '../../support/eventually.ts'
import { fillHubspot } from '../../support/fill-hubspot.ts'
import { type Postgres, startPostgres } from '../../support/postgres.ts'
import { freePorts, runProgram } from '../../support/program.ts'

type Db = OpenDatabase['db']

/** Live events that nobody receives. */
const SILENT = { publishWithin: async () => () => {} } as Partial<LeadEvents> as LeadEvents

let postgres: Postgres | null = null
let databases = 0

beforeAll(async () => {
  postgres = await startPostgres((reason) => process.stderr.write(`${reason}\n`))
})

afterAll(() => postgres?.stop())

/** An empty database, or null without PostgreSQL (the reason has been printed). */
async function emptyDatabase(): Promise<string | null> {
  if (postgres === null) return null
  databases += 1
  const { db: admin } = await openPostgres(postgres.url)
  await sql`create database ${sql.id(`test_${databases}`)}`.execute(admin)
  await admin.destroy()
  return postgres.url.replace(/\/postgres$/, `/test_${databases}`)
}

describe('PostgreSQL', () => {
  it('is migrated and seeded once by concurrent servers', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const opened = await Promise.all([1, 2, 3, 4, 5].map(() => openDatabase(url)))
    const seeded = await Promise.all(opened.map(({ db }) => seedDemo({ db, clock: () => new Date() })))
    expect(seeded.filter(Boolean)).toHaveLength(1)
    const [first] = opened
    const leads = await first?.db
      .selectFrom('leads')
      .select((lead) => lead.fn.countAll().as('count'))
      .execute()
    expect(leads).toEqual([{ count: 66 }])
    for (const { close } of opened) await close()
  })

  it('does not restore an organization that is being deleted', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const opened = [await openDatabase(url), await openDatabase(url), await openDatabase(url)] as const
    const [deleting, restoring, watching] = opened.map(({ db }) => db) as [Db, Db, Db]
    const now = new Date()
    let restored: Promise<boolean> | undefined
    await deleting.transaction().execute(async (tx) => {
      await applyEvent(tx, { type: 'organization.deleted', data: { id: 'org_gone' } }, { at: now, now })
      let isDone = false
      restored = provisionOrganization(restoring, { id: 'org_gone', name: 'Gone' }, now).finally(() => {
        isDone = true
      })
      const isWaiting = async () => {
        const { rows } = await sql`select 1 from pg_locks where not granted`.execute(watching)
        return isDone || rows.length > 0
      }
      await expect.poll(isWaiting).toBe(true)
    })
    expect(await restored).toBe(false)
    expect(await watching.selectFrom('organizations').select('id').execute()).toEqual([])
    for (const { close } of opened) await close()
  })

  it('deletes an organization after the batch that is being imported', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const opened = [await openDatabase(url), await openDatabase(url), await openDatabase(url)] as const
    const [importing, deleting, watching] = opened.map(({ db }) => db) as [Db, Db, Db]
    const now = new Date()
    await importing.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: now }).execute()
    await importing
      .insertInto('lead_imports')
      .values({
        ...{ id: 'import', file_name: 'leads.csv', file_hash: 'a'.repeat(64), rows: 1, created_by: 'user' },
        ...{ created_at: now, organization_id: 'org' },
      })
      .execute()
    let deleted: Promise<unknown> | undefined
    await importing.transaction().execute(async (tx) => {
      await lockOrganization(tx, 'org')
      deleted = eraseOrganization(deleting, 'org')
      const isWaiting = async () =>
        (await sql`select 1 from pg_locks where not granted`.execute(watching)).rows.length > 0
      await expect.poll(isWaiting).toBe(true)
      expect(await lockImport(tx, 'org', 'import')).toMatchObject({ id: 'import' })
    })
    await deleted
    expect(await watching.selectFrom('organizations').select('id').execute()).toEqual([])
    for (const { close } of opened) await close()
  })

  it('locks a lead before its link to HubSpot when a message is stored, and never its organization', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const opened = [await openDatabase(url), await openDatabase(url)] as const
    const [storing, watching] = opened.map(({ db }) => db) as [Db, Db]
    const now = new Date()
    const owned = { organization_id: 'org', created_at: now, updated_at: now }
    await storing.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: now }).execute()
    await storing
      .insertInto('conversations')
      .values({ id: 'chat', state: '{}', ...owned })
      .execute()
    await storing
      .insertInto('leads')
      .values({ id: 'lead', conversation_id: 'chat', status: 'new', source: 'chat', ...owned })
      .execute()
    await storing
      .insertInto('integration_connections')
      .values({ organization_id: 'org', provider: 'hubspot', connected_at: now })
      .execute()
    await fillHubspot(storing, 'org', now)
    const free = async (table: 'leads' | 'hubspot_links' | 'organizations') => {
      const rows = await watching
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .forUpdate()
        .skipLocked()
        .execute()
      return rows.length
    }
    await storing.transaction().execute(async (tx) => {
      // The link is made by the lead's first change.
      await tx.updateTable('leads').set({ status: 'lost' }).execute()
      expect(await free('organizations')).toBe(1)
    })
    await storing.transaction().execute(async (tx) => {
      const said = { message_type: 'incoming', author: 'visitor', content: 'Hello', created_at: now } as const
      await tx
        .insertInto('messages')
        .values({ id: 'said', organization_id: 'org', conversation_id: 'chat', position: 0, ...said })
        .execute()
      expect([await free('leads'), await free('hubspot_links')]).toEqual([0, 0])
    })
    for (const { close } of opened) await close()
  })

  it.for<[string, (db: Db, now: Date) => Promise<unknown>]>([
    [
      'the undo of its import',
      (db: Db, now: Date) => undoSome({ db, clock: () => now, events: SILENT } as Deps, 'org', 'import'),
    ],
    [
      'the end of its retention',
      (db: Db, now: Date) =>
        eraseOld(db, { leadDays: 30, conversationDays: null }, new Date(now.getTime() + 40 * DAY_MS)),
    ],
  ])('keeps a lead that gets a task at the moment of %s', async ([, remove], test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const opened = [await openDatabase(url), await openDatabase(url), await openDatabase(url)] as const
    const [adding, removing, watching] = opened.map(({ db }) => db) as [Db, Db, Db]
    const now = new Date()
    const org = { organization_id: 'org' }
    const times = { created_at: now, updated_at: now }
    await adding.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: now }).execute()
    await adding
      .insertInto('leads')
      .values({ id: 'lead', status: 'new', source: 'import', ...org, ...times })
      .execute()
    await adding
      .insertInto('lead_imports')
      .values({
        ...{ id: 'import', file_name: 'leads.csv', file_hash: 'a'.repeat(64), rows: 1, created_by: 'user' },
        ...{ created_at: now, finished_at: now, ...org },
      })
      .execute()
    await adding
      .insertInto('lead_import_rows')
      .values({
        ...{ id: 'import:1', import_id: 'import', row: 1, outcome: 'imported', lead_id: 'lead' },
        ...{ fingerprint: 'a', at: now, ...org },
      })
      .execute()
    let removed: Promise<unknown> | undefined
    await adding.transaction().execute(async (tx) => {
      const task = {
        id: 'task',
        lead_id: 'lead',
        text: 'Call',
        due_at: new Date(now.getTime() + 60 * DAY_MS),
      }
      await tx
        .insertInto('tasks')
        .values({ ...task, ...org, ...times })
        .execute()
      removed = remove(removing, now)
      const isWaiting = async () =>
        (await sql`select 1 from pg_locks where not granted`.execute(watching)).rows.length > 0
      await expect.poll(isWaiting).toBe(true)
    })
    await removed
    expect(await watching.selectFrom('tasks').select('id').execute()).toEqual([{ id: 'task' }])
    for (const { close } of opened) await close()
  })

  it('can close a connection in the middle of a transaction', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const { db } = await openPostgres(url)
    const { db: admin } = await openPostgres(url)
    const cut = db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 10000)`.execute(admin)
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow()
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
    for (const each of [db, admin]) await each.destroy()
  })

  it('can be written again after it was read-only, although connections are always in use', async (test) => {
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const { db: admin } = await openPostgres(url)
    const name = sql.id(new URL(url).pathname.slice(1))
    await sql`alter database ${name} set default_transaction_read_only = on`.execute(admin)
    const { db } = await openPostgres(url, { pooling: { maxLifetimeSeconds: 1 } })
    const write = () => sql`create table if not exists written ()`.execute(db)
    await expect(write()).rejects.toThrow('read-only')
    await sql`alter database ${name} reset default_transaction_read_only`.execute(admin)
    await eventually(() => expect(write()).resolves.toBeTruthy())
    for (const each of [db, admin]) await each.destroy()
  })

  it('is noticed within seconds if it disappears', async (test) => {
    if (process.platform !== 'linux') return test.skip('only Linux lists the timers of connections')
    const url = await emptyDatabase()
    if (url === null) return test.skip('no PostgreSQL here')
    const { db, jobs, close } = await openDatabase(url)
    const log = pino({ level: 'silent' })
    const events = await createLeadEvents({ databaseUrl: url, log })
    const queue = await openQueue(jobs, log)
    const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0')
    const remote = hex(Number(new URL(url).port))
    // While data is on its way, a connection shows another timer.
    const left = await eventually(async () => {
      const { rows } = await sql<{ port: number }>`
        select client_port as port from pg_stat_activity where datname = current_database()`.execute(db)
      const sockets = (await readFile('/proc/net/tcp', 'utf8')).split('\n')
      const times = rows.map(({ port }) => {
        // A connection to another server can have the same local port.
        const ends = new RegExp(`^ *\\d+: \\w+:${hex(port)} \\w+:${remote} `)
        const socket = sockets.find((line) => ends.test(line)) ?? ''
        // Timer 2 is the one of the probes; it ends in hundredths of a second.
        const [, hundredths = ''] = / 02:([0-9A-F]{8}) /.exec(socket) ?? []
        return Number.parseInt(hundredths, 16)
      })
      expect(times.every(Number.isFinite)).toBe(true)
      return times
    })
    expect(left.length).toBeGreaterThanOrEqual(4)
    expect(Math.max(...left)).toBeLessThanOrEqual(1_000)
    await queue.stop()
    await events.close()
    await close()
  })

  it('is awaited while it starts, up to a time limit with a message', async () => {
    const [nobody = 0] = await freePorts(1)
    const url = `postgres://me:secret@127.0.0.1:${nobody}/fieldhand`
    const refused = openPostgres(url, { patienceMs: 600 })
    await expect(refused).rejects.toThrow(StartupError)
    await expect(refused).rejects.toThrow(
      `PostgreSQL at 127.0.0.1:${nobody}/fieldhand cannot be used: it does not respond (ECONNREFUSED).`,
    )
  })

  it('is awaited by a server, which says so', async () => {
    const [nobody = 0, ...ports] = await freePorts(4)
    const [CONSOLE_PORT = '', API_PORT = '', WIDGET_PORT = ''] = ports.map(String)
    const DATABASE_URL = `postgres://me:secret@127.0.0.1:${nobody}/fieldhand`
    const server = runProgram('dev/main.ts', [], { CONSOLE_PORT, API_PORT, WIDGET_PORT, DATABASE_URL })
    const waiting = `Waiting for PostgreSQL at 127.0.0.1:${nobody}/fieldhand: it does not respond (ECONNREFUSED).\n`
    await eventually(() => expect(server.output().stderr).toBe(waiting))
    server.child.kill()
    await server.ended
  })

  it('that refuses the connection is not retried', async (test) => {
    if (postgres === null) return test.skip('no PostgreSQL here')
    const refused = openPostgres(postgres.url.replace(/\/postgres$/, '/missing'))
    await expect(refused).rejects.toThrow('database "missing" does not exist.')
  })
})
