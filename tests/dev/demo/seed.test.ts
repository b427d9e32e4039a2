import { beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '../../../dev/demo/seed.ts'
import { checkPassword } from '../../../dev/identity/passwords.ts'
import type { Conversation, Lead } from '../../../src/contract/leads.ts'
import { trialOf } from '../../../src/domain/billing/trial.ts'
import { leadLabel } from '../../../src/domain/leads/name.ts'
import { completenessOf } from '../../../src/domain/settings/completeness.ts'
import { openTestDatabase } from '../../support/database.ts'
import { sharedServer, startTestServer, TEST_NOW } from '../../support/server.ts'

const DAY_MS = 86_400_000
const GREEN_ACRES = '/api/v1/organizations/org_greenacres'
const server = await sharedServer()
let leads: Lead[] = []

const get = async <T>(path: string) => (await (await server.fetchApi(path)).json()) as T

beforeAll(async () => {
  leads = await get<Lead[]>(`${GREEN_ACRES}/leads`)
})

describe('Green Acres', () => {
  it('has 60 leads over 90 days in all states, 12 of them booked', () => {
    expect(leads).toHaveLength(60)
    const ages = leads.map(({ created_at }) => (TEST_NOW.getTime() - Date.parse(created_at)) / DAY_MS)
    expect(Math.min(...ages)).toBeGreaterThan(0)
    expect(Math.min(...ages)).toBeLessThan(0.05)
    expect(Math.max(...ages)).toBeGreaterThan(80)
    expect(Math.max(...ages)).toBeLessThan(90)
    for (const status of ['new', 'converted', 'lost']) {
      expect(leads.filter((lead) => lead.status === status).length).toBeGreaterThan(8)
    }
    const booked = leads.filter(({ booking_start_time }) => booking_start_time !== null)
    expect(booked).toHaveLength(12)
    const starts = booked.map(({ booking_start_time }) => Date.parse(booking_start_time ?? ''))
    expect(new Set(starts).size).toBe(12)
    expect(starts.some((start) => start > TEST_NOW.getTime())).toBe(true)
    expect(starts.some((start) => start < TEST_NOW.getTime())).toBe(true)
    expect(booked.every(({ status }) => status === 'converted')).toBe(true)
  })

  it('has estimate calls from Monday to Friday, 3 to 5 PM local time, after the lead arrived', () => {
    for (const { booking_start_time, created_at } of leads) {
      if (booking_start_time === null) continue
      const local = new Date(booking_start_time).toLocaleString('en-US', {
        timeZone: 'America/New_York',
        weekday: 'short',
        hour: 'numeric',
        minute: '2-digit',
      })
      expect(local).toMatch(/^(Mon|Tue|Wed|Thu|Fri),? (at )?(3|4):(00|30).PM$/)
      expect(Date.parse(booking_start_time)).toBeGreaterThan(Date.parse(created_at))
    }
  })

  it('has every fallback of the display name, a very long name, and a right-to-left name', () => {
    const names = leads.map((lead) => leadLabel(lead).name)
    expect(names.some((name) => /^[\w.]+@example\./.test(name))).toBe(true)
    expect(names.some((name) => /555.01\d\d$/.test(name))).toBe(true)
    expect(names.some((name) => name.endsWith(' Lead'))).toBe(true)
    expect(names.some((name) => name.startsWith('Conversation conv_'))).toBe(true)
    expect(names.some((name) => name.length > 100)).toBe(true)
    expect(names.some((name) => /\p{Script=Arabic}/u.test(name))).toBe(true)
    expect(leads.some(({ prospect_name, contact_name }) => !prospect_name && contact_name)).toBe(true)
    expect(leads.some(({ extracted_metadata }) => extracted_metadata === null)).toBe(true)
  })

  it("has different conversations of 4 to 14 messages that match the lead's fields", async () => {
    const texts = new Set<string>()
    for (const lead of leads) {
      const { messages } = await get<Conversation>(`${GREEN_ACRES}/leads/${lead.id}/conversation`)
      expect(messages.length).toBeGreaterThanOrEqual(4)
      expect(messages.length).toBeLessThanOrEqual(14)
      expect(messages[0]?.message_type).not.toBe('incoming')
      const times = messages.map(({ created_at }) => Date.parse(created_at))
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      texts.add(messages.map(({ content }) => content).join('\n'))

      const said = messages
        .filter(({ message_type }) => message_type === 'incoming')
        .map(({ content }) => content.toLowerCase())
        .join('\n')
      const told = [
        lead.prospect_name ?? lead.contact_name,
        lead.prospect_email ?? lead.contact_email,
        lead.prospect_phone ?? lead.contact_phone,
        lead.property_address,
        lead.property_size,
        lead.budget,
        lead.timeline,
        lead.service_availability,
        lead.service_additional_info,
      ]
      for (const fact of told) expect(said).toContain((fact ?? '').toLowerCase())
    }
    expect(texts.size).toBe(60)
  })

  it('keeps its new leads from becoming lost on the first day', () => {
    for (const { status, updated_at } of leads) {
      if (status !== 'new') continue
      expect(TEST_NOW.getTime() - Date.parse(updated_at)).toBeLessThan(29 * DAY_MS)
    }
  })

  it('has 8 FAQs, 5 questions, an unfinished profile, 9 days of trial, and only billing left to set up', async () => {
    expect(await get<unknown[]>(`${GREEN_ACRES}/faqs`)).toHaveLength(8)
    expect(await get<unknown[]>(`${GREEN_ACRES}/qualification-questions`)).toHaveLength(5)
    const profile = await get<Parameters<typeof completenessOf>[0]>(`${GREEN_ACRES}/profile`)
    expect(completenessOf(profile)).toBe(85)
    const organization = await get<Parameters<typeof trialOf>[0]>(GREEN_ACRES)
    expect(trialOf(organization, TEST_NOW)).toMatchObject({ isOnTrial: true, daysRemaining: 9 })
    expect(await get(`${GREEN_ACRES}/setup-status`)).toMatchObject({ agent: true, billing: false })
    expect(await get(`${GREEN_ACRES}/onboarding-progress`)).toMatchObject({ is_complete: true })
  })
})

describe('the other organizations', () => {
  it('Fresh Cut has no data and has not started onboarding', async () => {
    expect(await get('/api/v1/organizations/org_freshcut/leads')).toEqual([])
    expect(await get('/api/v1/organizations/org_freshcut/onboarding-progress')).toMatchObject({
      completed_steps: 0,
      is_complete: false,
    })
  })

  it('Rival Mowing has its own leads, which the owner of Green Acres cannot see', async () => {
    const path = '/api/v1/organizations/org_rivalmowing/leads'
    const theirs = (await (await server.fetchApi(path, { as: 'rival' })).json()) as Lead[]
    expect(theirs).toHaveLength(6)
    const ours = new Set(leads.map(({ id }) => id))
    expect(theirs.some(({ id }) => ours.has(id))).toBe(false)
    expect((await server.fetchApi(path)).status).toBe(403)
  })

  it('both users sign in with the demo password', async () => {
    const users = await server.deps.db.selectFrom('identity_users').selectAll().orderBy('email').execute()
    expect(users.map(({ email }) => email)).toEqual(['owner@fieldhand.test', 'rival@fieldhand.test'])
    for (const { password_hash } of users) {
      expect(await checkPassword('greener-pastures', password_hash)).toBe(true)
    }
  })
})

describe('seeding', () => {
  it('creates the same leads for the same clock', async () => {
    const again = await startTestServer()
    const same = await again.fetchApi(`${GREEN_ACRES}/leads`)
    expect(await same.json()).toEqual(leads)
    await again.close()
  })

  it('follows the clock', async () => {
    const later = await startTestServer({ now: new Date(TEST_NOW.getTime() + 3 * DAY_MS) })
    const moved = (await (await later.fetchApi(`${GREEN_ACRES}/leads`)).json()) as Lead[]
    await later.close()
    const shift = Date.parse(moved[7]?.created_at ?? '') - Date.parse(leads[7]?.created_at ?? '')
    expect(shift).toBe(3 * DAY_MS)
  })

  it('fills an empty database once, and never one that is in use', async () => {
    const { db, close } = await openTestDatabase()
    const deps = { db, clock: () => TEST_NOW }
    const done = await Promise.all([seedDemo(deps), seedDemo(deps), seedDemo(deps)])
    expect(done.filter(Boolean)).toHaveLength(1)
    await db.deleteFrom('leads').execute()
    expect(await seedDemo(deps)).toBe(false)
    expect(await db.selectFrom('leads').select('id').execute()).toEqual([])
    await close()

    const used = await openTestDatabase()
    await used.db
      .insertInto('organizations')
      .values({ id: 'org_mine', name: 'Mine', created_at: TEST_NOW })
      .execute()
    expect(await seedDemo({ db: used.db, clock: () => TEST_NOW })).toBe(false)
    await used.close()
  })
})
