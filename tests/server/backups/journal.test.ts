import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../server/backups/back-up.ts'
import { openJournal } from '../../../server/journal/open.ts'
import type { JournalPlace } from '../../../server/journal/storage.ts'
import { unsubscribedOf } from '../../../server/notifications/opt-outs.ts'
import { formerAdmins } from '../../../server/organizations/former-admins.ts'
import {
  createPlaces,
  EARLIER,
  type Kind,
  linesIn,
  type Place,
  packArchive,
  restore,
  rowsIn,
  runRestore,
} from '../../support/backups.ts'
import {
  type Db,
  fillKept,
  MAIL,
  ORGANIZATIONS,
  PHONE,
  removeGone,
  runServer,
  whatIsLeft,
  withDatabase,
} from '../../support/promised-gone.ts'
import { S3_KEYS, startS3, type TestS3 } from '../../support/s3.ts'

const { newName, place } = createPlaces()
const POSTGRES_MISSING = 'no PostgreSQL here'
const { own } = ORGANIZATIONS

let s3: TestS3
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(() => s3.close())

const inFolder = (): JournalPlace => ({ kind: 'folder', folder: newName() })

/** Makes a backup of filled data, and then changes the data, with a server that keeps the journal. */
async function changedSince(where: Place, journal: JournalPlace | null, change = removeGone) {
  const archive = newName('.gz')
  await withDatabase(where.databaseUrl, async (db) => {
    await fillKept(db)
    if (journal) await runServer(db, journal)
  })
  await backUp({ ...where, journal }, archive)
  await withDatabase(where.databaseUrl, async (db) => {
    await change(db)
    if (journal) await runServer(db, journal)
  })
  return archive
}

const KEPT = {
  leads: ['614-555-kept', 'lead_kept000000000000000000', `lead_of_${own}`],
  conversations: ['chat_kept000000000000000000', 'conv_kept000000000000000000'],
  webhooks: ['hook_kept000000000000000000'],
  calendars: ['calendar_kept000000000000000000'],
  devices: ['device_kept000000000000000000'],
  keys: ['key_kept000000000000000000', 'key_of_former_admin_0000'],
  members: ['user_demoted org:member', 'user_kept org:admin'],
  people: ['kept'],
  feeds: [],
  services: [],
  numbers: [],
  consents: [],
  organizations: [own, ORGANIZATIONS.wiped],
  profiles: [own],
}

const EFFECTS = {
  organizations: 1,
  organizationData: 1,
  leads: 2,
  conversations: 1,
  keys: 1,
  webhooks: 1,
  feeds: 1,
  connections: 3,
  memberships: 1,
  admins: 2,
  people: 1,
  devices: 1,
  mailOptOuts: 2,
  textOptOuts: 2,
  consents: 1,
  optIns: 2,
}

/** Checks that nothing is back, and that opt-outs hold unless they were withdrawn. */
async function expectGone(db: Db): Promise<void> {
  expect(await whatIsLeft(db)).toEqual(KEPT)
  const recipients = [MAIL.gone, MAIL.back, PHONE.gone, PHONE.back, PHONE.own]
  const out = [MAIL.gone, PHONE.gone, PHONE.own]
  expect(await unsubscribedOf(db, own, recipients)).toEqual(out)
  expect(await unsubscribedOf(db, own, recipients)).toEqual(out)
  expect(await unsubscribedOf(db, ORGANIZATIONS.wiped, recipients)).toEqual([MAIL.gone, PHONE.gone])
  expect(await db.selectFrom('opt_out_hashes').selectAll().execute()).toEqual([])
}

describe.each<Kind>(['embedded', 'PostgreSQL'])('a restore, %s,', (kind) => {
  const journalOf = (): JournalPlace =>
    kind === 'embedded' ? inFolder() : { kind: 's3', url: s3.url, ...S3_KEYS }

  it('brings nothing back that was promised gone', async (context) => {
    const where = await place(kind)
    if (!where) return context.skip(POSTGRES_MISSING)
    s3.files.clear()
    const journal = journalOf()
    const archive = await changedSince(where, journal)
    const after = await withDatabase(where.databaseUrl, whatIsLeft)
    expect({ ...after, feeds: [] }).toEqual(KEPT)

    const { journal: report } = await restore({ ...where, journal }, archive, true)
    expect(report).toMatchObject({ isLive: true, unreadable: 0, foreign: 0, effects: EFFECTS })
    await withDatabase(where.databaseUrl, async (db) => {
      await expectGone(db)
      const former = await formerAdmins(db, own, new Date())
      expect(former).toMatchObject([{ user_id: 'user_gone', keys: [{ id: 'key_of_former_admin_0000' }] }])
      expect(await db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
    })

    // The journal contains no names, addresses, or numbers.
    const storage = openJournal(journal)
    const texts = await Promise.all((await storage.names()).map((name) => storage.read(name)))
    expect(texts.join('')).not.toMatch(/614-555|@|feed_gone|example|\+1614/)
  })

  it('applies what the replaced database had not appended yet', async (context) => {
    const where = await place(kind)
    if (!where) return context.skip(POSTGRES_MISSING)
    // Its server was killed at once, or keeps no journal.
    const archive = await changedSince(where, null)
    const journal = kind === 'embedded' ? inFolder() : null
    const { journal: report } = await restore({ ...where, journal }, archive, true)
    expect(report).toMatchObject({ isLive: true, effects: EFFECTS })
    await withDatabase(where.databaseUrl, expectGone)
    if (!journal) return
    const storage = openJournal(journal)
    const texts = await Promise.all((await storage.names()).map((name) => storage.read(name)))
    expect(texts.join('').match(/"lead_erased"/g)).toHaveLength(4)
    const again = await restore({ ...where, journal }, archive, true)
    expect(again.journal).toMatchObject({ effects: EFFECTS })
  })
})

/** Returns an embedded place; there always is one. */
async function embedded(): Promise<Place> {
  const where = await place('embedded')
  if (!where) throw new Error('There is no place')
  return where
}

/** Returns a place in the kind of database that is faster here. */
const anywhere = async (): Promise<Place> => (await place('PostgreSQL')) ?? embedded()

it('keeps what was stored after an erasure, even the next time', async () => {
  const where = await anywhere()
  const journal = inFolder()
  const first = await changedSince(where, journal)
  const second = newName('.gz')
  const profile = { organization_id: ORGANIZATIONS.wiped, fields: '{}', updated_at: new Date() }
  await withDatabase(where.databaseUrl, (db) => db.insertInto('profiles').values(profile).execute())
  await backUp({ ...where, journal }, second)
  const { journal: none } = await restore({ ...where, journal }, second, true)
  expect(Object.values(none.effects).some((count) => count > 0)).toBe(false)
  const left = await withDatabase(where.databaseUrl, whatIsLeft)
  expect(left.profiles).toEqual([own, ORGANIZATIONS.wiped])

  await restore({ ...where, journal }, first, true)
  await withDatabase(where.databaseUrl, (db) => db.insertInto('profiles').values(profile).execute())
  const third = newName('.gz')
  await backUp({ ...where, journal }, third)
  await restore({ ...where, journal }, third, true)
  expect(await withDatabase(where.databaseUrl, whatIsLeft)).toEqual({
    ...KEPT,
    profiles: [own, ORGANIZATIONS.wiped],
  })
})

describe('a damaged journal', () => {
  it('is applied as far as it can be read', async () => {
    const where = await anywhere()
    const journal = inFolder()
    const folder = 'folder' in journal ? journal.folder : ''
    const archive = await changedSince(where, journal)
    const [name = ''] = await readdir(folder)
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replace('\n', '\n{"kind":"lead_erased"}\n\u0000\n'))
    await appendFile(join(folder, name), text.slice(0, 40))
    await writeFile(join(folder, '2999-01-01-later.jsonl'), '{"kind":"of a later version"}\n[]')
    await writeFile(join(folder, 'notes.txt'), 'not a part of it')
    const { journal: report } = await restore({ ...where, journal }, archive, true)
    expect(report).toMatchObject({ unreadable: 5, effects: EFFECTS })
  })

  it('that cannot be read at all changes nothing', async () => {
    const where = await anywhere()
    const archive = await changedSince(where, null)
    const journal: JournalPlace = { kind: 's3', url: s3.url, ...S3_KEYS, secret: 'wrong' }
    await expect(restore({ ...where, journal }, archive, true)).rejects.toThrow(
      /^The journal cannot be read \(The journal’s bucket answered 403 to GET\)\. Make it readable, or unset its variables to restore without it\. Nothing was changed\.$/,
    )
    expect((await withDatabase(where.databaseUrl, whatIsLeft)).leads).toEqual(KEPT.leads)
  })
})

describe('an archive', () => {
  it('contains the journal, which a restore elsewhere continues', async () => {
    const where = await anywhere()
    const journal = inFolder()
    const early = await changedSince(where, journal)
    const late = newName('.gz')
    await backUp({ ...where, journal }, late)

    const elsewhere = await anywhere()
    const other = inFolder()
    const { journal: copied } = await restore({ ...elsewhere, journal: other }, late, false)
    expect(copied).toMatchObject({ isLive: false, unreadable: 0 })
    expect(await openJournal(other).names()).toEqual(await openJournal(journal).names())
    const { journal: continued } = await restore({ ...elsewhere, journal: other }, early, true)
    expect(continued).toMatchObject({ isLive: true, effects: EFFECTS })
    expect(await withDatabase(elsewhere.databaseUrl, whatIsLeft)).toEqual(KEPT)
  })

  it('cannot make the restore write files elsewhere', async () => {
    const where = await anywhere()
    const archive = newName('.gz')
    const [header = '', ...rest] = (await linesIn(EARLIER)).slice(0, -1)
    await packArchive(archive, [header, ...rest, '{"journal":"../2026-01-01-x.jsonl","text":""}'])
    await expect(restore({ ...where, journal: inFolder() }, archive, true)).rejects.toThrow(
      '../2026-01-01-x.jsonl is not a file of the journal',
    )
  })

  it.each([true, false])(
    'of an earlier version is migrated and applied (replaced data: %s)',
    async (isThere) => {
      const journal = inFolder()
      const where = await anywhere()
      await restore({ ...where, journal }, EARLIER, false)
      const [lead] = await rowsIn(EARLIER, 'leads')
      await withDatabase(where.databaseUrl, async (db) => {
        await db
          .deleteFrom('leads')
          .where('id', '=', lead?.id ?? '')
          .execute()
        await db.insertInto('sms_opt_outs').values({ phone: PHONE.gone, at: new Date() }).execute()
        await runServer(db, journal)
      })
      const to = isThere ? where : await anywhere()
      const { journal: report } = await restore({ ...to, journal }, EARLIER, true)
      // The salt that made the hashes is only in the database.
      expect(report).toMatchObject(
        isThere
          ? { foreign: 0, effects: { leads: 1, textOptOuts: 1 } }
          : { foreign: 1, effects: { leads: 1, textOptOuts: 0 } },
      )
      const left = await withDatabase(to.databaseUrl, (db) =>
        db
          .selectFrom('leads')
          .select('id')
          .where('id', '=', lead?.id ?? '')
          .execute(),
      )
      expect(left).toEqual([])
    },
  )
})

describe('an embedded database', () => {
  it('has its journal beside it, and the command says what it applied', async () => {
    const where = await embedded()
    const journal = { kind: 'folder' as const, folder: join(where.databaseUrl, 'journal') }
    const archive = await changedSince(where, journal)
    const { said } = await runRestore(where, [archive, '--replace'])
    expect(said).toMatch(
      /\nApplied the journal from \S+Z to \S+Z: 1 erased organization, 1 organization with erased data, 2 erased leads, .*, 2 withdrawn opt-outs\.\n/,
    )
  })

  it('can be restored to a place where only the journal is left', async () => {
    const where = await embedded()
    await mkdir(where.databaseUrl, { mode: 0o700 })
    const journal = { kind: 'folder' as const, folder: join(where.databaseUrl, 'journal') }
    await openJournal(journal).append('2026-11-20', ['damaged'])
    const { journal: report } = await restore({ ...where, journal }, EARLIER, false)
    expect(report).toMatchObject({ begins: null, unreadable: 1 })
  })
})
