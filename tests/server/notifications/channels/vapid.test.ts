import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../../../server/app/config.ts'
import { vapidKeys } from '../../../../server/notifications/channels/vapid.ts'
import { openTestDatabase } from '../../../support/database.ts'

const clock = () => new Date('2026-11-20T15:00:00Z')
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => database.db.deleteFrom('server_keys').execute())

const keysOf = (env: Record<string, string> = {}) =>
  vapidKeys({ db: database.db, config: readConfig(env), clock })

it('makes keys once, which belong together', async () => {
  const first = await keysOf()
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(first.privateKey, 'base64url')
  expect(curve.getPublicKey('base64url')).toBe(first.publicKey)
  expect(await keysOf()).toEqual(first)
})

it('agrees among servers that start at once', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => keysOf()))
  expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1)
})

it('prefers the keys of the variables, and stores nothing then', async () => {
  const made = await keysOf()
  await database.db.deleteFrom('server_keys').execute()
  const env = { VAPID_PUBLIC_KEY: made.publicKey, VAPID_PRIVATE_KEY: made.privateKey }
  expect(await keysOf(env)).toEqual(made)
  expect(await database.db.selectFrom('server_keys').selectAll().execute()).toEqual([])
})
