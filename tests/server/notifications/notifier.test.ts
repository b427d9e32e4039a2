import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'
import { TEST_NOW } from '../../support/server.ts'

const GREEN = 'org_greenacres'
const OWNER = 'owner@fieldhand.test'
const LEAD = ['Lawn mowing please', 'Ada Hedgerow', 'ada@hedgerow.example']

let server: NotifyingServer

beforeAll(async () => {
  server = await startNotifyingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await settings({})
})
afterEach(async () => {
  server.clock.set(TEST_NOW)
  server.mailbox.mails.clear()
  await server.deps.db.deleteFrom('notifications').execute()
})

/** Replaces the notification settings. */
async function settings(fields: object): Promise<void> {
  const { db } = server.deps
  await db.deleteFrom('notification_settings').execute()
  await db
    .insertInto('notification_settings')
    .values({ organization_id: GREEN, fields: JSON.stringify(fields), updated_at: TEST_NOW })
    .execute()
  await confirmEveryone(db, GREEN, TEST_NOW)
}

const subjects = () => server.mailbox.mails.list().map(({ subject }) => subject)
const rows = () => server.deps.db.selectFrom('notifications').selectAll().orderBy('position').execute()
/** What has happened and is not planned yet. */
const unplanned = async () =>
  (
    await sql`select id from pgboss.job where name = 'announced' and state in ('created', 'retry', 'active')`.execute(
      server.deps.db,
    )
  ).rows
const person = (id: string, choices: object) => ({
  id,
  name: id,
  email: `${id}@green.example`,
  phone: null,
  sms_consent: false,
  choices: { needs_person: [], new_lead: [], booking: [], daily_summary: [], ...choices },
})

describe('an emergency', () => {
  it('is told again with the number first, once the visitor gives it', async () => {
    const { say } = await server.visit(GREEN, ['I smell gas in my basement'])
    await eventually(() => expect(subjects()).toHaveLength(1))
    await say('My name is Renee Oduya')
    await say('614-555-0171')
    const told = 'Call (614) 555-0171 · Emergency: I smell gas in my basement · Renee Oduya'
    await eventually(() => expect(subjects()).toContain(told))
    await eventually(() => expect(subjects()).toContain('Emergency, new lead: Renee Oduya'))
    expect(subjects()).toHaveLength(3)
  })

  it('is told once to who has not been told yet', async () => {
    await settings({
      escalate_minutes: 10,
      people: [person('ann', { needs_person: ['email'] }), person('bo', { needs_person: ['email'] })],
    })
    const { say } = await server.visit(GREEN, ['I smell gas in my basement'])
    await eventually(() => expect(subjects()).toHaveLength(1))
    await say('614-555-0171')
    // The alert with the number, and the new lead.
    await eventually(() => expect(subjects()).toHaveLength(3))
    const planned = (await rows()).map(({ recipient, status }) => [recipient?.split('@')[0], status])
    expect(planned.filter(([name]) => name === 'bo')).toEqual([['bo', 'queued']])
  })
})

describe('a new lead', () => {
  it('is mailed once to the escalation email, with a reply that goes to the lead', async () => {
    await server.visit(GREEN, LEAD)
    await eventually(() => expect(subjects()).toHaveLength(1))
    const [mail] = server.mailbox.mails.list()
    expect(mail).toMatchObject({ to: [OWNER], subject: expect.stringContaining('Ada Hedgerow') })
    expect(mail?.replyTo).toContain('ada@hedgerow.example')
    await eventually(async () => expect(await rows()).toMatchObject([{ status: 'sent', attempts: 1 }]))
  })

  it('is not announced if its message is rolled back', async () => {
    const { deps } = server
    const failing = deps.db.transaction().execute(async (tx) => {
      await deps.notifier?.announce(tx, {
        kind: 'new_lead',
        organizationId: GREEN,
        leadId: 'lead_none',
        at: TEST_NOW.toISOString(),
      })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await server.visit(GREEN, LEAD)
    await eventually(() => expect(subjects()).toHaveLength(1))
  })

  it('is told once if its occasion is announced twice', async () => {
    const { deps } = server
    const lead = await deps.db
      .selectFrom('leads')
      .select('id')
      .where('organization_id', '=', GREEN)
      .executeTakeFirstOrThrow()
    const occasion = {
      kind: 'new_lead' as const,
      organizationId: GREEN,
      leadId: lead.id,
      at: TEST_NOW.toISOString(),
    }
    for (let time = 0; time < 2; time += 1) await deps.notifier?.announce(deps.db, occasion)
    await server.visit(GREEN, LEAD)
    await eventually(() => expect(subjects()).toHaveLength(2))
    expect(await rows()).toHaveLength(2)
  })

  it('goes to the next person only if nobody has opened it in time', async () => {
    await settings({
      escalate_minutes: 10,
      people: [
        person('escalation', {}),
        person('ann', { new_lead: ['email'] }),
        person('bob', { new_lead: ['email'] }),
      ],
    })
    for (const isOpened of [true, false]) {
      await server.visit(GREEN, LEAD)
      await eventually(() => expect(subjects()).toHaveLength(1))
      if (isOpened) await server.deps.db.updateTable('notifications').set({ opened_at: TEST_NOW }).execute()
      server.clock.advance(10 * MINUTE_MS)
      server.deps.notifier?.wake()
      await eventually(async () => {
        expect((await rows()).at(-1)?.status).toBe(isOpened ? 'canceled' : 'sent')
      })
      expect(subjects()).toHaveLength(isOpened ? 1 : 2)
      server.mailbox.mails.clear()
      await server.deps.db.deleteFrom('notifications').execute()
    }
  })

  it('waits during quiet hours, and says until when', async () => {
    // It is 10:00 in New York.
    await settings({ quiet_hours: { from: '09:00', to: '12:30' } })
    await server.visit(GREEN, LEAD)
    await eventually(async () => expect(await rows()).toHaveLength(1))
    expect(await rows()).toMatchObject([{ status: 'queued', due_at: new Date('2026-11-20T17:30:00Z') }])
    server.clock.set(new Date('2026-11-20T17:30:00Z'))
    server.deps.notifier?.wake()
    await eventually(() => expect(subjects()).toHaveLength(1))
  })
})

describe('something that cannot wait', () => {
  const WATER = 'Water keeps running out of the sprinkler valve you guys replaced, please send somebody today'

  it('is announced with the number, for which it waits a little', async () => {
    await settings({ people: [person('escalation', {}), person('ann', { needs_person: ['email'] })] })
    await server.visit(GREEN, [WATER, '(614) 555-0188'])
    await eventually(async () => expect(await rows()).toHaveLength(1))
    const due = new Date(TEST_NOW.getTime() + 90_000)
    expect(await rows()).toMatchObject([{ kind: 'needs_person', status: 'queued', due_at: due }])
    server.clock.advance(90_000)
    server.deps.notifier?.wake()
    await eventually(() =>
      expect(subjects()).toEqual([expect.stringMatching(/^Call \(614\) 555-0188 · Urgent: Water keeps/)]),
    )
    expect(server.mailbox.mails.list()[0]?.text).toContain('(614) 555-0188')
  })
})

describe('many leads at once', () => {
  it('become five mails and one digest that covers the others', async () => {
    for (let count = 1; count <= 9; count += 1) {
      await server.visit(GREEN, [
        'Lawn mowing please',
        `Visitor ${'ABCDEFGHI'[count - 1]}ble`,
        `v${count}@visitors.example`,
      ])
    }
    await eventually(async () => expect(await rows()).toHaveLength(6))
    await eventually(() => expect(subjects()).toHaveLength(5))
    await eventually(async () => expect(await unplanned()).toEqual([]))
    server.clock.advance(10 * MINUTE_MS)
    server.deps.notifier?.wake()
    await eventually(() => expect(subjects()).toHaveLength(6))
    const digest = server.mailbox.mails
      .list()
      .find(({ text }) => text.includes('v9@') || /4 new leads|new leads/i.test(text))
    expect(digest?.subject).toMatch(/new leads/i)
  })
})
