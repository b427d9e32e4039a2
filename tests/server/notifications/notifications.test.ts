import { beforeEach, describe, expect, it } from 'vitest'
import { TESTS } from '../../../server/notifications/test-routes.ts'
import {
  addDevice,
  changeDevice,
  confirmRecipient,
  DEFAULT_NOTIFICATION_SETTINGS,
  ESCALATION_PERSON,
  getNotificationSetup,
  NOTIFICATION_LIMITS,
  type NotificationSettings,
  type Person,
  putNotificationSettings,
  removeDevice,
  resubscribe,
  sendRecipientCode,
} from '../../../src/contract/notification-settings.ts'
import {
  getSentMessage,
  listNotifications,
  type Notification,
  openNotification,
  retryNotification,
  sendTest,
} from '../../../src/contract/notifications.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { call, clear, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { notify as store } from '../../support/notifications.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const { db } = server.deps
const params = { orgId: FRESH }
const PHONE = '+16145550123'
let woken = 0

const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people as [Person]
const ann: Person = {
  ...{ id: 'ann', name: 'Ann', email: 'Ann@example.test', phone: PHONE, sms_consent: true },
  choices: { needs_person: ['email', 'sms'], new_lead: ['email'], booking: [], daily_summary: [] },
}

const put = (body: Partial<NotificationSettings>) =>
  call(server, putNotificationSettings, { params, body: body as NotificationSettings })
const setup = async () => (await call(server, getNotificationSetup, { params })).body
const consents = () =>
  db.selectFrom('sms_consents').select(['phone', 'source', 'at']).orderBy('phone').execute()

beforeEach(async () => {
  await clear(server, FRESH)
  for (const table of [
    'notification_settings',
    'notifications',
    'push_devices',
    'sms_consents',
    'email_opt_outs',
    'sms_opt_outs',
    'alert_recipients',
    'code_requests',
  ] as const)
    await db.deleteFrom(table).execute()
  server.deps.senders = recordingSenders().senders
  woken = 0
  server.deps.notifier = {
    announce: async () => {},
    wake: () => {
      woken += 1
    },
  }
})

describe('the settings', () => {
  it('begin with the escalation email, and keep what is saved', async () => {
    expect((await setup()).settings).toEqual(DEFAULT_NOTIFICATION_SETTINGS)
    const people = [ann, { ...escalation, name: 'Olivia', email: 'ignored@example.test' }]
    await put({ people })
    const saved = await put({ quiet_hours: { from: '21:00', to: '07:00' } })
    const expected = {
      ...DEFAULT_NOTIFICATION_SETTINGS,
      people: [ann, { ...escalation, name: 'Olivia' }],
      quiet_hours: { from: '21:00', to: '07:00' },
    }
    expect(saved.body).toEqual(expected)
    expect((await setup()).settings).toEqual(expected)
  })

  it('keep both of two fields that are saved at once', async () => {
    await Promise.all([put({ escalate_minutes: 5 }), put({ summary_time: '07:15' })])
    expect((await setup()).settings).toMatchObject({ escalate_minutes: 5, summary_time: '07:15' })
  })

  it('note who agreed to text messages and when, until the person no longer agrees', async () => {
    await put({ people: [escalation, ann] })
    const at = server.clock.now()
    const { id } = await db
      .selectFrom('identity_users')
      .select('id')
      .where('email', '=', 'owner@fieldhand.test')
      .executeTakeFirstOrThrow()
    expect(await consents()).toEqual([{ phone: PHONE, source: id, at }])
    server.clock.advance(60_000)
    await put({ people: [escalation, { ...ann, name: 'Anna' }] })
    expect(await consents()).toEqual([{ phone: PHONE, source: id, at }])
    await put({ people: [escalation, { ...ann, phone: '+16145550124' }] })
    expect(await consents()).toEqual([{ phone: '+16145550124', source: id, at: server.clock.now() }])
    await put({ people: [escalation] })
    expect(await consents()).toEqual([])
  })

  it('leave the consent that a visitor gave', async () => {
    const given = { phone: PHONE, source: 'visitor', at: server.clock.now() }
    await db
      .insertInto('sms_consents')
      .values({ organization_id: FRESH, ...given })
      .execute()
    server.clock.advance(60_000)
    await put({ people: [escalation, ann] })
    await put({ people: [escalation] })
    expect(await consents()).toEqual([given])
  })

  it('name the channels and who has unsubscribed', async () => {
    await call(server, putProfile, { params, body: { escalation_email: 'Boss@example.test' } })
    await put({ people: [escalation, ann] })
    const at = server.clock.now()
    await db
      .insertInto('email_opt_outs')
      .values(['ann', 'boss', 'visitor'].map((name) => optOut(FRESH, `${name}@example.test`)))
      .execute()
    await db.insertInto('sms_opt_outs').values({ phone: PHONE, at }).execute()
    const { unsubscribed, channels, vapid_public_key } = await setup()
    expect(unsubscribed).toEqual(['Boss@example.test', 'Ann@example.test', PHONE])
    expect(channels).toEqual([
      { channel: 'email', is_ready: true, reason: null, sender: 'alerts@fieldhand.test' },
      { channel: 'sms', is_ready: true, reason: null, sender: '+16145550100' },
      { channel: 'push', is_ready: true, reason: null, sender: null },
    ])
    expect(vapid_public_key).toBe('BPublicKey')
  })

  describe('of people who have unsubscribed', () => {
    const again = (email: string, orgId = FRESH) =>
      call(server, resubscribe, { params: { orgId }, body: { email } })
    const links = () =>
      db
        .selectFrom('notifications')
        .select(['organization_id', 'channel', 'recipient', 'status'])
        .where('kind', '=', 'resubscribe')
        .execute()
    beforeEach(async () => {
      await put({ people: [escalation, ann] })
      await confirmEveryone(db, FRESH, server.clock.now())
    })

    it('get no link from a member before they have confirmed their address', async () => {
      await db.insertInto('email_opt_outs').values(optOut(FRESH, 'ann@example.test')).execute()
      await db.updateTable('alert_recipients').set({ confirmed_at: null }).execute()
      expect(await again('ann@example.test')).toMatchObject({
        status: 409,
        body: { message: 'This person has not confirmed this email address yet' },
      })
      expect(await links()).toEqual([])
    })

    it('get one link from members for each time that they unsubscribed', async () => {
      await put({ people: [escalation, { ...ann, email: 'amy@example.test' }] })
      await confirmEveryone(db, FRESH, server.clock.now())
      await db.insertInto('email_opt_outs').values(optOut(FRESH, 'amy@example.test')).execute()
      server.clock.advance(DAY_MS)
      expect((await again('amy@example.test')).status).toBe(204)
      server.clock.advance(2 * DAY_MS)
      expect(await again('amy@example.test')).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('already got a link') },
      })
      expect(await links()).toHaveLength(1)
    })

    it('can have a link sent to them, once a day, but not be subscribed again', async () => {
      await db.insertInto('email_opt_outs').values(optOut(FRESH, 'ann@example.test')).execute()
      expect((await again('ANN@example.test')).status).toBe(204)
      expect(await links()).toEqual([
        { organization_id: FRESH, channel: 'email', recipient: 'ann@example.test', status: 'queued' },
      ])
      expect((await setup()).unsubscribed).toEqual(['Ann@example.test'])
      expect((await again('ann@example.test')).status).toBe(409)
      await call(server, putNotificationSettings, {
        params: { orgId: GREEN },
        body: { people: [escalation, ann] },
      })
      await confirmEveryone(db, GREEN, server.clock.now())
      await db.insertInto('email_opt_outs').values(optOut(GREEN, 'ann@example.test')).execute()
      expect((await again('ann@example.test', GREEN)).status).toBe(429)
      expect(await links()).toHaveLength(1)
    })

    it('are only those in the settings who are unsubscribed, and not from all mail', async () => {
      await db.insertInto('email_opt_outs').values(optOut(FRESH, 'visitor@example.test')).execute()
      // A visitor's choice is not the owner's to ask about.
      expect((await again('visitor@example.test')).status).toBe(404)
      expect((await again('ann@example.test')).status).toBe(204)
      const at = server.clock.now()
      await db
        .insertInto('email_opt_outs')
        .values({ organization_id: null, email: 'ann@example.test', at })
        .execute()
      expect((await setup()).unsubscribed).toEqual(['Ann@example.test'])
      const refused = await again('ann@example.test')
      expect(refused).toMatchObject({ status: 409 })
      expect(await links()).toEqual([])
    })
  })

  it('say what to set up where a channel is missing', async () => {
    delete server.deps.senders
    const { channels, vapid_public_key } = await setup()
    expect(channels).toHaveLength(3)
    for (const { is_ready, reason } of channels)
      expect({ is_ready, reason }).toEqual({ is_ready: false, reason: expect.stringContaining('not set up') })
    expect(vapid_public_key).toBeNull()
  })
})

const optOut = (organization_id: string, email: string) => ({
  organization_id,
  email,
  at: server.clock.now(),
})

describe('devices', () => {
  const endpoint = 'https://push.example.test/send/1'
  const body = {
    endpoint,
    p256dh: 'p'.repeat(20),
    auth: 'a'.repeat(20),
    name: 'Chrome',
    alerts: ['new_lead' as const],
  }
  const add = (fields: Partial<typeof body> = {}, headers = {}) =>
    call(server, addDevice, { params, body: { ...body, ...fields }, headers })
  const stored = () => db.selectFrom('push_devices').selectAll().execute()

  it('are added once per endpoint, with the session, and changed and removed by their user', async () => {
    const { body: device } = await add()
    expect(device).toMatchObject({ name: 'Chrome', alerts: ['new_lead'], endpoint, last_sent_at: null })
    expect((await add({ name: 'Chrome on Android', alerts: [] })).body).toMatchObject({
      ...{ id: device.id, name: 'Chrome on Android', alerts: [] },
    })
    expect(await stored()).toEqual([
      expect.objectContaining({ session_id: expect.stringMatching(/^sess_/), name: 'Chrome on Android' }),
    ])
    const one = { ...params, deviceId: device.id }
    const changed = await call(server, changeDevice, { params: one, body: { alerts: ['booking'] } })
    expect(changed.body.alerts).toEqual(['booking'])
    expect((await setup()).devices).toEqual([changed.body])
    expect((await call(server, removeDevice, { params: one })).status).toBe(204)
    expect((await call(server, removeDevice, { params: one })).status).toBe(404)
    expect((await setup()).devices).toEqual([])
  })

  it('of a colleague are not shown and cannot be changed, until the browser subscribes again', async () => {
    const { body: device } = await add()
    await db.updateTable('push_devices').set({ user_id: 'user_colleague' }).execute()
    const one = { ...params, deviceId: device.id }
    expect((await setup()).devices).toEqual([])
    expect((await call(server, changeDevice, { params: one, body: { alerts: [] } })).status).toBe(404)
    expect((await call(server, removeDevice, { params: one })).status).toBe(404)
    expect((await add()).body.id).toBe(device.id)
    expect((await setup()).devices).toHaveLength(1)
  })

  it('are limited, also if they are added at once', async () => {
    const { length } = Array.from({ length: NOTIFICATION_LIMITS.devices })
    const all = Array.from({ length: length + 5 }, (_, index) => add({ endpoint: `${endpoint}${index}` }))
    const statuses = (await Promise.all(all)).map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(length).fill(200), ...Array(5).fill(409)])
  })

  it.each([
    'http://push.example.test/1',
    'https://localhost/1',
    'https://127.0.0.1/1',
    'https://[::1]/1',
    'https://10.1/1',
    'https://db.internal/1',
    'https://push.example.test:5432/1',
  ])('of the endpoint %s are refused outside of one machine', async (other) => {
    server.deps.config.isLocal = false
    const refused = await add({ endpoint: other })
    server.deps.config.isLocal = true
    expect([refused.status, refused.body.message]).toEqual([400, 'Expected the URL of a push service'])
    expect((await add({ endpoint: other })).status).toBe(200)
  })
})

const notify = (fields = {}) => store(server, { organization_id: FRESH, ...fields })
const statusOf = (id: string) =>
  db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the log', () => {
  const list = async (query = {}) => (await call(server, listNotifications, { params, query })).body
  const idsOf = ({ notifications }: { notifications: Notification[] }) => notifications.map(({ id }) => id)

  it('lists the newest first, 50 at a time, of one lead or status, with names', async () => {
    const lead = { organization_id: FRESH, status: 'new', source: 'manual', prospect_name: 'Ada Lovelace' }
    const now = server.clock.now()
    await db
      .insertInto('leads')
      .values({ id: 'ada', ...lead, created_at: now, updated_at: now })
      .execute()
    const all: string[] = []
    for (let index = 0; index < 101; index += 1)
      all.unshift(await notify(index === 60 ? { lead_id: 'ada', status: 'failed', reason: 'No.' } : {}))
    await notify({ organization_id: RIVAL })
    const pages: Notification[][] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await list(cursor ? { cursor } : {})
      pages.push(page.notifications)
      cursor = page.next_cursor
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 1])
    expect(pages.flat().map(({ id }) => id)).toEqual(all)
    const ofLead = await list({ lead_id: 'ada' })
    expect(ofLead.notifications).toEqual([
      expect.objectContaining({ lead_name: 'Ada Lovelace', status: 'failed', reason: 'No.' }),
    ])
    expect(idsOf(await list({ status: 'failed' }))).toEqual(idsOf(ofLead))
    expect((await call(server, listNotifications, { params, query: { cursor: 'x' } })).status).toBe(400)
  })

  it('shows a message as it was sent', async () => {
    const id = await notify({ subject: 'New lead', text: 'Ada', html: '<b>Ada</b>' })
    const shown = await call(server, getSentMessage, { params: { ...params, notificationId: id } })
    expect(shown.body).toEqual({ subject: 'New lead', text: 'Ada', html: '<b>Ada</b>' })
  })

  it('sends a failed notification again, once', async () => {
    const failed_at = server.clock.now()
    const failed = { status: 'failed' as const, reason: 'Rejected.', attempts: 5, failed_at }
    const id = await notify({ ...failed, released_at: failed_at, due_at: failed_at })
    const retry = () => call(server, retryNotification, { params: { ...params, notificationId: id } })
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const queued = { status: 'queued', reason: null, attempts: 5, failed_at: null, due_at: null }
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject(queued)
    expect(await statusOf(id)).toMatchObject({ ...queued, released_at: null })
    expect(woken).toBe(1)
  })

  it.each([
    ['queued', 'opened'],
    ['sent', 'opened'],
    ['delivered', 'opened'],
    ['failed', 'opened'],
    ['canceled', 'canceled'],
  ] as const)('notes that a %s notification was opened as %s, and when first', async (status, then) => {
    const id = await notify({ status })
    const open = () => call(server, openNotification, { params: { ...params, notificationId: id } })
    const opened_at = server.clock.now()
    expect((await open()).status).toBe(204)
    server.clock.advance(1_000)
    expect((await open()).status).toBe(204)
    expect(await statusOf(id)).toMatchObject({ status: then, delivered_at: opened_at, opened_at })
  })
})

describe('a recipient', () => {
  const again = (address: string) => call(server, sendRecipientCode, { params, body: { address } })
  const codes = () =>
    db
      .selectFrom('notifications')
      .select(['id', 'recipient', 'recipient_name', 'status'])
      .where('kind', '=', 'recipient_code')
      .orderBy('position')
      .execute()
  const sentAll = () => db.updateTable('notifications').set({ status: 'sent' }).execute()

  it('is sent a code when it is saved, also as the escalation email, but not a member', async () => {
    await put({
      people: [
        escalation,
        {
          ...ann,
          id: 'own',
          email: 'Owner@fieldhand.test',
          phone: null,
          sms_consent: false,
          choices: escalation.choices,
        },
      ],
    })
    expect(await codes()).toEqual([])
    await put({ people: [escalation, { ...ann, sms_consent: false, choices: escalation.choices }] })
    await call(server, putProfile, { params, body: { escalation_email: 'Boss@example.test' } })
    expect(await codes()).toMatchObject([
      { recipient: 'ann@example.test', recipient_name: '', status: 'queued' },
      { recipient: 'boss@example.test', recipient_name: '', status: 'queued' },
    ])
    expect(woken).toBe(2)
    const { unconfirmed, escalation_email } = await setup()
    // Until then, the first admin gets what the escalation contact does.
    expect(escalation_email).toBe('owner@fieldhand.test')
    expect(unconfirmed).toMatchObject([
      { address: 'ann@example.test', channel: 'email', alerts_until: null, code_status: 'queued' },
      { address: 'boss@example.test' },
    ])
  })

  it('is sent the code that waits for the morning at once, if somebody asks for it', async () => {
    await put({ people: [escalation, { ...ann, sms_consent: false, choices: escalation.choices }] })
    const morning = new Date(server.clock.now().getTime() + 3_600_000)
    await db
      .updateTable('notifications')
      .set({ due_at: morning, created_at: new Date(0) })
      .execute()
    expect((await again('ann@example.test')).status).toBe(204)
    const code = await db
      .selectFrom('notifications')
      .select(['due_at', 'data', 'created_at'])
      .where('kind', '=', 'recipient_code')
      .executeTakeFirstOrThrow()
    expect(code).toEqual({ due_at: null, data: { asked: true }, created_at: server.clock.now() })
    // It did not count again.
    await sentAll()
    expect((await again('ann@example.test')).status).toBe(204)
    await sentAll()
    expect((await again('ann@example.test')).status).toBe(204)
  })

  it('is sent another code only on request, three in a day, and none while one waits', async () => {
    await put({ people: [escalation, { ...ann, sms_consent: false, choices: escalation.choices }] })
    expect((await again('ann@example.test')).body.message).toBe('The last code is still waiting to be sent')
    await sentAll()
    await put({ people: [escalation, { ...ann, sms_consent: false, choices: escalation.choices }] })
    expect(await codes()).toHaveLength(1)
    expect((await again('ANN@example.test')).status).toBe(204)
    await sentAll()
    expect((await again('ann@example.test')).status).toBe(204)
    await sentAll()
    const { status, body } = await again('ann@example.test')
    expect([status, body.message]).toEqual([
      409,
      'ann@example.test has already been sent 3 codes today. Try again tomorrow',
    ])
    expect((await again('nobody@example.test')).status).toBe(404)
    expect((await again(PHONE)).status).toBe(404)
    server.clock.advance(DAY_MS)
    expect((await again('ann@example.test')).status).toBe(204)
    await confirmEveryone(db, FRESH, server.clock.now())
    expect((await again('ann@example.test')).body.message).toBe('ann@example.test is confirmed already')
  })

  it('in a country without texts gets no code, and the settings say so', async () => {
    const abroad = '+447911123456'
    await put({ people: [escalation, { ...ann, email: null, phone: abroad }] })
    expect(await codes()).toEqual([])
    expect((await setup()).unconfirmed).toMatchObject([
      {
        address: abroad,
        channel: 'sms',
        problem: expect.stringMatching(/^Texts go only to/),
        code_status: null,
      },
    ])
    expect((await again(abroad)).status).toBe(409)
    await call(server, putProfile, { params, body: { phone: '+44 20 7946 0000' } })
    expect((await again(abroad)).status).toBe(204)
  })

  it('cannot be sent a failed code by a retry, which has no limit', async () => {
    await put({ people: [escalation, ann] })
    const [code] = await codes()
    await db.updateTable('notifications').set({ status: 'failed' }).execute()
    const retried = await call(server, retryNotification, {
      params: { ...params, notificationId: code?.id ?? '' },
    })
    expect(retried.status).toBe(409)
  })

  it('of another organization, or with a malformed code, is not confirmed', async () => {
    await put({ people: [escalation, ann] })
    const guess = async (body: { address: string; code: string }, orgId = FRESH) =>
      (await call(server, confirmRecipient, { params: { orgId }, body })).status
    for (const code of ['', '1234567', '123456789', 'abcdefgh', '１２３４５６７８', '1'.repeat(10_000)])
      expect(await guess({ address: 'ann@example.test', code })).toBe(400)
    expect(await guess({ address: 'ann@example.test', code: '12345678' }, 'org_greenacres')).toBe(404)
    expect(await guess({ address: 'ann@example.test', code: '12345678' }, RIVAL)).toBe(403)
    expect(await guess({ address: 'ann@example.test', code: '1234-5678' })).toBe(409)
  })
})

describe('a test', () => {
  const test = (body: Parameters<typeof call<typeof sendTest>>[2]['body']) =>
    call(server, sendTest, { params, body })

  beforeEach(async () => {
    await call(server, putProfile, { params, body: { escalation_email: 'boss@example.test' } })
    await put({ people: [{ ...escalation, name: 'Boss' }, ann] })
    await confirmEveryone(db, FRESH, server.clock.now())
    woken = 0
  })

  it('is refused until its recipient has confirmed the address', async () => {
    await put({
      people: [
        { ...escalation, name: 'Boss' },
        { ...ann, email: 'anna@example.test' },
      ],
    })
    expect(await test({ channel: 'email', person_id: 'ann' })).toMatchObject({
      status: 409,
      body: { message: 'anna@example.test is not confirmed yet. Enter the code that was sent there first' },
    })
    expect((await test({ channel: 'sms', person_id: 'ann' })).status).toBe(200)
  })

  it('is queued for a person or device', async () => {
    const byEmail = await test({ channel: 'email', person_id: ESCALATION_PERSON })
    expect(byEmail.body).toMatchObject({
      ...{ kind: 'test', channel: 'email', audience: 'owner', status: 'queued', attempts: 0 },
      ...{ recipient: 'boss@example.test', recipient_name: 'Boss' },
    })
    const bySms = await test({ channel: 'sms', person_id: 'ann' })
    expect(bySms.body).toMatchObject({ channel: 'sms', recipient: PHONE, recipient_name: 'Ann' })
    const device = { p256dh: 'p'.repeat(20), auth: 'a'.repeat(20), name: 'Firefox', alerts: [] }
    const { body: added } = await call(server, addDevice, {
      params,
      body: { endpoint: 'https://push.example.test/2', ...device },
    })
    const byPush = await test({ channel: 'push', device_id: added.id })
    expect(byPush.body).toMatchObject({ channel: 'push', recipient: null, recipient_name: 'Firefox' })
    expect(await statusOf(byPush.body.id)).toMatchObject({ device_id: added.id, event: expect.anything() })
    expect(woken).toBe(3)
  })

  it('is refused with the reason if it cannot arrive', async () => {
    const refused = async (body: Parameters<typeof test>[0]) => {
      const { status, body: answer } = await test(body)
      return [status, answer.message]
    }
    const toAnn = { channel: 'email', person_id: 'ann' } as const
    const textAnn = { channel: 'sms', person_id: 'ann' } as const
    const at = server.clock.now()
    await db.insertInto('email_opt_outs').values(optOut(FRESH, 'ann@example.test')).execute()
    await db.insertInto('sms_opt_outs').values({ phone: PHONE, at }).execute()
    expect(await refused(toAnn)).toEqual([
      409,
      'Ann@example.test has unsubscribed. Only the recipient can undo that',
    ])
    expect(await refused(textAnn)).toEqual([
      409,
      `${PHONE} has opted out of text messages. To receive messages again, send START from that phone`,
    ])
    await put({
      people: [escalation, { ...ann, sms_consent: false, choices: escalation.choices, email: null }],
    })
    expect(await refused(toAnn)).toEqual([409, 'Save an email address first'])
    expect(await refused(textAnn)).toEqual([409, 'Text messages need the consent of the person'])
    const nobody = { channel: 'sms', person_id: ESCALATION_PERSON } as const
    expect(await refused(nobody)).toEqual([409, 'Save a phone number first'])
    expect((await refused({ ...toAnn, person_id: 'bob' }))[0]).toBe(404)
    expect((await refused({ channel: 'push', device_id: 'unknown' }))[0]).toBe(404)
    server.deps.senders = { ...recordingSenders().senders, email: null }
    expect(await refused({ ...toAnn, person_id: ESCALATION_PERSON })).toEqual([
      422,
      expect.stringContaining('Email is not set up'),
    ])
    expect(await db.selectFrom('notifications').select('id').execute()).toEqual([])
    expect(woken).toBe(0)
  })
})

describe('tests', () => {
  it('are limited per hour', async () => {
    await call(server, putProfile, { params, body: { escalation_email: 'boss@example.test' } })
    const body = { channel: 'email', person_id: ESCALATION_PERSON } as const
    const statuses: number[] = []
    for (let index = 0; index <= TESTS.points; index += 1)
      statuses.push((await call(server, sendTest, { params, body })).status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(TESTS.points)
    expect(statuses.at(-1)).toBe(429)
  })
})
