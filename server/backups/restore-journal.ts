import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { StartupError } from '../base/errors.ts'
import { migrateToLatest } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { type Entry, lineOf, OVERLAP_DAYS, parseLine, saltOf, selectEntries } from '../journal/entries.ts'
import { dayOf, isJournalFile, type JournalStorage } from '../journal/storage.ts'
import { applyEntries } from './apply-journal.ts'
import { type Effects, noEffects } from './effects.ts'

/** What a database that is replaced knows about the time since the backup. */
export interface OldJournal {
  /** All entries that it still has, as lines, and those of them that the journal lacks. */
  lines: string[]
  waiting: string[]
  salt: string | null
}

/** What a restore took from the journal. */
export interface JournalReport {
  /** Whether it was more than the archive's copy, which ends with the backup. */
  isLive: boolean
  /** The times of the first and the last line; null without a journal. */
  begins: string | null
  ends: string | null
  /** The lines that are damaged, or of a later version. */
  unreadable: number
  /** The entries that nothing can be found by (`applyEntries`). */
  foreign: number
  effects: Effects
}

/** Reads the entries of a database, which can be of an earlier version, or damaged. */
export async function oldJournal(db: Kysely<Database>): Promise<OldJournal> {
  if (!(await hasEntries(db))) return NOTHING
  const rows = await selectEntries(db).select('appended_at').orderBy('journal_entries.at').execute()
  return {
    lines: rows.map(lineOf),
    waiting: rows.filter(({ appended_at }) => appended_at === null).map(lineOf),
    salt: await saltOf(db),
  }
}

export const NOTHING: OldJournal = { lines: [], waiting: [], salt: null }

async function hasEntries(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('journal_entries') is not null as found`.execute(db)
  return rows[0]?.found === true
}

/**
 * Adds to the journal what only the archive's copy and the replaced database have of it. Returns the text of all files
 * since a day, whose last lines can be incomplete, and whether there was a journal. Otherwise, returns the copy's text.
 */
async function gather(
  journal: JournalStorage | null,
  archived: ReadonlyMap<string, string>,
  waiting: readonly string[],
  { since, now }: { since: string; now: Date },
): Promise<{ texts: string[]; isLive: boolean }> {
  if (!journal) return { texts: [...archived.values()], isLive: false }
  const known = new Set(await journal.names())
  for (const [name, text] of archived) if (!known.has(name)) await journal.add(name, text)
  if (waiting.length > 0) await journal.append(now.toISOString().slice(0, 10), waiting)
  const names = await journal.names()
  // An earlier file tells when the journal begins.
  const [first] = names
  const wanted = names.filter((name) => name === first || dayOf(name) >= since)
  const texts: string[] = []
  for (const name of wanted) texts.push((await journal.read(name)) ?? '')
  return { texts, isLive: known.size > 0 }
}

/**
 * Applies the newest journal to data that was restored from a backup of the time `madeAt`: the live one, to which the
 * archive's copy is added, or that copy. An entry that the backup already reflects has no effect. If there is anything
 * to apply, migrates the data to the current schema. Throws StartupError if the live journal can't be read.
 */
export async function restoreJournal(
  tx: Transaction<Database>,
  journal: JournalStorage | null,
  archived: ReadonlyMap<string, string>,
  old: OldJournal,
  { madeAt, now }: { madeAt: Date; now: Date },
): Promise<JournalReport> {
  const day = (days: number) => new Date(madeAt.getTime() - days * DAY_MS).toISOString()
  // A file is named by a server's clock, and its entries have the database's time.
  const since = day(2 * OVERLAP_DAYS).slice(0, 10)
  const { texts, isLive } = await gather(journal, archived, old.waiting, { since, now }).catch(
    (error: Error) => {
      throw new StartupError(
        `The journal cannot be read (${error.message}). Make it readable, or unset its variables to restore without it. Nothing was changed.`,
      )
    },
  )
  const lines = [...texts.flatMap((text) => text.split('\n').filter((line) => line !== '')), ...old.lines]
  const entries = new Map<string, Entry>()
  const report: JournalReport = {
    isLive: isLive || old.lines.length > 0,
    ...{ begins: null, ends: null, unreadable: 0, foreign: 0 },
    effects: noEffects(),
  }
  for (const line of lines) {
    const entry = parseLine(line)
    if (!entry) {
      report.unreadable += 1
      continue
    }
    if (report.begins === null || entry.at < report.begins) report.begins = entry.at
    if (report.ends === null || entry.at > report.ends) report.ends = entry.at
    if (entry.kind !== 'journal_opened' && entry.at >= day(OVERLAP_DAYS)) entries.set(entry.id, entry)
  }
  if (await hasEntries(tx)) {
    for (const { id } of await tx.selectFrom('journal_entries').select('id').execute()) entries.delete(id)
  }
  if (entries.size === 0) return report
  await migrateToLatest<Database>(tx)
  // A backup of an earlier version has no salt.
  if (old.salt !== null && (await saltOf(tx)) === null) {
    await tx.insertInto('journal_salt').values({ salt: old.salt }).execute()
  }
  const applied = await applyEntries(tx, [...entries.values()], now)
  await remember(tx, [...entries.values()])
  return { ...report, ...applied }
}

/** Stores that the data reflects entries, so that a restore of its next backup doesn't apply them again. */
async function remember(tx: Kysely<Database>, entries: readonly Entry[]): Promise<void> {
  await sql`insert into journal_entries (id, at, kind, organization, subject, salt, appended_at)
    select id, at, kind, organization, subject, salt, at
    from jsonb_populate_recordset(null::journal_entries, ${JSON.stringify(entries)}::jsonb)
    on conflict do nothing`.execute(tx)
}

/** Collects the files of an archive's copy of the journal. */
export function keepFile(archived: Map<string, string>, name: string, text: string): void {
  if (!isJournalFile(name)) throw new Error(`${name} is not a file of the journal`)
  archived.set(name, text)
}
