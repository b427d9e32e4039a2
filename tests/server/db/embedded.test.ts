import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupError } from '../../../server/base/errors.ts'
import { whyUnwritable } from '../../../server/db/disk.ts'
import { openEmbedded } from '../../../server/db/embedded.ts'
import { LOCK_FILE } from '../../../server/db/lock.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { tightenFiles } from '../../../server/db/rights.ts'
import { runProgram } from '../../support/program.ts'

let root = ''
let template = ''
let copies = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldhand-embedded-'))
  template = join(root, 'template')
  await mkdir(template, { mode: 0o755 })
  const { db, close } = await openDatabase(template)
  await db.insertInto('organizations').values({ id: 'org_1', name: 'One', created_at: new Date() }).execute()
  await close()
})

afterAll(() => rm(root, { recursive: true, force: true }))

/** A properly closed database with one organization. */
async function freshCopy(): Promise<string> {
  copies += 1
  const folder = join(root, `copy-${copies}`)
  await cp(template, folder, { recursive: true })
  return folder
}

/** PostgreSQL's records of its own starts, which are nobody's data. */
const NOTES = /\/(postmaster\.pid|pg_control|pg_internal\.init)$|\/pg_wal\//

/** Every file with data below a folder, with a hash of its content. */
async function fingerprint(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const kept = files.filter((file) => !file.endsWith(LOCK_FILE) && !NOTES.test(file))
  const hashes = kept.toSorted().map(async (file) => {
    const hash = createHash('sha256').update(await readFile(file))
    return [relative(folder, file), hash.digest('hex')] as const
  })
  return Object.fromEntries(await Promise.all(hashes))
}

async function refusalOf(folder: string): Promise<string> {
  try {
    await (await openDatabase(folder)).close()
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  throw new Error('The database opened')
}

async function organizationIds(folder: string): Promise<string[]> {
  const { db, close } = await openDatabase(folder)
  const rows = await db.selectFrom('organizations').select('id').execute()
  await close()
  return rows.map(({ id }) => id)
}

const garbage = (file: string) => writeFile(file, 'garbage, not a database\n'.repeat(500))

/** Overwrites a part of a file and keeps its length. */
async function scratch(path: string, at: number): Promise<void> {
  const file = await open(path, 'r+')
  const { size } = await file.stat()
  if (size > at) await file.write(Buffer.alloc(Math.min(4096, size - at), 0xa5), 0, null, at)
  await file.close()
}

async function entriesOf(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  return Promise.all(paths.map(async (path) => ({ path, ...(await stat(path)) })))
}

/** The files below a folder that users other than its owner can read or write. */
async function openToOthers(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder)
  return entries.filter(({ mode }) => (mode & 0o077) !== 0).map(({ path }) => path)
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await entriesOf(folder)
  return entries.reduce((sum, { size }) => sum + size, 0)
}

async function largestFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => join(folder, name))
  const sizes = await Promise.all(files.map(async (file) => ({ file, size: (await readFile(file)).length })))
  return sizes.toSorted((a, b) => b.size - a.size)[0]?.file ?? ''
}

describe('an embedded database', () => {
  it('keeps its rows, leaves only an empty lock file, and syncs every commit to the disk', async () => {
    const folder = await freshCopy()
    expect(await organizationIds(folder)).toEqual(['org_1'])
    expect(await readdir(folder)).toEqual(['data', LOCK_FILE])
    const { db, close } = await openDatabase(folder)
    const { rows } = await sql<{ fsync: string; method: string; commit: string }>`select
      current_setting('fsync') as fsync, current_setting('wal_sync_method') as method,
      current_setting('synchronous_commit') as commit`.execute(db)
    await close()
    expect(rows[0]).toEqual({ fsync: 'on', method: 'fsync', commit: 'on' })
  })

  it('can be opened by one process at a time', async () => {
    const folder = await freshCopy()
    const { close } = await openDatabase(folder)
    const before = await fingerprint(folder)
    expect(await refusalOf(folder)).toBe(
      `The data in ${folder} is in use by another process: stop that one first, or choose another folder with --database-url.`,
    )
    expect(await fingerprint(folder)).toEqual(before)
    await close()
    expect(await organizationIds(folder)).toEqual(['org_1'])
  })

  it('can be opened by exactly one of several concurrent processes', async () => {
    const folder = await freshCopy()
    const attempts = await Promise.allSettled([1, 2, 3, 4].map(() => openDatabase(folder)))
    const opened = attempts.filter((attempt) => attempt.status === 'fulfilled')
    expect(opened).toHaveLength(1)
    for (const { value } of opened) await value.close()
  })

  it('ignores the trial files of other processes that are starting', async () => {
    const folder = await mkdtemp(join(root, 'busy-'))
    let isStarting = true
    const start = async () => {
      while (isStarting) await whyUnwritable(folder)
    }
    const starts = Promise.all([start(), start()])
    try {
      for (let times = 0; times < 200; times += 1) await tightenFiles(folder)
    } finally {
      isStarting = false
      await starts
    }
  })

  it('starts empty after a first start that was killed halfway', async () => {
    const folder = join(root, 'half-made')
    await cp(join(template, 'data'), join(folder, 'data.new'), { recursive: true })
    await rm(join(folder, 'data.new', 'global'), { recursive: true })
    expect(await organizationIds(folder)).toEqual([])
    expect(await readdir(folder)).toEqual(['data', LOCK_FILE])
  })

  it('loses no acknowledged row to kill -9', async () => {
    const folder = await freshCopy()
    const acknowledged: string[] = []
    for (const rows of [40, 90]) {
      const writer = runProgram('tests/support/writer.ts', [folder])
      const enough = new Promise<void>((resolve) => {
        writer.child.stdout?.on('data', () => {
          if (writer.output().stdout.split('\n').length > rows) resolve()
        })
      })
      await Promise.race([enough, writer.ended])
      writer.child.kill('SIGKILL')
      expect(await writer.ended).toBe('SIGKILL')
      acknowledged.push(...writer.output().stdout.split('\n').slice(0, -1))
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(130)
    const stored = new Set(await organizationIds(folder))
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([])
  })

  it('ends with a message, and loses no acknowledged row, if its log cannot be written', async (test) => {
    if (process.platform === 'win32') return test.skip('no limit for the size of files')
    const folder = await freshCopy()
    const { db, close } = await openDatabase(folder)
    const { rows } = await sql<{ bytes: number }>`
      select mod(pg_current_wal_insert_lsn() - '0/0', 16 * 1024 * 1024)::int as bytes`.execute(db)
    await close()
    // Most of the log file is beyond the largest file that the writer may write, in blocks of 512 bytes.
    const blocks = Math.ceil(((rows[0]?.bytes ?? 0) + 200_000) / 512)
    const limited = `ulimit -f ${blocks}; exec "$0" --liftoff-only tests/support/writer.ts "$1"`
    const writer = spawnSync('sh', ['-c', limited, process.execPath, folder], {
      encoding: 'utf8',
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    expect(writer.stderr).toMatch(/^The database in .+ has stopped: could not write to .+ File too large\. /)
    expect(writer.status).toBe(1)
    const acknowledged = writer.stdout.split('\n').slice(0, -1)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(await organizationIds(folder)).toEqual(expect.arrayContaining(acknowledged))
  })

  it('opens after starts that were killed at any file change', async () => {
    const folder = await freshCopy()
    const open = (nth: number) => runProgram('tests/support/killed-open.ts', [folder, String(nth)])
    const whole = open(0)
    expect(await whole.ended).toBe(0)
    const changes = Number(whole.output().stdout)
    expect(changes).toBeGreaterThan(20)
    const moments = Array.from({ length: 6 }, (_, index) => 1 + Math.floor((index * changes) / 6))
    for (const nth of moments) expect(await open(nth).ended).toBe('SIGKILL')
    expect(await organizationIds(folder)).toEqual(['org_1'])
  })

  it('copies nothing at startup', async () => {
    const folder = await freshCopy()
    const before = await sizeOf(folder)
    const { release } = await openEmbedded(folder, async (pglite) => {
      expect((await readdir(folder)).toSorted()).toEqual(['data', LOCK_FILE])
      expect(await sizeOf(folder)).toBeLessThan(before + 1024 * 1024)
      await pglite.close()
    })
    release()
  })

  it('restores the copy of an older version whose restore was interrupted', async () => {
    const folder = await freshCopy()
    await rename(join(folder, 'data'), join(folder, 'data.before-start'))
    expect(await organizationIds(folder)).toEqual(['org_1'])
    expect(await readdir(folder)).toEqual(['data', LOCK_FILE])
  })

  it('is refused if a later version has changed its schema', async () => {
    const folder = await freshCopy()
    const { db, close } = await openDatabase(folder)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
    await close()
    expect(await refusalOf(folder)).toBe(
      'A later version of Fieldhand changed this database (9999-later): start that version, or restore a backup from before the update.',
    )
  })
})

const hasRights = process.platform !== 'win32'

describe('permissions', () => {
  it.runIf(hasRights)(
    'give every file and folder to its owner only, also in a folder that others could open',
    async () => {
      expect(await openToOthers(template)).toEqual([])
      const folder = await freshCopy()
      const { db, close } = await openDatabase(folder)
      await sql`create table made_while_running (id text)`.execute(db)
      await close()
      expect(await openToOthers(folder)).toEqual([])
    },
  )

  it.runIf(hasRights)('of files in a private folder are tightened', async () => {
    const folder = await freshCopy()
    await chmod(join(folder, 'data'), 0o755)
    await chmod(join(folder, 'data/PG_VERSION'), 0o666)
    await organizationIds(folder)
    expect(await openToOthers(folder)).toEqual([])
  })

  it.runIf(hasRights)('that give others access to a database are refused', async () => {
    const folder = await freshCopy()
    await chmod(folder, 0o755)
    expect(await refusalOf(folder)).toBe(
      `Other users of this machine can open the database in ${folder} (permissions 755): run chmod -R go= "${folder}" and try again.`,
    )
    await chmod(folder, 0o700)
    expect(await organizationIds(folder)).toEqual(['org_1'])
  })
})

describe('a damaged folder is reported and its data is unchanged', () => {
  const damages: [what: string, damage: (folder: string) => Promise<unknown>][] = [
    ['garbage in PG_VERSION', (folder) => garbage(join(folder, 'data/PG_VERSION'))],
    ['an empty PG_VERSION', (folder) => truncate(join(folder, 'data/PG_VERSION'))],
    ['no PG_VERSION', (folder) => rm(join(folder, 'data/PG_VERSION'))],
    ['another version', (folder) => writeFile(join(folder, 'data/PG_VERSION'), '17\n')],
    ['garbage in pg_control', (folder) => garbage(join(folder, 'data/global/pg_control'))],
    ['a scratch in pg_control', (folder) => scratch(join(folder, 'data/global/pg_control'), 64)],
    ['no pg_control', (folder) => rm(join(folder, 'data/global/pg_control'))],
    ['garbage in the log', async (folder) => garbage(await largestFile(join(folder, 'data/pg_wal')))],
    ['no catalogs', (folder) => rm(join(folder, 'data/base'), { recursive: true })],
    [
      'scratched tables',
      async (folder) => {
        const base = join(folder, 'data/base/5')
        for (const name of await readdir(base)) {
          if (/^\d+$/.test(name)) await scratch(join(base, name), 2048)
        }
      },
    ],
  ]

  it.each(damages)('%s', async (_, damage) => {
    const folder = await freshCopy()
    await damage(folder)
    const before = await fingerprint(folder)
    const message = await refusalOf(folder)
    expect(message).toContain(`The database in ${folder} cannot be opened:`)
    expect(message).toContain('Your data was not changed.')
    expect(message).not.toMatch(/\n|\bat .*:\d+/)
    expect(await fingerprint(folder)).toEqual(before)
  })

  it('files that are not a database', async () => {
    const folder = join(root, 'garbage')
    await mkdir(folder)
    await garbage(join(folder, 'PG_VERSION'))
    await garbage(join(folder, 'notes.txt'))
    const before = await fingerprint(folder)
    expect(await refusalOf(folder)).toContain('"PG_VERSION" is not part of a Fieldhand database')
    expect(await fingerprint(folder)).toEqual(before)
  })

  it('a file instead of the folder', async () => {
    const file = join(root, 'file')
    await garbage(file)
    expect(await refusalOf(file)).toContain('it is a file, not a folder')
    expect(await readFile(file, 'utf8')).toContain('garbage')
  })
})
