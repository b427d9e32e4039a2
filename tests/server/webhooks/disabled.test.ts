import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deliver } from '../../../server/webhooks/deliver.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'
import { ALL_EVENTS, type Receiver, startReceiver } from '../../support/receiver.ts'

const OWNER = 'owner@fieldhand.test'
const RIVAL = 'rival@fieldhand.test'

let server: NotifyingServer
let receiver: Receiver
beforeAll(async () => {
  server = await startNotifyingServer()
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await server.close()
})
beforeEach(async () => {
  const { db } = server.deps
  server.mailbox.mails.clear()
  await db.deleteFrom('webhook_endpoints').execute()
  await db.deleteFrom('identity_memberships').where('organization_id', '=', FRESH).execute()
})

async function join(email: string, role: string) {
  const { db, clock } = server.deps
  const user = await db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const now = clock()
  await db
    .insertInto('identity_memberships')
    .values({
      ...{ id: `orgmem_${email}`, organization_id: FRESH, user_id: user.id, role },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
}

/** Adds an endpoint whose attempts have failed for so many days, and makes one more. */
async function fail(days: number, id: string, deliveries = 1) {
  const { db, clock } = server.deps
  const now = clock()
  await db
    .insertInto('webhook_endpoints')
    .values({
      ...{ id, organization_id: FRESH, url: `${receiver.origin}/a-secret-path`, created_at: now },
      ...{ events: JSON.stringify(ALL_EVENTS), secret: `whsec_${btoa('a secret of this test')}` },
      ...{ failing_since: new Date(now.getTime() - days * DAY_MS), last_failed_at: now },
    })
    .execute()
  const about = { organization_id: FRESH, endpoint_id: id, type: 'lead.created', body: '{}' } as const
  const ids = Array.from({ length: deliveries }, (_, index) => `msg_${id}_${index}`)
  await db
    .insertInto('webhook_deliveries')
    .values(ids.map((each) => ({ ...about, id: each, status: 'waiting' as const, created_at: now })))
    .execute()
  return Promise.allSettled(ids.map((each) => deliver(server.deps, each)))
}

const mails = () => server.mailbox.mails.list()

it('an endpoint that is turned off after three days is told to each admin once', async () => {
  await join(OWNER, 'org:admin')
  await join(RIVAL, 'org:admin')
  receiver.answer = { status: 500 }
  // Both attempts were under way when the three days were over.
  await fail(3, 'failing', 2)
  await eventually(() => expect(mails()).toHaveLength(2))
  expect(
    mails()
      .flatMap(({ to }) => to)
      .toSorted(),
  ).toEqual([OWNER, RIVAL])
  const [mail] = mails()
  const host = `127.0.0.1:${receiver.port}`
  expect(mail?.subject).toBe(`Webhook turned off: ${host}`)
  expect(mail?.text).toContain(`${host} gets no more events. No attempt has succeeded for 3 days.`)
  expect(mail?.text).toMatch(
    /Open webhooks: http:\S+\/organization\?notification=\w+&organization=\w+#developer\n/,
  )
  // Addresses of receivers are often secret.
  expect(`${mail?.text}${mail?.html}`).not.toContain('a-secret-path')
  const rows = await server.deps.db.selectFrom('notifications').select('kind').execute()
  expect(rows).toEqual([{ kind: 'webhook_disabled' }, { kind: 'webhook_disabled' }])
})

it('members are not notified, and nobody is before', async () => {
  await join(OWNER, 'org:admin')
  await join(RIVAL, 'org:member')
  receiver.answer = { status: 500 }
  await fail(2, 'early')
  receiver.answer = { status: 410 }
  await fail(0, 'gone')
  await eventually(() => expect(mails()).toHaveLength(1))
  expect(mails()[0]).toMatchObject({ to: [OWNER] })
  expect(mails()[0]?.text).toContain('The receiver answered 410 Gone')
})
