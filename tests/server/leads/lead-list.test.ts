import { gunzipSync } from 'node:zlib'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { LeadsTable } from '../../../server/db/schema.ts'
import { getLeadStats, type LeadQuery, listLeads } from '../../../src/contract/leads.ts'
import { call, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()

type Row = Partial<Insertable<LeadsTable>>

/** Replaces the leads of the empty organization. */
async function store(rows: Row[]): Promise<void> {
  const { db } = server.deps
  await db.deleteFrom('leads').where('organization_id', '=', FRESH).execute()
  const at = new Date('2026-03-01T12:00:00Z')
  const values = rows.map((row, index) => ({
    id: `lead-${index}`,
    organization_id: FRESH,
    status: 'new',
    source: 'website',
    created_at: at,
    updated_at: at,
    ...row,
  }))
  for (let from = 0; from < values.length; from += 500) {
    await db
      .insertInto('leads')
      .values(values.slice(from, from + 500))
      .execute()
  }
}

async function find(query: Record<string, string>): Promise<string[]> {
  const { body } = await call(server, listLeads, { params: { orgId: FRESH }, query: query as LeadQuery })
  return body.map(({ id }: { id: string }) => id)
}

describe('the list', () => {
  it('is empty without leads and never contains those of another organization', async () => {
    await store([])
    expect(await find({})).toEqual([])
    const green = await call(server, listLeads, { params: { orgId: GREEN } })
    expect(green.body).toHaveLength(60)
    const rival = await call(server, listLeads, { params: { orgId: RIVAL }, as: 'rival' })
    const ids = new Set(green.body.map(({ id }: { id: string }) => id))
    expect(rival.body.filter(({ id }: { id: string }) => ids.has(id))).toEqual([])
  })

  it('is newest first, and stable for equal times', async () => {
    await store([
      { id: 'old', created_at: '2026-01-01T00:00:00Z' },
      { id: 'b' },
      { id: 'a' },
      { id: 'young', created_at: '2026-04-01T00:00:00Z' },
    ])
    expect(await find({})).toEqual(['young', 'a', 'b', 'old'])
  })

  it('filters by status', async () => {
    await store([{ id: 'n' }, { id: 'c', status: 'converted' }, { id: 'l', status: 'lost' }])
    expect(await find({ status: 'converted' })).toEqual(['c'])
    expect(await find({ status: 'lost', search: 'nobody' })).toEqual([])
  })
})

describe('the search', () => {
  beforeAll(() =>
    store([
      { id: 'prospect', prospect_name: 'Zoë Émile' },
      { id: 'contact', contact_name: 'Hank 100%' },
      { id: 'prospect-mail', prospect_email: 'z_z@example.test' },
      { id: 'contact-mail', contact_email: 'back\\slash@example.test' },
      { id: 'service', service_interest: 'Irrigation Systems' },
      { id: 'abroad', contact_name: 'Jose\u0301 O’Brien-Núñez', contact_phone: '+44 (0)20 7946 0958' },
      {
        id: 'elsewhere',
        notes: 'Hank',
        prospect_phone: '+1 (614) 555-0142',
        prospect_address: 'Irrigation Road',
      },
    ]),
  )

  it.each([
    ['zoë', ['prospect']],
    ['ÉMILE', ['prospect']],
    ['hank', ['contact']],
    ['%', ['contact']],
    ['_', ['prospect-mail']],
    ['\\', ['contact-mail']],
    ['@EXAMPLE', ['contact-mail', 'prospect-mail']],
    ['irrigation', ['service']],
    ['  irrigation  ', ['service']],
    ['5550', ['elsewhere']],
    ['614-555', ['elsewhere']],
    ['1 614 555 0142', ['elsewhere']],
    ['+1 614', ['elsewhere']],
    ['\u202a(614)\u00a0555\u20110142\u202c', ['elsewhere']],
    ['٦١٤٥٥٥٠١٤٢', ['elsewhere']],
    ['zoe emile', ['prospect']],
    ['José', ['abroad']],
    ["O'Brien", ['abroad']],
    ['obrien nunez', ['abroad']],
    ['obrien-nunez', ['abroad']],
    ['+44 20 7946 0958', ['abroad']],
    ['0044 20 7946 0958', ['abroad']],
    ['020 7946 0958', ['abroad']],
    ['55', []],
    ['5559', []],
  ])('for %j covers names, emails, services, and phone numbers', async (search, ids) => {
    expect(await find({ search })).toEqual(ids)
  })

  it.each(['', '   '])('for %j finds all', async (search) => {
    expect(await find({ search })).toHaveLength(7)
  })
})

describe('the date range', () => {
  it('covers whole days in the given time zone', async () => {
    await store([
      { id: 'eve', created_at: '2026-03-08T04:59:59.999Z' },
      { id: 'first', created_at: '2026-03-08T05:00:00Z' },
      { id: 'last', created_at: '2026-03-09T03:59:59.999999Z' },
      { id: 'after', created_at: '2026-03-09T04:00:00Z' },
    ])
    const day = { date_from: '2026-03-08', date_to: '2026-03-08' }
    expect(await find({ ...day, timezone: 'America/New_York' })).toEqual(['last', 'first'])
    expect(await find(day)).toEqual(['first', 'eve'])
    expect(await find({ date_from: '2026-03-09', timezone: 'America/New_York' })).toEqual(['after'])
    expect(await find({ date_to: '2026-03-07', timezone: 'America/New_York' })).toEqual(['eve'])
    expect(await find({ date_from: '2026-03-10', date_to: '2026-03-01' })).toEqual([])
  })

  it.each([
    [{ timezone: 'Mars/Olympus' }, 'Expected a time zone such as America/New_York'],
    [{ timezone: '+05:00' }, 'Expected a time zone such as America/New_York'],
    [{ date_from: '2026-02-30' }, 'Expected a date as YYYY-MM-DD'],
    [{ date_from: '08/03/2026' }, 'Expected a date as YYYY-MM-DD'],
    [{ date_to: '0000-01-01' }, 'Expected a date as YYYY-MM-DD'],
  ])('refuses %o', async (query, message) => {
    const answer = await call(server, listLeads, { params: { orgId: FRESH }, query })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ message, details: [{ path: Object.keys(query)[0], message }] })
  })
})

describe('the stats', () => {
  const stats = async () => (await call(server, getLeadStats, { params: { orgId: FRESH } })).body

  it('are zero without leads', async () => {
    await store([])
    expect(await stats()).toEqual({
      total: 0,
      new: 0,
      converted: 0,
      lost: 0,
      conversion_rate: 0,
      by_status: { new: 0, converted: 0, lost: 0 },
      by_source: {},
    })
  })

  it('count by status and source, including an old status', async () => {
    await store([
      {},
      { status: 'converted' },
      { status: 'lost', source: 'manual' },
      { status: 'qualified', source: 'manual' },
      { status: 'lost' },
      { status: 'new' },
    ])
    const { conversion_rate: rate, ...counts } = await stats()
    expect(rate).toBeCloseTo(100 / 6)
    expect(counts).toEqual({
      total: 6,
      new: 2,
      converted: 1,
      lost: 2,
      by_status: { new: 2, converted: 1, lost: 2, qualified: 1 },
      by_source: { website: 4, manual: 2 },
    })
  })
})

describe('10,000 leads', () => {
  it('arrive complete, in order, compressed, in one response', async () => {
    await store(
      Array.from({ length: 10_000 }, (_, index) => ({
        id: `lead-${String(index).padStart(5, '0')}`,
        created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 1000),
        prospect_name: `Person ${index}`,
        prospect_email: `person${index}@example.test`,
        prospect_phone: `+1555${String(index).padStart(7, '0')}`,
        prospect_address: `${index} Main Street, Springfield`,
        service_interest: ['Lawn Care & Maintenance', 'Tree Services', 'Snow Removal'][index % 3] ?? null,
        extracted_metadata: JSON.stringify({ name: `Person ${index}`, budget: `$${index}` }),
      })),
    )
    const response = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads`, {
      as: 'owner',
      headers: { 'Accept-Encoding': 'gzip' },
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(bytes)
    const leads: { id: string; created_at: string }[] = JSON.parse(text.toString())
    const order = leads.map(({ id, created_at }) => [-Date.parse(created_at), id] as const)
    const sorted = order.toSorted(([a, first], [b, second]) => a - b || (first < second ? -1 : 1))
    expect(order.map(String).join('\n')).toBe(sorted.map(String).join('\n'))
    expect(new Set(leads.map(({ id }) => id)).size).toBe(10_000)
    expect(bytes.byteLength).toBeLessThan(text.byteLength / 8)
  })
})
