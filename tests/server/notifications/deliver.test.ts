import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliver } from '../../../server/notifications/deliver.ts'
import { release } from '../../../server/notifications/release.ts'
import { Undeliverable } from '../../../server/notifications/senders.ts'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettingsUpdate,
  type Person,
  putNotificationSettings,
} from '../../../src/contract/notification-settings.ts'
import { call, GREEN } from '../../support/api.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { addNotification } from '../../support/notification-row.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer, TEST_NOW } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await sharedServer()
const { deps } = server
const { db } = deps
const PHONE = '+16145550123'

const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people as [Person]
const ann: Person = {
  ...{ id: 'ann', name: 'Ann', email: 'ann@green.example', phone: PHONE, sms_consent: true },
  choices: { needs_person: [], new_lead: ['email', 'sms'], booking: [], daily_summary: [] },
}

let sent: ReturnType<typeof recordingSenders>['sent']

beforeEach(async () => {
  const recording = recordingSenders()
  sent = recording.sent
  deps.senders = recording.senders
  await save([escalation, ann])
})
afterEach(async () => {
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('push_devices').execute()
  await db.deleteFrom('sms_opt_outs').execute()
})

async function save(people: Person[]): Promise<void> {
  await call(server, putNotificationSettings, {
    params: { orgId: GREEN },
    body: { people } satisfies NotificationSettingsUpdate,
  })
  await confirmEveryone(db, GREEN, server.clock.now())
}

const saveRules = (body: NotificationSettingsUpdate) =>
  call(server, putNotificationSettings, { params: { orgId: GREEN }, body })

/** Plans a message about a new lead, and returns its id. */
async function planned(fields: Partial<Parameters<typeof addNotification>[1]> = {}): Promise<string> {
  const lead = { converted_to_booking_id: null, booking_start_time: null, booking_status: null }
  const { lead_id } = await addToldVisitor(db, { organization: GREEN, now: server.clock.now(), lead })
  const { id } = await addNotification(db, {
    organization_id: GREEN,
    kind: 'new_lead',
    created_at: server.clock.now(),
    lead_id,
    person_id: 'ann',
    recipient: 'ann@green.example',
    ...fields,
  })
  return id
}

const outcome = (id: string) =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function sentTo(id: string) {
  await deliver(deps, id)
  return { to: sent, row: await outcome(id) }
}

const GONE = 'The settings no longer send this to the recipient'

describe('a message that waits for a person', () => {
  it('is sent as planned', async () => {
    const { to, row } = await sentTo(await planned())
    expect(to).toMatchObject([{ to: { address: 'ann@green.example' } }])
    expect(row).toMatchObject({ status: 'sent', attempts: 1 })
  })

  it.each([
    ['was removed', () => save([escalation])],
    ['no longer wants it', () => save([escalation, { ...ann, choices: escalation.choices }])],
  ] as const)('is not sent if the person %s meanwhile', async (_, change) => {
    const id = await planned({ channel: 'sms', recipient: PHONE })
    await change()
    const { to, row } = await sentTo(id)
    expect(to).toEqual([])
    expect(row).toMatchObject({ status: 'canceled', reason: GONE, attempts: 0 })
  })

  it('follows the person to a corrected address, where nobody gets it twice', async () => {
    const [first, second] = [await planned(), await planned()]
    const event = (await outcome(second)).event
    await planned({ event, recipient: 'anna@green.example', status: 'sent' })
    await save([escalation, { ...ann, email: 'anna@green.example' }])
    expect((await sentTo(first)).row).toMatchObject({ status: 'sent', recipient: 'anna@green.example' })
    expect((await sentTo(second)).row).toMatchObject({ status: 'canceled', reason: GONE })
    expect(sent).toMatchObject([{ to: { address: 'anna@green.example' } }])
  })
})

it('a number that has sent STOP to the provider only is remembered', async () => {
  const stopped = new Undeliverable(`${PHONE} has unsubscribed by sending STOP.`, { hasStopped: true })
  if (deps.senders?.sms) deps.senders.sms.send = () => Promise.reject(stopped)
  const [first, second] = [
    await planned({ channel: 'sms', recipient: PHONE }),
    await planned({ channel: 'sms', recipient: PHONE }),
  ]
  expect((await sentTo(first)).row).toMatchObject({ status: 'failed', reason: stopped.message })
  expect(await db.selectFrom('sms_opt_outs').selectAll().execute()).toEqual([
    { organization_id: null, phone: PHONE, at: server.clock.now(), is_asked: false },
  ])
  expect((await sentTo(second)).row).toMatchObject({
    status: 'canceled',
    reason: 'The number has opted out of text messages',
    attempts: 0,
  })
})

it('a number that is no mobile number is remembered', async () => {
  const landline = new Undeliverable(`${PHONE} is not a mobile number.`, { isGone: true, isLandline: true })
  if (deps.senders?.sms) deps.senders.sms.send = () => Promise.reject(landline)
  await sentTo(await planned({ channel: 'sms', recipient: PHONE }))
  expect(await db.selectFrom('landlines').selectAll().execute()).toEqual([
    { phone: PHONE, at: server.clock.now() },
  ])
})

describe('a message that cannot be sent', () => {
  const HOUR = 3_600_000
  const outage = () => Promise.reject(new Error('The mail server cannot be reached.'))
  const isDown = () => {
    const { senders } = recordingSenders()
    if (senders.email) senders.email.send = outage
    if (senders.sms) senders.sms.send = outage
    deps.senders = senders
  }
  const releaseDue = () =>
    db.transaction().execute((tx) => release(tx, { add: async () => undefined }, server.clock.now()))
  const at = (time: string) => server.clock.set(new Date(time))

  afterEach(async () => {
    server.clock.set(TEST_NOW)
    await saveRules({ quiet_hours: null, urgent_in_quiet_hours: true })
  })

  it('fails after a day, however often quiet hours postpone it', async () => {
    await saveRules({ quiet_hours: { from: '21:00', to: '07:00' } })
    isDown()
    const id = await planned()
    await releaseDue()
    await expect(deliver(deps, id)).rejects.toThrow('cannot be reached')
    at('2026-11-21T03:00:00Z')
    await deliver(deps, id)
    expect(await outcome(id)).toMatchObject({ status: 'queued', due_at: new Date('2026-11-21T12:00:00Z') })
    at('2026-11-21T12:00:00Z')
    expect(await releaseDue()).toBe(1)
    server.clock.set(new Date(TEST_NOW.getTime() + 24 * HOUR))
    await deliver(deps, id)
    expect(await outcome(id)).toMatchObject({
      status: 'failed',
      reason: 'The mail server cannot be reached.',
    })
  })

  it('about a visitor who needs a person is not sent at night hours later, like other texts', async () => {
    at('2026-11-20T20:00:00Z')
    const text = { channel: 'sms', recipient: PHONE, person_id: escalation.id } as const
    await save([
      {
        ...escalation,
        ...{ phone: PHONE, sms_consent: true, choices: { ...escalation.choices, needs_person: ['sms'] } },
      },
    ])
    const id = await planned({ kind: 'needs_person', ...text })
    await releaseDue()
    isDown()
    await expect(deliver(deps, id)).rejects.toThrow('cannot be reached')
    at('2026-11-21T08:00:00Z')
    const recording = recordingSenders()
    deps.senders = recording.senders
    await deliver(deps, id)
    expect(recording.sent).toEqual([])
    expect(await outcome(id)).toMatchObject({ status: 'queued', due_at: new Date('2026-11-21T13:00:00Z') })
    at('2026-11-21T13:00:00Z')
    await releaseDue()
    await deliver(deps, id)
    expect(recording.sent).toHaveLength(1)
  })
})

describe('a message that waits for a device', () => {
  async function addDevice(fields: { user_id?: string; alerts?: string } = {}): Promise<string> {
    const id = `device${Math.random()}`
    await db
      .insertInto('push_devices')
      .values({
        ...{ id, organization_id: GREEN, user_id: 'user_owner', session_id: null, name: 'Phone' },
        ...{ endpoint: `https://push.example/${id}`, p256dh: 'key', auth: 'auth' },
        ...{ alerts: JSON.stringify(['new_lead']), created_at: server.clock.now() },
        ...fields,
      })
      .execute()
    return id
  }
  const push = (device_id: string, event?: string) =>
    planned({ channel: 'push', device_id, person_id: null, recipient: null, ...(event && { event }) })
  const devices = async () => (await db.selectFrom('push_devices').select('id').execute()).map(({ id }) => id)

  it('is sent to a member who wants it', async () => {
    const { to, row } = await sentTo(await push(await addDevice()))
    expect(to).toHaveLength(1)
    expect(row.status).toBe('sent')
  })

  it('is not sent to somebody who is no longer a member, and the device is forgotten', async () => {
    const { to, row } = await sentTo(await push(await addDevice({ user_id: 'user_rival' })))
    expect(to).toEqual([])
    expect(row).toMatchObject({
      status: 'canceled',
      reason: 'The user of the device is no longer a member',
    })
    expect(await devices()).toEqual([])
  })

  it('is not sent if the device no longer wants it', async () => {
    const { to, row } = await sentTo(await push(await addDevice({ alerts: JSON.stringify(['booking']) })))
    expect(to).toEqual([])
    expect(row.status).toBe('canceled')
  })

  it('is not sent once the device is removed, like another one of the same occasion', async () => {
    const ids = [await push(await addDevice(), 'once'), await push(await addDevice(), 'once')]
    for (const device of await devices()) {
      await db.deleteFrom('push_devices').where('id', '=', device).execute()
    }
    for (const id of ids) {
      expect((await sentTo(id)).row).toMatchObject({
        status: 'canceled',
        reason: 'The device no longer receives these messages',
      })
    }
    expect(sent).toEqual([])
  })
})
