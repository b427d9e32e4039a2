import { beforeAll, describe, expect, it } from 'vitest'
import { publishableKeyOf } from '../../../server/app/config.ts'
import { backUp } from '../../../server/backups/back-up.ts'
import { restore } from '../../../server/backups/restore.ts'
import { dropOfLocalIdentity } from '../../../server/db/local-identity.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { countIn, createPlaces, EARLIER, type Kind, NEW, rowsIn, tablesIn } from '../../support/backups.ts'
import { freePorts, runProgram } from '../../support/program.ts'

const { newName, place } = createPlaces()
const POSTGRES_MISSING = 'no PostgreSQL here'

/** What the first start changes on purpose: transaction ids of another database. */
const ADAPTED = ['changed_in']
/** Its only row is a connection to HubSpot without tokens, which 0020-hubspot removes: it has to be made again. */
const EMPTIED = 'integration_connections'

async function storedRows(archive: string, table: string, columns: readonly string[]): Promise<string[]> {
  const rows = await rowsIn(archive, table)
  return rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
}

describe.each<Kind>(['embedded', 'PostgreSQL'])('data of an earlier version, %s,', (kind) => {
  beforeAll(async () => {
    await place(kind, 'earlier')
  })

  it('is migrated with nothing lost', async (context) => {
    const where = await place(kind, 'earlier')
    if (!where) return context.skip(POSTGRES_MISSING)
    expect(await countIn(where.databaseUrl)).toEqual(NEW)
    const migrated = newName('.gz')
    await backUp(where, migrated)
    const tables = await tablesIn(EARLIER)
    expect(tables.size).toBeGreaterThan(30)
    for (const [table, columns] of tables) {
      const kept = columns.filter((column) => !ADAPTED.includes(column))
      expect({ table, rows: await storedRows(migrated, table, kept) }).toEqual({
        table,
        rows: table === EMPTIED ? [] : await storedRows(EARLIER, table, kept),
      })
    }
  })

  it('comes without the local identity to a server with a Clerk key of its own', async (context) => {
    const where = await place(kind)
    if (!where) return context.skip(POSTGRES_MISSING)
    const { skipped } = await restore(where, EARLIER, false)
    expect(skipped).toBeGreaterThan(5)
    const [console = 0, api = 0, widget = 0] = await freePorts(3)
    const server = runProgram('server/main.ts', [], {
      ...{ CONSOLE_PORT: String(console), API_PORT: String(api), WIDGET_PORT: String(widget) },
      PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKeyOf('clerk.example.com'),
      DATABASE_URL: where.databaseUrl,
      PHOTOS_FOLDER: where.photos.folder,
      LOG_LEVEL: 'error',
    })
    await server.saying('Ctrl+C stops it')
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output().stdout).not.toContain('Leftovers')
    const archive = newName('.gz')
    await backUp(where, archive)
    expect([...(await tablesIn(archive)).keys()].filter((name) => /^(identity|dev)_/.test(name))).toEqual([])
  })

  it('says how to remove the accounts of the local identity', async (context) => {
    const where = await place(kind, 'earlier')
    if (!where) return context.skip(POSTGRES_MISSING)
    const { db, close } = await openDatabase(where.databaseUrl)
    const statement = await dropOfLocalIdentity(db)
    expect(statement).toMatch(/^drop table identity_attempts, .*, identity_users;$/)
    await close()
  })

  it('runs, and the emails that waited are sent once each', async (context) => {
    const where = await place(kind, 'earlier')
    if (!where) return context.skip(POSTGRES_MISSING)
    const [console = 0, api = 0, widget = 0, smtp = 0] = await freePorts(4)
    const server = runProgram('dev/main.ts', [], {
      CONSOLE_PORT: String(console),
      API_PORT: String(api),
      WIDGET_PORT: String(widget),
      MAILBOX_SMTP_PORT: String(smtp),
      DATABASE_URL: where.databaseUrl,
      PHOTOS_FOLDER: where.photos.folder,
      LOG_LEVEL: 'error',
    })
    await server.saying('Fieldhand is running')
    const waited = (await rowsIn(EARLIER, 'notifications')).map(({ id }) => String(id)).toSorted()
    expect(waited).toHaveLength(NEW.waiting)
    // The daily overview may arrive too.
    const arrived = async () => {
      const response = await fetch(`http://localhost:${api}/__local/mailbox.json?to=owner@fieldhand.test`)
      const mails = (await response.json()) as { messageId: string }[]
      return mails.flatMap(({ messageId }) => waited.filter((id) => messageId.includes(id))).toSorted()
    }
    await expect.poll(arrived, { timeout: 120_000 }).toEqual(waited)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(await countIn(where.databaseUrl)).toMatchObject({ ...NEW, waiting: expect.any(Number) })
    const { db, close } = await openDatabase(where.databaseUrl)
    const sent = await db.selectFrom('notifications').select('status').where('id', 'in', waited).execute()
    await close()
    expect(sent).toEqual(waited.map(() => ({ status: 'sent' })))
  })
})
