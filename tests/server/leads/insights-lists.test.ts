import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../dev/demo/random.ts'
import type { LeadsTable } from '../../../server/db/schema.ts'
import { getInsights } from '../../../src/contract/insights.ts'
import type { Lead } from '../../../src/contract/leads.ts'
import {
  campaignLink,
  leadsLink,
  stepLinks,
  totalOf,
  waitingLink,
} from '../../../src/domain/dashboard/insights.ts'
import { filterLeads, filterOf } from '../../../src/domain/leads/filter.ts'
import { readLeadView } from '../../../src/domain/leads/view.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH } from '../../support/api.ts'
import { sharedServer, TEST_NOW } from '../../support/server.ts'

const LEADS = 5_000
/** Including half hours, quarter hours, and clock changes of 30 minutes, at midnight, and within the period. */
const ZONES = [
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'UTC',
]

const server = await sharedServer()
let leads: Lead[]

beforeAll(async () => {
  const random = createRandom(20_261_120)
  const maybe = <Value>(value: Value) => (random.chance(0.6) ? value : null)
  const rows = Array.from({ length: LEADS }, (_, index): Insertable<LeadsTable> => {
    const created = TEST_NOW.getTime() - Math.floor(random.next() * 200 * 24 * HOUR_MS)
    const created_at = new Date(random.chance(0.3) ? created - (created % HOUR_MS) : created)
    const isTagged = random.chance(0.4)
    return {
      id: `random-${index}`,
      organization_id: FRESH,
      status: random.pick(['new', 'new', 'converted', 'lost']),
      source: random.pick(['website_chat', 'phone', 'manual', 'import', 'A fair on Main Street']),
      page: maybe(random.pick(['/', '/mowing', '/mowing/a b&c'])),
      utm_source: isTagged ? maybe(random.pick(['google', 'bing'])) : null,
      utm_medium: isTagged ? maybe('cpc') : null,
      utm_campaign: isTagged ? maybe(random.pick(['fall sale', 'spring & summer'])) : null,
      contact_phone: maybe(random.pick(['', ' ', '614-555-0100'])),
      prospect_email: maybe(random.pick(['', 'a@example.com'])),
      booking_start_time: random.chance(0.3) ? new Date(created_at.getTime() + 48 * HOUR_MS + index) : null,
      booking_status: maybe(random.pick(['scheduled', 'cancelled'])),
      answered_at: random.chance(0.5) ? new Date(created_at.getTime() + random.int(0, 3_000_000)) : null,
      created_at,
      updated_at: created_at,
    }
  })
  for (let from = 0; from < LEADS; from += 1_000) {
    await server.deps.db
      .insertInto('leads')
      .values(rows.slice(from, from + 1_000))
      .execute()
  }
  await importEvery(7)
  const answer = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads`)
  leads = (await answer.json()) as Lead[]
})

/** Records that each nth lead was imported, whatever source its file named. */
async function importEvery(nth: number): Promise<void> {
  const { db } = server.deps
  const file = { organization_id: FRESH, file_name: 'a.csv', file_hash: 'hash', rows: LEADS }
  const made = { created_by: 'user_1', created_at: TEST_NOW }
  await db
    .insertInto('lead_imports')
    .values({ ...file, ...made, id: 'import' })
    .execute()
  const rows = Array.from({ length: Math.floor(LEADS / nth) }, (_, row) => ({
    organization_id: FRESH,
    id: `import:${row}`,
    import_id: 'import',
    row,
    outcome: 'imported',
    lead_id: `random-${row * nth}`,
    at: TEST_NOW,
  }))
  await db.insertInto('lead_import_rows').values(rows).execute()
}

describe.each(ZONES)('insights in %s', (timezone) => {
  it.each(['7', '30', '90'])('count over %s days what the lists behind their links contain', async (days) => {
    const { body } = await call(server, getInsights, { params: { orgId: FRESH }, query: { days, timezone } })
    const countBehind = (link: string) => {
      const { searchParams } = new URL(link, 'https://console.test')
      return filterLeads(leads, filterOf(readLeadView(searchParams)), timezone).length
    }
    const byDay = [...body.previous, ...body.days]
    expect(byDay.map((each) => countBehind(leadsLink([each])))).toEqual(byDay.map((each) => each.leads))
    expect(countBehind(leadsLink(body.days))).toBe(totalOf(body, 'leads').now)
    expect(stepLinks(body).map(({ href }) => href && countBehind(href))).toEqual(
      stepLinks(body).map(({ href, count }) => href && count),
    )
    expect(countBehind(waitingLink(body.days))).toBe(body.response.waiting)
    for (const { source, leads: count } of body.sources) {
      expect(countBehind(leadsLink(body.days, { source })), source).toBe(count)
    }
    for (const { page, leads: count } of body.pages) {
      expect(countBehind(leadsLink(body.days, { page })), page).toBe(count)
    }
    expect(body.utm.length).toBeGreaterThan(5)
    for (const campaign of body.utm) {
      expect(countBehind(campaignLink(body.days, campaign)), JSON.stringify(campaign)).toBe(campaign.leads)
    }
  })
})
