import { beforeEach, expect, it } from 'vitest'
import { deliver } from '../../../server/notifications/deliver.ts'
import { TimedOut } from '../../../server/notifications/senders.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { GREEN } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const { deps, clock } = await sharedServer()
const { db } = deps
let answers = true

beforeEach(async () => {
  for (const table of ['notifications', 'push_devices', 'leads'] as const)
    await db.deleteFrom(table).execute()
  const { senders } = recordingSenders()
  answers = false
  const send = async () => {
    if (!answers) throw new TimedOut('The push service push.example does not answer in time.')
    return { providerId: null }
  }
  deps.senders = { ...senders, push: { publicKey: 'B', send } }
  await db
    .insertInto('push_devices')
    .values({
      ...{ id: 'device', organization_id: GREEN, user_id: 'user_owner', session_id: null, name: 'Phone' },
      ...{ endpoint: 'https://push.example/1', p256dh: 'p', auth: 'a' },
      ...{ alerts: JSON.stringify(['needs_person']), created_at: clock.now() },
    })
    .execute()
})

async function alert() {
  const { conversation_id } = await addToldVisitor(db, {
    ...{ organization: GREEN, now: clock.now() },
    lead: { converted_to_booking_id: null, booking_start_time: null, booking_status: null },
  })
  return addNotification(db, {
    ...{ organization_id: GREEN, kind: 'needs_person', channel: 'push', device_id: 'device' },
    ...{ conversation_id, recipient: null, created_at: clock.now() },
  })
}

const devices = () => db.selectFrom('push_devices').select(['id', 'timeouts']).execute()

it('a device whose push service never answers in time is removed after three attempts over an hour', async () => {
  const { id } = await alert()
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await expect(deliver(deps, id)).rejects.toThrow('does not answer in time')
    expect(await devices()).toEqual([{ id: 'device', timeouts: attempt }])
  }
  clock.advance(60 * MINUTE_MS)
  await deliver(deps, id)
  expect(await devices()).toEqual([])
  const row = await db.selectFrom('notifications').select('status').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ status: 'failed' })
})

it('a device that answers in between stays', async () => {
  const { id } = await alert()
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await expect(deliver(deps, id)).rejects.toThrow('in time')
    clock.advance(60 * MINUTE_MS)
    if (attempt === 2) answers = true
  }
  await deliver(deps, id)
  expect(await devices()).toEqual([{ id: 'device', timeouts: 0 }])
  answers = false
  await expect(deliver(deps, (await alert()).id)).rejects.toThrow('in time')
  expect(await devices()).toEqual([{ id: 'device', timeouts: 1 }])
})
