import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  filterCount,
  filterLeads,
  isUnfiltered,
  type LeadFilter,
  LINK_FILTERS,
  matchingLeads,
  NO_FILTER,
  sameFilter,
} from '../../../../src/domain/leads/filter.ts'
import { buildLead } from '../../../support/build-lead.ts'

const NEW_YORK = 'America/New_York'
const leads = [
  buildLead({ id: 'a', prospect_name: 'Ada Green', service_interest: 'Snow Removal' }),
  buildLead({ id: 'b', contact_name: 'Bob', contact_email: 'BOB@example.com', status: 'lost' }),
  buildLead({ id: 'd', contact_name: 'Jose\u0301 O’Brien-Núñez', contact_phone: '+44 (0)20 7946 0958' }),
  buildLead({ id: 'c', prospect_email: 'cleo@example.com', prospect_phone: '555-0101', status: 'converted' }),
]
const BOOKED = { booking_start_time: '2026-11-19T20:00:00Z', booking_status: 'scheduled' }
const CANCELED = { ...BOOKED, booking_status: 'cancelled' }
const found = (filter: Partial<LeadFilter>) =>
  filterLeads(leads, { ...NO_FILTER, ...filter }, NEW_YORK).map(({ id }) => id)

describe('filterLeads', () => {
  it.each([
    ['a name', { search: 'ada' }, ['a']],
    ['a service', { search: 'SNOW' }, ['a']],
    ['an email in another case', { search: 'bob@EXAMPLE' }, ['b']],
    ['one of several words', { search: 'example.com' }, ['b', 'c']],
    ['text with surrounding spaces', { search: '  green ' }, ['a']],
    ['words of several fields, in any order', { search: 'example, bob' }, ['b']],
    ['part of a phone number', { search: '5-01' }, ['c']],
    ['too few digits of a phone number', { search: '55' }, []],
    ['a phone number in another notation', { search: '(555) 0101' }, ['c']],
    ['a name without its accents', { search: 'obrien-nunez' }, ['d']],
    ['a name in another notation of its accents', { search: 'José' }, ['d']],
    ['another apostrophe', { search: "O'Brien" }, ['d']],
    ['a phone number from abroad', { search: '0044 20 7946 0958' }, ['d']],
    ['a phone number without its country', { search: '020 7946 0958' }, ['d']],
    ['a phone number copied from contacts', { search: '\u202a(020)\u00a07946\u20110958\u202c' }, ['d']],
    ['pattern characters', { search: '.*' }, []],
    ['a status', { status: 'lost' as const }, ['b']],
    ['text and status', { search: 'example', status: 'converted' as const }, ['c']],
    ['nothing', {}, ['a', 'b', 'd', 'c']],
  ])('finds by %s', (_, filter, ids) => {
    expect(found(filter)).toEqual(ids)
  })

  it('returns the same list if there is no filter', () => {
    expect(filterLeads(leads, { ...NO_FILTER, search: '  ' }, NEW_YORK)).toBe(leads)
  })

  it.each([
    ['the last moment before the first day', '2026-11-18T04:59:59.999Z', false],
    ['the first moment of the first day', '2026-11-18T05:00:00.000Z', true],
    ['the last moment of the last day', '2026-11-21T04:59:59.999Z', true],
    ['the first moment after the last day', '2026-11-21T05:00:00.000Z', false],
  ])('uses the days of the time zone: %s', (_, created_at, isIn) => {
    const filter = { ...NO_FILTER, from: '2026-11-18', to: '2026-11-20' }
    expect(filterLeads([buildLead({ created_at })], filter, NEW_YORK)).toHaveLength(isIn ? 1 : 0)
  })

  it('accepts a range with one open end', () => {
    const created_at = '2026-11-18T05:00:00.000Z'
    const count = (filter: Partial<LeadFilter>) =>
      filterLeads([buildLead({ created_at })], { ...NO_FILTER, ...filter }, NEW_YORK).length
    expect(count({ from: '2026-11-18' })).toBe(1)
    expect(count({ from: '2026-11-19' })).toBe(0)
    expect(count({ to: '2026-11-18' })).toBe(1)
    expect(count({ to: '2026-11-17' })).toBe(0)
  })

  it('keeps the order and finds every lead by a part of its name', () => {
    const people = fc.array(fc.string({ minLength: 1 }), { minLength: 1 })
    fc.assert(
      fc.property(people, fc.nat(), (names, pick) => {
        const many = names.map((prospect_name, index) => buildLead({ id: String(index), prospect_name }))
        const wanted = pick % names.length
        const hits = filterLeads(many, { ...NO_FILTER, search: names[wanted] ?? '' }, NEW_YORK)
        const ids = hits.map(({ id }) => Number(id))
        expect(ids).toContain(wanted)
        expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('filters by a link', () => {
  const from = [
    {
      ...buildLead({ id: 'a', source: 'chat', contact_phone: '555 0101', ...BOOKED }),
      page: '/mowing',
      utm_source: 'google',
      utm_medium: 'cpc',
    },
    {
      ...buildLead({ id: 'b', source: 'manual', status: 'lost', ...CANCELED }),
      page: '/mowing',
      utm_source: null,
    },
    // An API that does not know the page and the campaign.
    {
      ...buildLead({ id: 'c', source: 'chat', prospect_email: 'c@example.com' }),
      page: undefined,
      utm_source: undefined,
    },
  ]

  it.each([
    [{ source: 'chat' }, ['a', 'c']],
    [{ path: '/mowing' }, ['a', 'b']],
    [{ path: '/' }, []],
    [{ utm: 'google · cpc' }, ['a']],
    [{ utm: 'google' }, []],
    [{ has: 'no-answer' as const }, ['a', 'c']],
    [{ path: '/mowing', status: 'lost' as const }, ['b']],
    [{ has: 'contact' as const }, ['a', 'c']],
    [{ has: 'booking' as const }, ['a']],
    [{ has: 'contact' as const, utm: 'google · cpc' }, ['a']],
  ])('%j', (filter, ids) => {
    const whole = { ...NO_FILTER, ...filter }
    expect(filterLeads(from, whole, NEW_YORK).map(({ id }) => id)).toEqual(ids)
    // The server knows only the status.
    const source = {
      all: from,
      found: from.filter(({ status }) => !whole.status || status === whole.status),
      foundFor: whole,
    }
    expect(matchingLeads(source, whole, NEW_YORK)?.map(({ id }) => id)).toEqual(ids)
  })
})

describe('filterCount', () => {
  it('counts a range of days once, and not the search', () => {
    expect(filterCount({ ...NO_FILTER, search: 'ada' })).toBe(0)
    expect(filterCount({ ...NO_FILTER, from: '2026-11-01', to: '2026-11-02', path: '/' })).toBe(2)
  })
})

describe('sameFilter', () => {
  it('ignores only whitespace around the text', () => {
    const filter: LeadFilter = { ...NO_FILTER, search: 'ada', status: 'new', from: '2026-11-01' }
    expect(sameFilter(filter, { ...filter, search: ' ada ' })).toBe(true)
    expect(sameFilter(filter, { ...filter, search: 'Ada' })).toBe(false)
    expect(sameFilter(filter, { ...filter, status: null })).toBe(false)
    expect(sameFilter(filter, { ...filter, from: null })).toBe(false)
    expect(sameFilter(filter, { ...filter, to: '2026-11-02' })).toBe(false)
    for (const name of LINK_FILTERS) {
      expect(sameFilter(filter, { ...filter, [name]: 'x' })).toBe(false)
      expect(isUnfiltered({ ...NO_FILTER, [name]: 'x' })).toBe(false)
    }
    expect(isUnfiltered(filter)).toBe(false)
    expect(isUnfiltered(NO_FILTER)).toBe(true)
  })
})

describe('matchingLeads', () => {
  const filter: LeadFilter = { ...NO_FILTER, search: 'example' }
  const answer = [buildLead({ id: 'server' })]

  it('filters loaded leads until the server has answered', () => {
    const source = { all: leads, found: undefined, foundFor: NO_FILTER }
    expect(matchingLeads(source, filter, NEW_YORK)?.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it("prefers the server's answer", () => {
    expect(matchingLeads({ all: leads, found: answer, foundFor: filter }, filter, NEW_YORK)).toBe(answer)
  })

  it('ignores the answer to a different query', () => {
    const source = { all: leads, found: answer, foundFor: { ...filter, search: 'exam' } }
    expect(matchingLeads(source, filter, NEW_YORK)?.map(({ id }) => id)).toEqual(['b', 'c'])
  })

  it('returns nothing until data has loaded', () => {
    const source = { all: undefined, found: undefined, foundFor: NO_FILTER }
    expect(matchingLeads(source, NO_FILTER, NEW_YORK)).toBeUndefined()
    expect(matchingLeads({ ...source, found: answer }, filter, NEW_YORK)).toBeUndefined()
  })

  it('drops leads whose status has changed since', () => {
    const byStatus: LeadFilter = { ...NO_FILTER, status: 'new' }
    const changed = [buildLead({ id: 'x' }), buildLead({ id: 'y', status: 'lost' })]
    const rows = matchingLeads({ all: leads, found: changed, foundFor: byStatus }, byStatus, NEW_YORK)
    expect(rows?.map(({ id }) => id)).toEqual(['x'])
  })
})
