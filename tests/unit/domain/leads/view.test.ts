import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LEAD_STATUSES } from '../../../../src/contract/leads.ts'
import { LEAD_ASSETS } from '../../../../src/domain/leads/filter.ts'
import { LEAD_COLUMNS } from '../../../../src/domain/leads/sort.ts'
import {
  DEFAULT_VIEW,
  type LeadView,
  PAGE_SIZES,
  pageOf,
  readLeadView,
  totalText,
  writeLeadView,
} from '../../../../src/domain/leads/view.ts'

const read = (search: string) => readLeadView(new URLSearchParams(search))
const write = (view: LeadView) => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(writeLeadView(view))) if (value) params.set(name, value)
  return params
}

describe('the view in the URL', () => {
  it('is the default view without parameters', () => {
    expect(read('')).toEqual(DEFAULT_VIEW)
    expect(write(DEFAULT_VIEW).toString()).toBe('')
  })

  it('contains everything that differs from the default', () => {
    const view: LeadView = {
      search: 'ada & co',
      status: 'converted',
      from: '2026-11-01',
      to: '2026-11-20',
      source: null,
      path: null,
      utm: null,
      has: 'booking',
      sort: { column: 'lead', direction: 'descending' },
      page: 3,
      pageSize: 50,
    }
    expect(write(view).toString()).toBe(
      'search=ada+%26+co&status=converted&from=2026-11-01&to=2026-11-20&has=booking&sort=lead.desc&page=3&size=50',
    )
  })

  it.each([
    'status=gone',
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e99',
    'size=7',
    'sort=budget',
    'from=soon',
    'to=2026-02-30',
    'has=everything',
  ])('ignores invalid parameters: %s', (search) => {
    expect(read(search)).toEqual(DEFAULT_VIEW)
  })

  it('reads where leads came from, and the visitor’s page also from `page`', () => {
    expect(read('source=chat&path=%2Fmowing&utm=google')).toEqual({
      ...DEFAULT_VIEW,
      source: 'chat',
      path: '/mowing',
      utm: 'google',
    })
    expect(read('page=%2Fmowing')).toEqual({ ...DEFAULT_VIEW, path: '/mowing' })
    expect(read('page=%2Fmowing&page=3')).toEqual({ ...DEFAULT_VIEW, path: '/mowing', page: 3 })
    expect(write({ ...DEFAULT_VIEW, path: '/mowing', page: 3 }).toString()).toBe('path=%2Fmowing&page=3')
  })

  it('removes characters from a search that no server stores', () => {
    expect(read('search=%00')).toEqual(DEFAULT_VIEW)
    expect(read('search=a%00b').search).toBe('ab')
    expect(read(`search=${'x'.repeat(499)}%F0%9F%8C%B1`).search).toBe('x'.repeat(499))
  })

  it('truncates a search that is too long for the server', () => {
    expect(read(`search=${'x'.repeat(10_000)}`).search).toHaveLength(500)
  })

  it('round-trips', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const views: fc.Arbitrary<LeadView> = fc.record({
      search: fc.string({ maxLength: 100 }).map((text) => text.trim()),
      status: fc.constantFrom(...LEAD_STATUSES, null),
      from: fc.option(day),
      to: fc.option(day),
      source: fc.option(fc.constantFrom('chat', 'phone & mail')),
      path: fc.option(fc.constantFrom('/', '/tree-removal?x=1')),
      utm: fc.option(fc.constantFrom('google', '2')),
      has: fc.constantFrom(...LEAD_ASSETS, null),
      sort: fc.record({
        column: fc.constantFrom(...LEAD_COLUMNS),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
      page: fc.integer({ min: 1, max: 10_000 }),
      pageSize: fc.constantFrom(...PAGE_SIZES),
    })
    fc.assert(
      fc.property(views, (view) => {
        expect(readLeadView(write(view))).toEqual(view)
      }),
    )
  })
})

describe('pageOf', () => {
  const rows = Array.from({ length: 45 }, (_, index) => index)

  it.each([
    [1, 20, 1, 0, 20],
    [3, 20, 3, 40, 5],
    [9, 20, 3, 40, 5],
    [1, 100, 1, 0, 45],
  ])('page %d of %d', (page, pageSize, shown, first, count) => {
    const result = pageOf(rows, { page, pageSize })
    expect(result.page).toBe(shown)
    expect(result.rows[0]).toBe(first)
    expect(result.rows).toHaveLength(count)
  })

  it('has one empty page without leads', () => {
    expect(pageOf([], { page: 4, pageSize: 20 })).toEqual({ page: 1, rows: [] })
  })
})

describe('totalText', () => {
  it.each([
    [60, [1, 20], '1-20 of 60 leads'],
    [1, [1, 1], '1-1 of 1 lead'],
    [10_000, [9_981, 10_000], '9,981-10,000 of 10,000 leads'],
  ] as const)('of %d', (total, range, text) => {
    expect(totalText(total, range)).toBe(text)
  })
})
