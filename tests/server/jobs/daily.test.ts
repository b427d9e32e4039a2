import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { openQueue } from '../../../server/db/queue.ts'
import { cleanUp, eraseOldNotifications, eraseOldTransfers } from '../../../server/jobs/clean-up.ts'
import { runDaily, startDaily } from '../../../server/jobs/daily.ts'
import { eraseOld } from '../../../server/jobs/retention.ts'
import { markStaleLeads, undoStaleLeads } from '../../../server/leads/stale-leads.ts'
import { openPhotos } from '../../../server/photos/open.ts'
import { openTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { columnsContaining } from '../../support/search-tables.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 86_400_000
const ago = (days: number, ms = 0) => new Date(NOW.getTime() - days * DAY_MS - ms)
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
})

afterAll(() => database.close())

beforeEach(async () => {
  await database.db.deleteFrom('leads').execute()
  await database.db.deleteFrom('conversations').execute()
  await database.db.deleteFrom('job_clock').execute()
})

interface Row {
  status?: string
  updated: Date
  created?: Date
  reason?: string
  conversation?: string
  call?: Date
  organization?: string
}

async function addLead(lead: Row) {
  const id = newId('lead')
  await database.db
    .insertInto('leads')
    .values({
      id,
      organization_id: lead.organization ?? 'org',
      conversation_id: lead.conversation ?? null,
      booking_start_time: lead.call ?? null,
      status: lead.status ?? 'new',
      source: 'manual',
      loss_reason: lead.reason ?? null,
      created_at: lead.created ?? lead.updated,
      updated_at: lead.updated,
    })
    .execute()
  return id
}

const INCOMING = { message_type: 'incoming', author: 'visitor' } as const

/** A conversation of one message. */
async function addConversation(updated: Date) {
  const id = newId('conv')
  await database.db
    .insertInto('conversations')
    .values({ id, organization_id: 'org', state: '{}', created_at: updated, updated_at: updated })
    .execute()
  const said = { ...INCOMING, content: `said in ${id}`, created_at: updated }
  await database.db
    .insertInto('messages')
    .values({ id: newId('msg'), organization_id: 'org', conversation_id: id, position: 0, ...said })
    .execute()
  return id
}

const markStale = (now = NOW) => markStaleLeads(database.db, now, now)

const leadOf = (id: string) =>
  database.db
    .selectFrom('leads')
    .select(['status', 'loss_reason', 'automatic_reason', 'automatic_at', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('untouched leads', () => {
  it('are lost after exactly 30 days', async () => {
    const due = await addLead({ updated: ago(30) })
    const notYet = await addLead({ updated: ago(30, -1) })
    const touched = await addLead({ created: ago(80), updated: ago(2) })
    expect(await markStale()).toBe(1)
    expect(await leadOf(due)).toEqual({
      status: 'lost',
      loss_reason: 'No activity for 30 days',
      automatic_reason: 'No activity for 30 days',
      automatic_at: NOW,
      updated_at: NOW,
    })
    expect((await leadOf(notYet)).status).toBe('new')
    expect((await leadOf(touched)).status).toBe('new')
  })

  it('in any other state are unchanged, and keep a given reason', async () => {
    const converted = await addLead({ status: 'converted', updated: ago(400) })
    const lost = await addLead({ status: 'lost', updated: ago(400), reason: 'Too far' })
    const unknown = await addLead({ status: 'on hold', updated: ago(400) })
    const reasoned = await addLead({ updated: ago(31), reason: 'Said no' })
    expect(await markStale()).toBe(1)
    expect((await leadOf(converted)).status).toBe('converted')
    expect(await leadOf(lost)).toMatchObject({ loss_reason: 'Too far', updated_at: ago(400) })
    expect((await leadOf(unknown)).status).toBe('on hold')
    expect(await leadOf(reasoned)).toMatchObject({ status: 'lost', loss_reason: 'Said no' })
  })

  it('are lost once, also if several jobs run at once', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addLead({ updated: ago(45) })))
    const counts = await Promise.all([1, 2, 3, 4].map(() => markStale()))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(await markStale(new Date(NOW.getTime() + DAY_MS))).toBe(0)
    for (const id of ids) expect((await leadOf(id)).updated_at).toEqual(NOW)
  })

  it('are not lost while their visitor still writes', async () => {
    const chatting = await addLead({ updated: ago(40), conversation: await addConversation(ago(3)) })
    const silent = await addLead({ updated: ago(40), conversation: await addConversation(ago(35)) })
    expect(await markStale()).toBe(1)
    expect((await leadOf(chatting)).status).toBe('new')
    expect((await leadOf(silent)).status).toBe('lost')
  })

  it('can be restored as a group, except those that a person has changed', async () => {
    const [one, two] = [
      await addLead({ updated: ago(45) }),
      await addLead({ updated: ago(45), reason: 'Far' }),
    ]
    const edited = await addLead({ updated: ago(45) })
    const byHand = await addLead({ status: 'lost', updated: ago(45), reason: 'Price' })
    await markStale()
    await database.db
      .updateTable('leads')
      .set({ status: 'lost', automatic_at: null, automatic_reason: null })
      .where('id', '=', edited)
      .execute()
    const later = new Date(NOW.getTime() + DAY_MS)
    expect(
      await undoStaleLeads(database.db, { organizationId: 'other-org', userId: 'user' }, NOW, later),
    ).toBe(0)
    expect(await undoStaleLeads(database.db, { organizationId: 'org', userId: 'user' }, later, later)).toBe(0)
    expect(await undoStaleLeads(database.db, { organizationId: 'org', userId: 'user' }, NOW, later)).toBe(2)
    const untouched = { automatic_reason: null, automatic_at: null, updated_at: later }
    expect(await leadOf(one)).toEqual({ status: 'new', loss_reason: null, ...untouched })
    expect(await leadOf(two)).toEqual({ status: 'new', loss_reason: 'Far', ...untouched })
    expect((await leadOf(edited)).status).toBe('lost')
    expect((await leadOf(byHand)).status).toBe('lost')
    // Restoring counts as activity, so the next run leaves them alone.
    expect(await markStale(later)).toBe(0)
  })
})

const conversations = async () =>
  (await database.db.selectFrom('conversations').select('id').orderBy('updated_at').execute()).map(
    ({ id }) => id,
  )

describe('old data', () => {
  it('is erased after its retention period without a lead, and kept otherwise', async () => {
    const old = await addConversation(ago(90))
    const withLead = await addConversation(ago(400))
    const lead = await addLead({ updated: ago(400), conversation: withLead })
    const young = await addConversation(ago(90, -1))
    const keepLeads = { conversationDays: 90, leadDays: null }
    expect(await columnsContaining(database.db, old)).not.toEqual([])
    expect(await eraseOld(database.db, keepLeads, NOW)).toEqual({ conversations: 1, leads: 0 })
    expect(await columnsContaining(database.db, old)).toEqual([])
    expect(await conversations()).toEqual([withLead, young])
    expect(await leadOf(lead)).toBeTruthy()
  })

  it('is kept forever without a retention period', async () => {
    const conversation = await addConversation(ago(4000))
    const forever = { conversationDays: null, leadDays: null }
    expect(await eraseOld(database.db, forever, NOW)).toEqual({ conversations: 0, leads: 0 })
    expect(await conversations()).toEqual([conversation])
  })

  it('is erased in batches, in any amount', async () => {
    for (let count = 0; count < 450; count += 1) await addConversation(ago(100))
    const erased = await eraseOld(database.db, { conversationDays: 90, leadDays: null }, NOW)
    expect(erased).toEqual({ conversations: 450, leads: 0 })
  })

  it('is erased with its lead once it is inactive and its call is over', async () => {
    const old = await addConversation(ago(365))
    await addLead({ updated: ago(365), conversation: old, status: 'converted', call: ago(365) })
    await addLead({ updated: ago(365) })
    const written = await addConversation(ago(3))
    const kept = await Promise.all([
      addLead({ updated: ago(365, -1) }),
      addLead({ updated: ago(400), conversation: written }),
      addLead({ updated: ago(400), status: 'converted', call: ago(-2) }),
    ])
    const erased = await eraseOld(database.db, { conversationDays: 90, leadDays: 365 }, NOW)
    expect(erased).toEqual({ conversations: 0, leads: 2 })
    expect(await conversations()).toEqual([written])
    const left = await database.db.selectFrom('leads').select('id').execute()
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted())
    expect(await columnsContaining(database.db, old)).toEqual([])
  })
})

describe('old notifications', () => {
  it('lose their texts after 30 days, and end after 180', async () => {
    const { db } = database
    const sentAt = (id: string, created_at: Date) => ({
      ...{ id, organization_id: 'org', event: id, kind: 'new_lead' as const, channel: 'email' as const },
      ...{
        audience: 'owner' as const,
        recipient_name: 'Ann',
        data: '{}',
        token: id,
        status: 'sent' as const,
      },
      ...{ subject: 'Subject', text: 'Text', html: null, created_at },
    })
    const rows = { ended: ago(180), almost: ago(180, -1), emptied: ago(30), kept: ago(30, -1) }
    await db
      .insertInto('notifications')
      .values(Object.entries(rows).map(([id, at]) => sentAt(id, at)))
      .execute()
    expect(await eraseOldNotifications(db, NOW)).toEqual({ texts: 2, notifications: 1 })
    expect(await eraseOldNotifications(db, NOW)).toEqual({ texts: 0, notifications: 0 })
    const left = await db
      .selectFrom('notifications')
      .select(['id', 'subject', 'text'])
      .orderBy('id')
      .execute()
    expect(left).toEqual([
      { id: 'almost', subject: null, text: null },
      { id: 'emptied', subject: null, text: null },
      { id: 'kept', subject: 'Subject', text: 'Text' },
    ])
  })
})

describe('the log of HubSpot', () => {
  it('keeps what was transferred for 90 days, and failures until they are retried', async () => {
    const { db } = database
    const row = { organization_id: 'org', direction: 'out', kind: 'note' } as const
    await db
      .insertInto('hubspot_transfers')
      .values([
        { id: 'done', at: ago(90), status: 'done', ...row },
        { id: 'retried', at: ago(90), status: 'retried', ...row },
        { id: 'failed', at: ago(400), status: 'failed', ...row },
        { id: 'almost', at: ago(90, -1), status: 'done', ...row },
      ])
      .execute()
    expect(await eraseOldTransfers(db, NOW)).toBe(2)
    const left = await db.selectFrom('hubspot_transfers').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['almost', 'failed'])
    await db.deleteFrom('hubspot_transfers').execute()
  })
})

describe('cleaning up', () => {
  it('removes expired data and keeps the rest', async () => {
    const { db } = database
    const state = (name: string, expires: Date) => ({
      state: name,
      organization_id: 'org',
      user_id: 'user',
      provider: 'hubspot',
      expires_at: expires,
    })
    await db
      .insertInto('oauth_states')
      .values([state('over', NOW), state('open', new Date(NOW.getTime() + 1))])
      .execute()
    const limit = (key: string, expire: number) => ({ key, points: 1, expire })
    await db
      .insertInto('rate_limits')
      .values([limit('over', NOW.getTime()), limit('counting', NOW.getTime() + 1)])
      .execute()

    expect(await cleanUp(db, NOW)).toEqual({ states: 1, limits: 1 })
    expect(await cleanUp(db, NOW)).toEqual({ states: 0, limits: 0 })
    expect(await db.selectFrom('oauth_states').select('state').execute()).toEqual([{ state: 'open' }])
  })

  it('deletes entries that the journal has for a week, and those that it never got after 90 days', async () => {
    const { db } = database
    await db.deleteFrom('journal_entries').execute()
    const entry = (subject: string, days: number, isAppended: boolean) => {
      // The database's clock counts.
      const at = new Date(Date.now() - days * DAY_MS)
      return { kind: 'lead_erased', subject, at, appended_at: isAppended ? at : null }
    }
    await db
      .insertInto('journal_entries')
      .values([
        ...[entry('appended, old', 7.01, true), entry('appended', 6.99, true)],
        ...[entry('waiting, old', 90.01, false), entry('waiting', 89.99, false)],
      ])
      .execute()
    await cleanUp(db, NOW)
    const left = await db.selectFrom('journal_entries').select('subject').orderBy('subject').execute()
    expect(left).toEqual([{ subject: 'appended' }, { subject: 'waiting' }])
  })
})

describe('the daily work', () => {
  const log = pino({ level: 'silent' })
  const config = {
    retention: { conversationDays: 90, leadDays: null },
    ...{ isLocal: false, isFree: false, clerkWebhookSecret: null },
  }
  const photos = openPhotos({ kind: 'temporary' })
  const daily = (now: Date) => runDaily({ db: database.db, clock: () => now, log, photos, config })

  it('runs once a day, whatever the number of servers', async () => {
    const id = await addLead({ updated: ago(31) })
    const runs: string[] = []
    const ends: (() => unknown)[] = []
    for (const name of ['one', 'two']) {
      const queue = await openQueue(database.jobs, log)
      const photos = { ...openPhotos({ kind: 'temporary' }) }
      const clock = () => {
        runs.push(name)
        return NOW
      }
      ends.push(queue.stop, await startDaily({ db: database.db, clock, log, photos, config }, queue))
    }
    await eventually(async () => expect((await leadOf(id)).status).toBe('lost'))
    for (const end of ends.toReversed()) await end()
    expect(new Set(runs).size).toBe(1)
  })

  it('loses and erases nothing if the clock jumps 40 days or years ahead', async () => {
    await daily(NOW)
    const lead = await addLead({ updated: ago(2) })
    const conversation = await addConversation(ago(2))
    for (const days of [40, 41, 4000]) await daily(new Date(NOW.getTime() + days * DAY_MS))
    expect((await leadOf(lead)).status).toBe('new')
    expect(await conversations()).toEqual([conversation])
    // After the clock is corrected, it is trusted as before.
    await daily(NOW)
    await daily(new Date(NOW.getTime() + DAY_MS))
    expect((await leadOf(lead)).status).toBe('new')
    for (let day = 4; day <= 28; day += 3) await daily(new Date(NOW.getTime() + day * DAY_MS))
    expect((await leadOf(lead)).status).toBe('lost')
  })

  it.each(['1970-01-01T00:00:00Z', '2019-01-01T00:00:00Z'])(
    'loses and erases as usual after a start with the time %s',
    async (wrong) => {
      await daily(new Date(wrong))
      await daily(NOW)
      await daily(new Date(wrong))
      const lead = await addLead({ updated: ago(31) })
      await daily(NOW)
      expect((await leadOf(lead)).status).toBe('lost')
    },
  )

  it('survives a database error', async () => {
    const broken = await openTestDatabase()
    await broken.close()
    await expect(runDaily({ db: broken.db, clock: () => NOW, log, photos, config })).resolves.toBeUndefined()
  })
})
