import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../server/ids.ts'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { runDaily, startDaily } from '../../server/jobs/daily.ts'
import { markStaleLeads } from '../../server/jobs/stale-leads.ts'
import { openTestDatabase } from '../support/database.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const DAY_MS = 86_400_000
const ago = (days: number, ms = 0) => new Date(NOW.getTime() - days * DAY_MS - ms)
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
}, 60_000)

afterAll(() => database.close())

beforeEach(async () => {
  await database.db.deleteFrom('leads').execute()
})

async function addLead(lead: { status?: string; updated: Date; created?: Date; reason?: string }) {
  const id = newId('lead')
  await database.db
    .insertInto('leads')
    .values({
      id,
      organization_id: 'org',
      status: lead.status ?? 'new',
      source: 'manual',
      loss_reason: lead.reason ?? null,
      created_at: lead.created ?? lead.updated,
      updated_at: lead.updated,
    })
    .execute()
  return id
}

const leadOf = (id: string) =>
  database.db
    .selectFrom('leads')
    .select(['status', 'loss_reason', 'updated_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('leads that nobody touches', () => {
  it('are lost after 30 days, and not a moment before', async () => {
    const due = await addLead({ updated: ago(30) })
    const notYet = await addLead({ updated: ago(30, -1) })
    const touched = await addLead({ created: ago(80), updated: ago(2) })
    expect(await markStaleLeads(database.db, NOW)).toBe(1)
    expect(await leadOf(due)).toEqual({
      status: 'lost',
      loss_reason: 'No activity for 30 days',
      updated_at: NOW,
    })
    expect((await leadOf(notYet)).status).toBe('new')
    expect((await leadOf(touched)).status).toBe('new')
  })

  it('stay as they are in every other state, and keep a reason that was given', async () => {
    const converted = await addLead({ status: 'converted', updated: ago(400) })
    const lost = await addLead({ status: 'lost', updated: ago(400), reason: 'Too far' })
    const unknown = await addLead({ status: 'on hold', updated: ago(400) })
    const reasoned = await addLead({ updated: ago(31), reason: 'Said no' })
    expect(await markStaleLeads(database.db, NOW)).toBe(1)
    expect((await leadOf(converted)).status).toBe('converted')
    expect(await leadOf(lost)).toMatchObject({ loss_reason: 'Too far', updated_at: ago(400) })
    expect((await leadOf(unknown)).status).toBe('on hold')
    expect(await leadOf(reasoned)).toMatchObject({ status: 'lost', loss_reason: 'Said no' })
  })

  it('are lost once, however often and by however many at once it is run', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addLead({ updated: ago(45) })))
    const counts = await Promise.all([1, 2, 3, 4].map(() => markStaleLeads(database.db, NOW)))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(await markStaleLeads(database.db, new Date(NOW.getTime() + DAY_MS))).toBe(0)
    for (const id of ids) expect((await leadOf(id)).updated_at).toEqual(NOW)
  })
})

describe('cleaning up', () => {
  it('removes what has run out and keeps the rest', async () => {
    const { db } = database
    const state = (name: string, expires: Date) => ({
      state: name,
      organization_id: 'org',
      user_id: 'user',
      provider: 'hubspot',
      redirect_uri: 'http://localhost/callback',
      expires_at: expires,
    })
    await db
      .insertInto('oauth_states')
      .values([state('over', NOW), state('open', new Date(NOW.getTime() + 1))])
      .execute()
    await db
      .insertInto('identity_clients')
      .values({ id: 'client', secret_hash: 'hash', created_at: NOW, updated_at: NOW })
      .execute()
    const attempt = (id: string, created: Date) => ({
      id,
      client_id: 'client',
      kind: 'sign_in' as const,
      state: '{}',
      created_at: created,
    })
    await db
      .insertInto('identity_attempts')
      .values([attempt('old', ago(1)), attempt('young', ago(0.9))])
      .execute()

    const limit = (key: string, expire: number) => ({ key, points: 1, expire })
    await db
      .insertInto('rate_limits')
      .values([limit('over', NOW.getTime()), limit('counting', NOW.getTime() + 1)])
      .execute()

    expect(await cleanUp(db, NOW)).toEqual({ states: 1, attempts: 1, limits: 1 })
    expect(await cleanUp(db, NOW)).toEqual({ states: 0, attempts: 0, limits: 0 })
    expect(await db.selectFrom('oauth_states').select('state').execute()).toEqual([{ state: 'open' }])
    expect(await db.selectFrom('identity_attempts').select('id').execute()).toEqual([{ id: 'young' }])
  })
})

describe('the daily work', () => {
  const log = pino({ level: 'silent' })

  it('starts at once and ends when told', async () => {
    const id = await addLead({ updated: ago(31) })
    const stop = startDaily({ db: database.db, clock: () => NOW, log })
    await stop()
    expect((await leadOf(id)).status).toBe('lost')
  })

  it('survives a database that fails', async () => {
    const broken = await openTestDatabase()
    await broken.close()
    await expect(runDaily({ db: broken.db, clock: () => NOW, log })).resolves.toBeUndefined()
  })
})
