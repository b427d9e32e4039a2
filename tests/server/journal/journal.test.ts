import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseLine } from '../../../server/journal/entries.ts'
import { openJournal } from '../../../server/journal/open.ts'
import { createJournal } from '../../../server/journal/runner.ts'
import type { JournalPlace, JournalStorage } from '../../../server/journal/storage.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { S3_KEYS, startS3, type TestS3 } from '../../support/s3.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer({ seed: 'none' })
const { db, clock } = server.deps
let root: string
let s3: TestS3
let folders = 0

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'journal-test-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.close()
  await rm(root, { recursive: true })
})
beforeEach(async () => {
  await db.deleteFrom('journal_entries').execute()
  folders += 1
  s3.files.clear()
})

const PLACES: Record<string, () => JournalPlace> = {
  folder: () => ({ kind: 'folder', folder: join(root, String(folders)) }),
  bucket: () => ({ kind: 's3', url: s3.url, ...S3_KEYS }),
}

/** A server that appends to a journal, and the messages of its errors. */
function journaling(place: JournalPlace) {
  const failures: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => failures.push(JSON.parse(line).msg) })
  return { run: createJournal({ db, clock, log }, openJournal(place)).run, failures }
}

let erased = 0
async function erase(): Promise<string> {
  erased += 1
  const subject = `lead_${String(erased).padStart(22, '0')}`
  await db
    .insertInto('journal_entries')
    .values({ kind: 'lead_erased', organization: 'org_1', subject })
    .execute()
  return subject
}

async function linesIn(storage: JournalStorage): Promise<string[]> {
  const texts = await Promise.all((await storage.names()).map((name) => storage.read(name)))
  return texts.flatMap((text) => text?.split('\n').slice(0, -1) ?? [])
}

/** The kinds and subjects in a journal, regardless of the servers' order. */
const inJournal = async (place: JournalPlace) =>
  (await linesIn(openJournal(place))).map((line) => {
    const entry = parseLine(line)
    return entry?.kind === 'lead_erased' ? entry.subject : entry?.kind
  })

const waiting = async () =>
  (await db.selectFrom('journal_entries').select('id').where('appended_at', 'is', null).execute()).length

describe.each(Object.entries(PLACES))('a journal in a %s', (kind, place) => {
  it('gets each entry once, and a line per server and day', async () => {
    const [one, two] = [journaling(place()), journaling(place())]
    const first = await erase()
    await one.run()
    expect(await inJournal(place())).toEqual(['journal_opened', first])
    await two.run()
    const [second, third] = [await erase(), await erase()]
    await two.run()
    await one.run()
    const all = ['journal_opened', 'journal_opened', first, second, third]
    expect((await inJournal(place())).toSorted()).toEqual(all)
    expect(await waiting()).toBe(0)
    server.clock.advance(DAY_MS)
    await one.run()
    const names = await openJournal(place()).names()
    expect(new Set(names.map((name) => name.slice(0, 10)))).toEqual(new Set(['2026-11-20', '2026-11-21']))
    server.clock.advance(-DAY_MS)
    expect([one.failures, two.failures]).toEqual([[], []])
  })

  it('gets more entries than one batch', async () => {
    const rows = Array.from({ length: 1201 }, (_, index) => ({
      kind: 'lead_erased',
      organization: 'org_1',
      subject: `lead_${String(index).padStart(22, '9')}`,
    }))
    await db.insertInto('journal_entries').values(rows).execute()
    await journaling(place()).run()
    expect(await inJournal(place())).toHaveLength(1202)
    expect(await waiting()).toBe(0)
  })

  it('gets the entries that waited while it failed, and those of a killed server', async () => {
    const one = journaling(place())
    const first = await erase()
    const restore = breakPlace(kind)
    await one.run()
    expect([one.failures, await waiting()]).toEqual([['entries could not be appended to the journal'], 1])
    restore()
    // It waits after a failure, and then is killed.
    await one.run()
    expect(await waiting()).toBe(1)
    const second = await erase()
    await journaling(place()).run()
    expect((await inJournal(place())).filter((each) => each !== 'journal_opened')).toEqual([first, second])
  })

  it('gets an entry again if the server is killed before it knows that it is stored', async () => {
    const first = await erase()
    await journaling(place()).run()
    await db.updateTable('journal_entries').set({ appended_at: null }).execute()
    await journaling(place()).run()
    const lines = (await linesIn(openJournal(place()))).filter((line) => line.includes(first))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toBe(lines[1])
  })

  it('does not exist before a server has started', async () => {
    expect(await openJournal(place()).names()).toEqual([])
    expect(await openJournal(place()).read('2026-11-20-x.jsonl')).toBeNull()
  })
})

/** Makes a journal fail. Returns a function that repairs it. */
function breakPlace(kind: string): () => void {
  if (kind === 'bucket') {
    s3.fail = 503
    return () => {
      s3.fail = null
    }
  }
  const folder = join(root, String(folders))
  writeFileSync(folder, 'not a folder')
  return () => rmSync(folder)
}

it('in a folder can only be opened by its owner', async () => {
  const folder = join(root, String(folders))
  await journaling({ kind: 'folder', folder }).run()
  const [name = ''] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(folder, name), 'utf8')).toMatch(/^\{"id":.*"journal_opened".*\}\n$/)
})

it('in a folder continues in another file after a failure, which can leave half a line', async () => {
  const folder = join(root, String(folders))
  const journal = openJournal({ kind: 'folder', folder })
  await journal.append('2026-11-20', ['{}'])
  const [name = ''] = await readdir(folder)
  await rename(join(folder, name), join(folder, 'kept'))
  await mkdir(join(folder, name))
  await expect(journal.append('2026-11-20', ['{}'])).rejects.toThrow('EISDIR')
  await journal.append('2026-11-20', ['{}'])
  expect((await journal.names()).filter((each) => each !== name)).toHaveLength(1)
})

it('in a bucket with many objects is listed completely', async () => {
  const journal = openJournal({ kind: 's3', url: s3.url, ...S3_KEYS })
  for (let count = 0; count < 25; count += 1) await journal.append('2026-11-20', ['{}'])
  await journal.add('2026-11-19-other.jsonl', '{}\n')
  s3.files.set('photo.jpg', { type: 'image/jpeg', bytes: Buffer.from('') })
  s3.files.set('journal/notes.txt', { type: 'text/plain', bytes: Buffer.from('') })
  const names = await journal.names()
  expect([names.length, names[0]]).toEqual([26, '2026-11-19-other.jsonl'])
  expect(names).toEqual(names.toSorted())
  s3.fail = 403
  await expect(journal.names()).rejects.toThrow('The journal’s bucket answered 403 to GET')
  s3.fail = null
})
