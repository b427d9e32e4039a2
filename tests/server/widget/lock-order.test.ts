import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { FRESH } from '../../support/api.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { startNotifyingServer } from '../../support/notifying.ts'
import { TEST_NOW } from '../../support/server.ts'
import { beginChat, beginTest, sendInChat } from '../../support/visitor.ts'

const server = await startNotifyingServer()
afterAll(() => server.close())

const ROUNDS = 10
const BOOKING = [
  'Lawn mowing',
  'Jane Doe',
  '614-555-0188',
  '12 Elm Street, Columbus',
  'Mon, Nov 23, 8:00 AM',
  'I want to talk to a person',
]

it('visitors write while notifications about them are planned, without a deadlock', async () => {
  const { db } = server.deps
  await confirmEveryone(db, FRESH, TEST_NOW)
  const statuses: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (const begin of [beginTest, beginChat]) {
      const session = await begin(server, FRESH)
      for (const text of BOOKING) statuses.push((await sendInChat(server, session, text)).status)
    }
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  // Jobs retry after a deadlock, so their results don't tell of it.
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(db)
  expect(rows.map(({ deadlocks }) => Number(deadlocks))).toEqual([0])
})
