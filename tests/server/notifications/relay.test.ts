import { afterAll, beforeAll, expect, it } from 'vitest'
import { eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import type { TextMessage } from '../../../server/notifications/senders.ts'
import {
  type Choices,
  confirmRecipient,
  ESCALATION_PERSON,
  getNotificationSetup,
  type Person,
  putNotificationSettings,
  sendRecipientCode,
  type UnconfirmedRecipient,
} from '../../../src/contract/notification-settings.ts'
import { getSentMessage, listNotifications, sendTest } from '../../../src/contract/notifications.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'

const CODE = /\b\d{4} \d{4}\b/
const OWNER = 'owner@fieldhand.test'
const params = { orgId: FRESH }
const EVERYTHING: Choices = {
  needs_person: ['email', 'sms'],
  new_lead: ['email', 'sms'],
  booking: ['email', 'sms'],
  daily_summary: ['email', 'sms'],
}

/** Numbers at home, and ones that cost the operator a lot. */
const PHONES = [
  ...Array.from({ length: 10 }, (_, index) => `+1614555${String(1_000 + index)}`),
  ...['+2348031234567', '+447012345678', '+8816312345678', '+18762345678', '+19002345678'],
]

const STRANGERS: Person[] = Array.from({ length: 19 }, (_, index) => ({
  id: `stranger${index}`,
  name: 'Claim your prize at evil.example',
  email: `stranger${index}@elsewhere.example`,
  phone: PHONES[index] ?? null,
  sms_consent: PHONES[index] !== undefined,
  choices: PHONES[index] === undefined ? byEmail() : EVERYTHING,
}))

function byEmail(): Choices {
  return { needs_person: ['email'], new_lead: ['email'], booking: ['email'], daily_summary: ['email'] }
}

let server: NotifyingServer
const texts: TextMessage[] = []
const mails = () => server.mailbox.mails.list()
const queued = () =>
  server.deps.db
    .selectFrom('notifications')
    .select(['kind', 'recipient', 'status', 'reason'])
    .where('status', '=', 'queued')
    .execute()

beforeAll(async () => {
  server = await startNotifyingServer()
  // It is daytime in every zone of the United States.
  server.clock.advance(3 * HOUR_MS)
  const { senders } = server.deps
  if (!senders) throw new Error('no senders')
  senders.sms = {
    sender: '+16145550100',
    async send(message) {
      texts.push(message)
      return { providerId: `text${texts.length}` }
    },
    sentSince: async () => [],
  }
  // A trial that somebody has just registered.
  const created = { created_at: server.clock.now(), plan: 'starter_alpha_', subscription_status: 'trialing' }
  await server.deps.db.updateTable('organizations').set(created).where('id', '=', FRESH).execute()
  await call(server, putProfile, {
    params,
    body: { business_name: 'Prizes at evil.example', website_url: 'https://evil.example' },
  })
})
afterAll(() => server.close())

it('a trial that saves nineteen strangers sends each of them one fixed code, and nothing else', async () => {
  const own = { id: ESCALATION_PERSON, name: '', email: null, phone: null, sms_consent: false }
  const saved = await call(server, putNotificationSettings, {
    params,
    body: { people: [{ ...own, choices: byEmail() }, ...STRANGERS] },
  })
  expect(saved.status).toBe(200)
  for (let chat = 0; chat < 15; chat += 1) {
    await server.visit(FRESH, [
      `I smell gas, see https://evil.example/${chat}`,
      'Lawn mowing please',
      'Ada Hedgerow',
      `ada${chat}@hedgerow.example`,
    ])
  }
  await eventually(async () => {
    expect(mails().filter(({ to }) => to.includes(OWNER)).length).toBeGreaterThanOrEqual(15)
    expect((await queued()).filter(({ kind }) => kind !== 'lead_digest')).toEqual([])
  })

  const toStrangers = mails().filter(({ to }) => to.some((each) => each.includes('stranger')))
  const everything = [
    ...toStrangers.map(({ to, subject, text, html, from, replyTo }) => ({
      to: String(to),
      words: [subject, text, html, from, replyTo].join('\n'),
    })),
    ...texts.map(({ to, text }) => ({ to, words: text })),
  ]
  // A new trial sends at most twenty codes a day.
  expect(everything.length).toBe(20)
  expect(new Set(everything.map(({ to }) => to)).size).toBe(20)
  for (const { words } of everything) {
    expect(words).toMatch(/\b\d{4} \d{4}\b/)
    expect(words).not.toMatch(/evil|prize|Fresh|https?:/i)
  }
  for (const phone of PHONES.slice(10)) expect(texts.map(({ to }) => to)).not.toContain(phone)
  // The codes in the log, which the attacker reads, are hidden.
  const log = (await call(server, listNotifications, { params })).body.notifications
  const codes = log.filter(({ kind }: { kind: string }) => kind === 'recipient_code')
  expect(codes.length).toBeGreaterThan(0)
  for (const { id } of codes) {
    const shown = await call(server, getSentMessage, { params: { ...params, notificationId: id } })
    expect(JSON.stringify(shown.body)).not.toMatch(/\d{4} \d{4}/)
  }
}, 120_000)

it('shows who is not confirmed, and tests nobody who is not', async () => {
  const { unconfirmed } = (await call(server, getNotificationSetup, { params })).body
  expect(unconfirmed).toHaveLength(19 + PHONES.length)
  const of = (address: string) =>
    unconfirmed.find((each: UnconfirmedRecipient) => each.address === address) as UnconfirmedRecipient
  expect(of('stranger0@elsewhere.example')).toMatchObject({
    alerts_until: null,
    problem: null,
    code_status: 'sent',
  })
  expect(of('+2348031234567').problem).toMatch(/^Texts go only to the United States, Canada/)
  const test = await call(server, sendTest, { params, body: { channel: 'email', person_id: 'stranger0' } })
  expect(test).toMatchObject({ status: 409, body: { message: expect.stringContaining('not confirmed') } })
})

it('the codes that are left are sent on the next day, and only the right one confirms, a few times', async () => {
  server.mailbox.mails.clear()
  texts.length = 0
  server.clock.advance(25 * HOUR_MS)
  server.deps.notifier?.wake()
  await eventually(() => expect(mails().filter(({ subject }) => CODE.test(subject))).toHaveLength(9))
  expect(texts).toEqual([])
  const codeFor = (address: string) =>
    CODE.exec(mails().find(({ to }) => to.includes(address))?.subject ?? '')?.[0] ?? ''
  const guess = async (address: string, code: string) => {
    const { status, body } = await call(server, confirmRecipient, { params, body: { address, code } })
    return status === 204 ? 'confirmed' : `${status} ${body.message}`
  }
  const [expired, mistyped, right] = [0, 3, 4].map((index) => `stranger${index}@elsewhere.example`) as [
    string,
    string,
    string,
  ]
  expect(await guess(expired, '12345678')).toBe('409 There is no code that still works. Send another one')
  expect(await guess('nobody@elsewhere.example', '12345678')).toMatch(/^404 /)
  const code = codeFor(mistyped)
  const wrong = code.startsWith('1') ? '2222 2222' : '1111 1111'
  const attempts = await Promise.all(Array.from({ length: 7 }, () => guess(mistyped, wrong)))
  expect(attempts.filter((each) => each.startsWith('409 This is not the code'))).toHaveLength(5)
  expect(await guess(mistyped, code)).toBe('409 There is no code that still works. Send another one')
  expect(await guess(right, codeFor(mistyped))).toMatch(/^409 This is not the code .*4 attempts left$/)
  expect(await guess(right.toUpperCase(), codeFor(right).replace(' ', '-'))).toBe('confirmed')
  const row = await server.deps.db
    .selectFrom('alert_recipients')
    .selectAll()
    .where('address', '=', right)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ confirmed_at: server.clock.now(), hash: null })

  server.mailbox.mails.clear()
  await server.visit(FRESH, ['I want to talk to a person now', 'Ada'])
  await eventually(() =>
    expect(
      mails()
        .map(({ to }) => String(to))
        .toSorted(),
    ).toEqual([OWNER, right]),
  )
})

it('an address gets three codes a day from all organizations, even if they erase their data', async () => {
  const address = 'stranger5@elsewhere.example'
  const again = async (orgId = FRESH) => {
    const { status, body } = await call(server, sendRecipientCode, { params: { orgId }, body: { address } })
    const count = () => mails().filter(({ to }) => to.includes(address)).length
    if (status === 204) await eventually(async () => expect(await queued()).toEqual([]))
    return status === 204 ? count() : body.message
  }
  server.mailbox.mails.clear()
  expect(await again()).toBe(1)
  await eraseOrganizationData(server.deps.db, FRESH)
  const [stranger] = STRANGERS.filter(({ email }) => email === address)
  const own = { id: ESCALATION_PERSON, name: '', email: null, phone: null, sms_consent: false }
  await call(server, putNotificationSettings, {
    params: { orgId: GREEN },
    body: { people: [{ ...own, choices: byEmail() }, stranger as Person] },
  })
  await eventually(() => expect(mails().filter(({ to }) => to.includes(address))).toHaveLength(2))
  expect(await again(GREEN)).toBe(`${address} has already been sent 3 codes today. Try again tomorrow`)
})
