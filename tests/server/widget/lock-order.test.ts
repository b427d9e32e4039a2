import { afterAll, expect, it } from 'vitest'
import { clear, FRESH } from '../../support/api.ts'
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
  const statuses: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await clear(server, FRESH)
    await confirmEveryone(server.deps.db, FRESH, TEST_NOW)
    for (const begin of [beginTest, beginChat]) {
      const session = await begin(server, FRESH)
      for (const text of BOOKING) statuses.push((await sendInChat(server, session, text)).status)
    }
  }
  expect(statuses.filter((status) => status !== 200)).toEqual([])
})
