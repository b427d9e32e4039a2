import { newId } from '../../server/base/ids.ts'
import { openDatabase } from '../../server/db/open.ts'

/** Writes rows to the database in a folder in a loop and prints each ID once the write is acknowledged. */
const { db } = await openDatabase(process.argv[2] ?? '')
for (;;) {
  const id = newId('org')
  await db.insertInto('organizations').values({ id, name: 'Written', created_at: new Date() }).execute()
  process.stdout.write(`${id}\n`)
}
