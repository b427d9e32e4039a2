import { describe, expect, test } from 'vitest'
import {
  MOST_REMEMBERED,
  type PaletteItem,
  paletteResults,
  withRecent,
} from '../../../../src/domain/palette/results.ts'

const item = (group: PaletteItem['group'], label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: `${group}:${label}`,
  group,
  label,
  ...more,
})

const ITEMS = [
  item('Screens', 'Dashboard'),
  item('Screens', 'Leads'),
  item('Leads', 'Billy Ray'),
  item('Settings fields', 'Business Name'),
  item('Actions', 'Add lead'),
  item('Actions', 'Logout'),
]

const shown = (query: string, recent: string[] = [], items = ITEMS) =>
  paletteResults(items, query, recent).map(({ group, items: found }) => [
    group,
    ...found.map(({ label }) => label),
  ])

describe('without a query', () => {
  test('screens and actions are listed, in their order', () => {
    expect(shown(' ')).toEqual([
      ['Screens', 'Dashboard', 'Leads'],
      ['Actions', 'Add lead', 'Logout'],
    ])
  })

  test('recent items come first, latest first, and only there', () => {
    expect(shown('', ['Leads:Billy Ray', 'Screens:Leads'])).toEqual([
      ['Recent', 'Billy Ray', 'Leads'],
      ['Screens', 'Dashboard'],
      ['Actions', 'Add lead', 'Logout'],
    ])
  })

  test('items that no longer exist or are disabled are no recent items, and five are shown', () => {
    const disabled = ITEMS.map((one) => (one.label === 'Leads' ? { ...one, isDisabled: true } : one))
    expect(shown('', ['Leads:gone', 'Screens:Leads'], disabled)[0]?.[0]).toBe('Screens')
    const all = ITEMS.map(({ id }) => id)
    expect(shown('', all)[0]).toHaveLength(1 + 5)
  })
})

describe('with a query', () => {
  test('the group with the best match comes first, and the best match in a group', () => {
    expect(shown('lead')).toEqual([
      ['Screens', 'Leads'],
      ['Actions', 'Add lead'],
    ])
    expect(shown('add')[0]).toEqual(['Actions', 'Add lead'])
    expect(shown('zzz')).toEqual([])
  })

  test('a group shows eight matches and counts the others', () => {
    const leads = Array.from({ length: 11 }, (_, index) => item('Leads', `Ann ${index}`))
    const [group] = paletteResults(leads, 'ann', [])
    expect(group?.items).toHaveLength(8)
    expect(group?.more).toBe(3)
    expect(group?.items[0]?.label).toBe('Ann 0')
  })
})

test('the latest choice comes first, once, and old ones are dropped', () => {
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a'])
  const many = Array.from({ length: 30 }, (_, index) => `id${index}`)
  expect(many.reduce<string[]>(withRecent, [])).toEqual(many.slice(-MOST_REMEMBERED).reverse())
})
