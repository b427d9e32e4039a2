import { readFileSync, statSync } from 'node:fs'
import { cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../server/backups/back-up.ts'
import { openDatabase } from '../../../server/db/open.ts'
import {
  countIn,
  createPlaces,
  dataIn,
  EARLIER,
  type Kind,
  linesIn,
  NEW,
  OLD,
  pack,
  packArchive,
  restore,
  rowsIn,
  runBackup,
  runRestore,
} from '../../support/backups.ts'
import { runProgram } from '../../support/program.ts'

const { newName, place } = createPlaces()

// The others copy them.
beforeAll(async () => {
  for (const kind of ['embedded', 'PostgreSQL'] as const) {
    await place(kind, 'old')
    await place(kind, 'earlier')
  }
})

const POSTGRES_MISSING = 'no PostgreSQL here'

/** Starts a process that writes to a database until it is killed, and waits for its first rows. */
async function startWriter(url: string) {
  const writer = runProgram('tests/support/served-writer.ts', [url])
  const written = () => writer.output().stdout.split('\n').slice(0, -1)
  const writes = async (more: number) => {
    const before = written().length
    await expect.poll(() => written().length, { timeout: 20_000 }).toBeGreaterThan(before + more)
  }
  await writes(20)
  const stop = async () => {
    writer.child.kill('SIGKILL')
    await writer.ended
  }
  return { written, writes, stop }
}

describe.each<Kind>(['embedded', 'PostgreSQL'])('%s', (kind) => {
  const otherKind = kind === 'embedded' ? 'PostgreSQL' : 'embedded'

  it('is backed up, and restored in the other kind of database with every value and photo', async (context) => {
    const from = await place(kind, 'earlier')
    if (!from) return context.skip(POSTGRES_MISSING)
    const to = (await place(otherKind)) ?? (await place(kind))
    const archive = newName('.gz')
    const again = newName('.gz')
    const backup = await runBackup(from, [archive])
    expect(backup.said).toContain(`to ${archive} (79 kB: 1,419 rows, 4 photo files).\n`)
    expect(backup.said).toContain('is not included: keep a copy of it elsewhere')
    expect(await dataIn(archive)).toEqual(await dataIn(EARLIER))
    if (process.platform !== 'win32') expect(statSync(archive).mode & 0o777).toBe(0o600)
    await expect(backUp(from, archive)).rejects.toThrow(`${archive} exists already: choose another name.`)

    if (!to) throw new Error('There is no place to restore to')
    const restored = await runRestore(to, [archive])
    expect(restored.said).toContain('(1,419 rows, 4 photo files).\n')
    await backUp(to, again)
    expect(await dataIn(again)).toEqual(await dataIn(EARLIER))
    for (const name of await readdir(from.photos.folder)) {
      expect(readFileSync(join(to.photos.folder, name))).toEqual(readFileSync(join(from.photos.folder, name)))
    }
  })

  it('is backed up as of one moment while it is written, and not restored meanwhile', async (context) => {
    const from = await place(kind, 'old')
    if (!from) return context.skip(POSTGRES_MISSING)
    const { written, writes, stop } = await startWriter(from.databaseUrl)
    const before = written()
    const archive = newName('.gz')
    await backUp(from, archive)
    const refused = restore(from, EARLIER, true)
    await expect(refused).rejects.toThrow(
      kind === 'embedded'
        ? /^The data in .* is in use by another process: stop that one first/
        : /^A server or a pooler is connected to PostgreSQL at .*: stop all of them first\. Nothing was changed\.$/,
    )
    await writes(1)
    await stop()
    const organizations = (await rowsIn(archive, 'organizations')).map(({ id }) => id)
    const profiles = (await rowsIn(archive, 'profiles')).map(({ organization_id }) => organization_id)
    expect(['org_old', ...profiles].toSorted()).toEqual(organizations.toSorted())
    expect(before.filter((id) => !organizations.includes(id))).toEqual([])
  })

  it('is only replaced on request, and its photos are removed then', async (context) => {
    const from = await place(kind, 'earlier')
    const other = await place('embedded', 'old')
    if (!from || !other) return context.skip(POSTGRES_MISSING)
    const archive = newName('.gz')
    await backUp(other, archive)
    await expect(restore(from, archive, false)).rejects.toThrow(
      /^There is data in .* already\. Add --replace to replace all of it\. Nothing was changed\.$/,
    )
    expect(await countIn(from.databaseUrl)).toEqual(NEW)
    await restore(from, archive, true)
    const { db, close } = await openDatabase(from.databaseUrl)
    const organizations = await db.selectFrom('organizations').select('id').execute()
    const removals = await db.selectFrom('photo_removals').select('file').execute()
    await close()
    expect(organizations).toEqual([{ id: 'org_old' }])
    expect(removals).toHaveLength(2)
  })

  it('stays unchanged by an archive that is not whole, not ours, or of a later version', async (context) => {
    const where = await place(kind, 'old')
    if (!where) return context.skip(POSTGRES_MISSING)
    const whole = readFileSync(EARLIER)
    const lines = await linesIn(EARLIER)
    const [header = '', ...rest] = lines.slice(0, -1)
    const broken = {
      cut: newName('.gz'),
      changed: newName('.gz'),
      unfinished: newName('.gz'),
      scratched: newName('.gz'),
    }
    await writeFile(broken.cut, whole.subarray(0, whole.length - 100))
    await pack(
      broken.changed,
      lines.map((line, index) => (index === 40 ? `${line} ` : line)),
    )
    await pack(broken.unfinished, lines.slice(0, -1))
    await writeFile(broken.scratched, Buffer.concat([whole.subarray(0, 40_000), whole.subarray(40_001)]))
    for (const file of Object.values(broken)) {
      await expect(restore(where, file, true)).rejects.toThrow(
        `${file} is incomplete or damaged: use another backup. Nothing was changed.`,
      )
    }
    const foreign = [newName('.gz'), newName('.gz')] as const
    await writeFile(foreign[0], 'garbage')
    await writeFile(foreign[1], gzipSync('-- PostgreSQL database dump\n'))
    for (const file of foreign) {
      await expect(restore(where, file, true)).rejects.toThrow(`${file} is not a backup of Fieldhand.`)
    }
    const later = newName('.gz')
    await packArchive(later, [header.replace('0017-removed-devices', '9999-later'), ...rest])
    await expect(restore(where, later, true)).rejects.toThrow(
      `A later version of Fieldhand made ${later} (9999-later): restore it with that version. Nothing was changed.`,
    )
    // The last entry fails after everything else has been restored.
    const escaping = newName('.gz')
    await packArchive(escaping, [header, ...rest, '{"photo":"../escaped.jpg","base64":""}'])
    await expect(restore(where, escaping, true)).rejects.toThrow('../escaped.jpg is not a photo')
    await expect(restore(where, '/missing.gz', true)).rejects.toThrow('/missing.gz does not exist.')
    expect(await countIn(where.databaseUrl)).toEqual(OLD)
  })
})

it('keeps what a PostgreSQL database holds that is not ours', async (context) => {
  const where = await place('PostgreSQL')
  if (!where) return context.skip(POSTGRES_MISSING)
  const client = new pg.Client({ connectionString: where.databaseUrl })
  await client.connect()
  await client.query('create table invoices as select 1 as id')
  await expect(restore(where, EARLIER, true)).rejects.toThrow(
    "holds tables that are not Fieldhand's: choose an empty database. Nothing was changed.",
  )
  expect((await client.query('select id from invoices')).rows).toEqual([{ id: 1 }])
  await client.end()
})

it('backs up an embedded database whose process was killed', async () => {
  const from = await place('embedded', 'old')
  if (!from) throw new Error('There is no database')
  const { databaseUrl } = from
  const { written, stop } = await startWriter(databaseUrl)
  await stop()
  await cp(join(databaseUrl, 'data'), join(databaseUrl, 'backup/copy_left'), { recursive: true })
  const archive = newName('.gz')
  await backUp(from, archive)
  const organizations = (await rowsIn(archive, 'organizations')).map(({ id }) => id)
  expect(written().filter((id) => !organizations.includes(id))).toEqual([])
  expect(await readdir(join(databaseUrl, 'backup'))).toEqual(['lock.sqlite'])
})
