import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LEAD_COLUMNS,
  type LeadSort,
  NEWEST_FIRST,
  nextSort,
  sortLeads,
} from '../../../../src/domain/leads/sort.ts'
import { buildLead } from '../../../support/build-lead.ts'

const leads = [
  buildLead({
    id: 'a',
    prospect_name: 'zoe',
    service_interest: 'Tree',
    created_at: '2026-11-03T00:00:00.000Z',
  }),
  buildLead({ id: 'b', prospect_name: 'Ada', status: 'lost', created_at: '2026-11-02T00:00:00.000Z' }),
  buildLead({ id: 'c', prospect_name: 'bo', service_interest: 'Lawn', status: 'converted' }),
  buildLead({ id: 'd', prospect_name: 'Lead 10', service_interest: 'Lawn', status: 'archived' }),
  buildLead({ id: 'e', prospect_name: 'Lead 9', service_interest: ' ' }),
]
const order = (column: LeadSort['column'], direction: LeadSort['direction']) =>
  sortLeads(leads, { column, direction })
    .map(({ id }) => id)
    .join('')

describe('sortLeads', () => {
  it.each([
    ['lead', 'ascending', 'bceda'],
    ['lead', 'descending', 'adecb'],
    ['service', 'ascending', 'cdaeb'],
    ['service', 'descending', 'acdeb'],
    ['status', 'ascending', 'eacbd'],
    ['status', 'descending', 'dbcea'],
    ['created', 'descending', 'cdeab'],
    ['created', 'ascending', 'bacde'],
  ] as const)('by %s %s', (column, direction, ids) => {
    expect(order(column, direction)).toBe(ids)
  })

  it('sorts accented letters next to their plain ones', () => {
    const named = ['Zoe', 'Émile', 'Eve', 'ada'].map((prospect_name) => buildLead({ prospect_name }))
    const sorted = sortLeads(named, { column: 'lead', direction: 'ascending' })
    expect(sorted.map(({ prospect_name }) => prospect_name)).toEqual(['ada', 'Émile', 'Eve', 'Zoe'])
  })

  it('does not change the given list and keeps all leads', () => {
    const some = fc.array(
      fc.record({ prospect_name: fc.option(fc.string()), service_interest: fc.option(fc.string()) }),
    )
    const sorts = fc.record({
      column: fc.constantFrom(...LEAD_COLUMNS),
      direction: fc.constantFrom('ascending' as const, 'descending' as const),
    })
    fc.assert(
      fc.property(some, sorts, (fields, sort) => {
        const given = Object.freeze(fields.map((field, index) => buildLead({ ...field, id: String(index) })))
        const once = sortLeads(given, sort)
        expect(new Set(once)).toEqual(new Set(given))
        expect(sortLeads(once.toReversed(), sort)).toEqual(once)
      }),
    )
  })
})

describe('nextSort', () => {
  it.each([
    ['lead', 'lead.ascending lead.descending created.descending'],
    ['status', 'status.ascending status.descending created.descending'],
    ['created', 'created.ascending created.descending created.ascending'],
  ] as const)('cycles through the orders of %s', (column, expected) => {
    let sort: LeadSort = NEWEST_FIRST
    const orders = [0, 1, 2].map(() => {
      sort = nextSort(sort, column)
      return `${sort.column}.${sort.direction}`
    })
    expect(orders.join(' ')).toBe(expected)
  })
})
