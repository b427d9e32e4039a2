import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { up } from '../../../server/db/migrations/0044-alert-recipients.ts'
import { confirmRecipient, getNotificationSetup } from '../../../src/contract/notification-settings.ts'
import { DAY_MS, SECOND_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'

const OWNER = 'owner@fieldhand.test'
const ANN = 'ann@fresh.example'
const BOB = 'bob@fresh.example'
const BOSS = 'boss@fresh.example'
const params = { orgId: FRESH }
const WAITS = ['I want to talk to a person now', 'Ada']

let server: NotifyingServer
const recipients = () =>
  server.mailbox.mails
    .list()
    .map(({ to }) => String(to).toLowerCase())
    .toSorted()

const person = (id: string, email: string | null) => ({
  ...{ id, name: id, email, phone: null, sms_consent: false },
  choices: { needs_person: ['email'], new_lead: [], booking: [], daily_summary: [] },
})

beforeAll(async () => {
  // The migration runs at the database's time.
  server = await startNotifyingServer({ isHeld: true, now: new Date() })
  const { db } = server.deps
  const updated_at = new Date()
  // Others would get summaries in the evening.
  await db.deleteFrom('organizations').where('id', '<>', FRESH).execute()
  await db.updateTable('organizations').set({ subscription_status: 'active' }).execute()
  // The state before the update.
  for (const table of ['alert_recipients', 'code_requests']) await db.schema.dropTable(table).execute()
  await db
    .insertInto('notification_settings')
    .values({
      organization_id: FRESH,
      updated_at,
      fields: JSON.stringify({
        people: [
          person('escalation', null),
          person('ann', 'Ann@fresh.example'),
          person('bob', BOB),
          person('owner', OWNER),
          { ...person('phone', null), phone: '+16145550123', sms_consent: true },
          { ...person('unasked', null), phone: '+16145550124' },
        ],
      }),
    })
    .execute()
  await db
    .insertInto('profiles')
    .values({
      organization_id: FRESH,
      updated_at,
      fields: JSON.stringify({ escalation_email: ' Boss@fresh.example ' }),
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet(({ ref }) => ({ fields: ref('excluded.fields') })),
    )
    .execute()
  await up(db as Kysely<unknown>)
  server.clock.set(new Date(Date.now() + SECOND_MS))
})
afterAll(() => server.close())

it('people saved before the update are asked at once, and get their alerts for two weeks', async () => {
  const saved = await server.deps.db
    .selectFrom('alert_recipients')
    .select('address')
    .where('organization_id', '=', FRESH)
    .execute()
  expect(saved.map(({ address }) => address).toSorted()).toEqual(
    ['+16145550123', ANN, BOB, BOSS, OWNER].toSorted(),
  )
  await server.begin()
  // Members need no code.
  await eventually(() => expect(recipients()).toEqual([ANN, BOB, BOSS]))
  const code = /\d{4} \d{4}/.exec(
    server.mailbox.mails.list().find(({ to }) => to.includes(ANN))?.subject ?? '',
  )
  await call(server, confirmRecipient, { params, body: { address: ANN, code: code?.[0] ?? '' } })
  server.mailbox.mails.clear()
  await server.visit(FRESH, WAITS)
  await eventually(() => expect(recipients()).toEqual([ANN, BOB, BOSS, OWNER]))
  const { unconfirmed, escalation_email } = (await call(server, getNotificationSetup, { params })).body
  expect(escalation_email).toBe('Boss@fresh.example')
  expect(unconfirmed.map(({ address }: { address: string }) => address)).toEqual([BOB, BOSS, '+16145550123'])
  const left = Date.parse(unconfirmed[0].alerts_until) - server.clock.now().getTime()
  expect(left / DAY_MS).toBeCloseTo(14, 1)
})

it('after that, only the confirmed ones do, and the first admin stands in for the escalation contact', async () => {
  server.mailbox.mails.clear()
  server.clock.advance(14.1 * DAY_MS)
  await server.visit(FRESH, WAITS)
  await eventually(async () => {
    expect(recipients()).toEqual([ANN, OWNER])
    const queued = await server.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'needs_person')
      .where('status', '=', 'queued')
      .execute()
    expect(queued).toEqual([])
  })
  const { unconfirmed, escalation_email } = (await call(server, getNotificationSetup, { params })).body
  expect(escalation_email).toBe(OWNER)
  expect(unconfirmed[0]).toMatchObject({ address: BOB, alerts_until: null, code_status: 'sent' })
})
