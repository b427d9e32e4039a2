import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'

it('lets the process accept connections between the queries of an embedded database', async () => {
  const { db, close } = await openDatabase('memory://')
  let answered = 0
  const query = () =>
    sql`select 1`.execute(db).then(() => {
      answered += 1
    })
  const waiting = Promise.all(Array.from({ length: 50 }, query))
  const { promise: answeredBefore, resolve } = Promise.withResolvers<number>()
  setImmediate(() => setImmediate(() => resolve(answered)))
  await waiting
  expect(await answeredBefore).toBeLessThan(50)
  await close()
})
