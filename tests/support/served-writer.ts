import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { newId } from '../../server/base/ids.ts'
import { serveCopies } from '../../server/db/copies.ts'
import { openDatabase } from '../../server/db/open.ts'

/**
 * Writes pairs of rows in a loop, an organization and its profile in one transaction. Prints each ID once the write is
 * acknowledged. Like a server, allows backups to copy an embedded database.
 */
const url = process.argv[2] ?? ''
const { db, jobs } = await openDatabase(url)
if ('pglite' in jobs) serveCopies(url, jobs.pglite, pino({ level: 'silent' }))
for (;;) {
  const id = newId('org')
  const now = new Date()
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('organizations').values({ id, name: 'Written', created_at: now }).execute()
    await tx
      .insertInto('profiles')
      .values({ organization_id: id, fields: JSON.stringify({ name: id }), updated_at: now })
      .execute()
  })
  process.stdout.write(`${id}\n`)
  // Yields to other work in the process, as requests do.
  await setImmediate()
}
