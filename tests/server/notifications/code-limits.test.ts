import { beforeEach, expect, it } from 'vitest'
import { cleanUp } from '../../../server/jobs/clean-up.ts'
import { requestCode } from '../../../server/notifications/recipients/request-code.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'

const { deps, clock } = await sharedServer()
const { db } = deps

beforeEach(async () => {
  deps.senders = recordingSenders().senders
  await db.deleteFrom('code_requests').execute()
})

const ask = (address: string, organizationId = FRESH) =>
  db
    .transaction()
    .execute((tx) => requestCode(tx, deps, { organizationId, channel: 'email', address }, clock.now()))

it('an address gets six codes in thirty days from all organizations, besides three a day', async () => {
  const address = 'stranger@elsewhere.example'
  const first = clock.now()
  for (const organizationId of [FRESH, GREEN, FRESH]) expect(await ask(address, organizationId)).toBeNull()
  const today = { reason: `${address} has already been sent 3 codes today` }
  expect(await ask(address)).toMatchObject(today)
  expect(await ask('stranger+tag@elsewhere.example')).toMatchObject({
    reason: expect.stringContaining('3 codes'),
  })
  clock.advance(DAY_MS)
  for (let time = 0; time < 3; time += 1) expect(await ask(address, GREEN)).toBeNull()
  clock.advance(3 * DAY_MS)
  await cleanUp(db, clock.now())
  expect(await ask(address)).toEqual({
    reason: `${address} has already been sent 6 codes in 30 days`,
    tryAt: new Date(first.getTime() + 30 * DAY_MS),
  })
  expect(await ask('other@elsewhere.example')).toBeNull()
  clock.set(new Date(first.getTime() + 30 * DAY_MS + HOUR_MS))
  expect(await ask(address)).toBeNull()
})
