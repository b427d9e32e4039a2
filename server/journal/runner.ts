import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { repeated } from '../base/repeat.ts'
import type { Deps } from '../kernel/deps.ts'
import { lineOf, selectEntries } from './entries.ts'
import type { JournalStorage } from './storage.ts'

/** How often to check for entries. */
const LOOK_MS = 2 * SECOND_MS
/** How long to wait after a failure. */
const PAUSE_MS = 30 * SECOND_MS
const BATCH = 500

export interface JournalRunner {
  /** Appends all entries that wait. Resolves when they are appended, or if this fails. */
  run(): Promise<void>
  /** Appends entries from now on. Returns a function that appends the last ones and stops. */
  start(): () => Promise<void>
}

/**
 * Appends the entries in the database to the journal. An entry stays in the database until the journal has it, so a
 * crash or a failure of the storage loses none. It can be appended twice: its ID tells. The first line of each day says
 * that the server runs.
 */
export function createJournal(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  storage: JournalStorage,
): JournalRunner {
  let openedOn = ''
  let pausedUntil = 0

  async function append(): Promise<void> {
    const now = clock()
    const day = now.toISOString().slice(0, 10)
    if (day !== openedOn) {
      const at = now.toISOString().replace('Z', '000Z')
      const opened = { id: randomUUID(), at, kind: 'journal_opened', subject: 'server' }
      await storage.append(day, [JSON.stringify(opened)])
      openedOn = day
    }
    for (;;) {
      const rows = await selectEntries(db)
        .where('appended_at', 'is', null)
        .orderBy('journal_entries.at')
        .limit(BATCH)
        .execute()
      if (rows.length === 0) return
      await storage.append(day, rows.map(lineOf))
      await db
        .updateTable('journal_entries')
        .set({ appended_at: sql<Date>`now()` })
        .where('id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
        .execute()
      if (rows.length < BATCH) return
    }
  }

  const look = repeated(
    async () => {
      if (performance.now() >= pausedUntil) await append()
    },
    (error) => {
      pausedUntil = performance.now() + PAUSE_MS
      log.error({ err: error }, 'entries could not be appended to the journal')
    },
  )
  return {
    run: look.run,
    start() {
      void look.run()
      const stop = look.every(LOOK_MS)
      return async () => {
        await stop()
        await look.run()
      }
    },
  }
}
