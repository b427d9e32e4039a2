import { describe, expect, it } from 'vitest'
import { chosenIn, routeOf } from '../../../server/texting/route.ts'

const NOW = new Date('2026-06-30T12:00:00Z')
const HOURS = 3_600_000
const at = (hoursAgo: number) => new Date(NOW.getTime() - hoursAgo * HOURS)
const contact = (organizationId: string, hoursAgo: number) => ({ organizationId, at: at(hoursAgo) })
const DAYS_31 = 31 * 24

describe('a text is for', () => {
  it.each([
    ['nobody, if no business was in touch', [], null],
    ['the only business', [contact('a', 5)], { to: 'a' }],
    [
      'the last one, if the other was in touch more than a day before',
      [contact('a', 30), contact('b', 2)],
      { to: 'b' },
    ],
    ['one of two within a day, the newest first', [contact('a', 5), contact('b', 2)], { ask: ['b', 'a'] }],
    ['one to be asked for, after 30 days', [contact('a', DAYS_31)], { ask: ['a'] }],
    ['the recent one of two', [contact('a', 100), contact('b', DAYS_31)], { to: 'a' }],
  ] as const)('%s', (_, contacts, route) => expect(routeOf(contacts, null, NOW)).toEqual(route))

  it('the business that was chosen, until another one writes', () => {
    const chosen = { organizationId: 'a', at: at(1) }
    expect(routeOf([contact('a', 5), contact('b', 2)], chosen, NOW)).toEqual({ to: 'a' })
    expect(routeOf([contact('a', 5), contact('b', 0)], chosen, NOW)).toEqual({ ask: ['b', 'a'] })
    expect(routeOf([contact('b', 2)], chosen, NOW)).toEqual({ to: 'b' })
  })
})

describe('an answer chooses', () => {
  const names = ['Green Acres Lawn & Landscape', 'Fresh Cut Co', 'Fresh Start']
  it.each([
    ['2', { index: 1, isWhole: true }],
    ['green acres', { index: 0, isWhole: true }],
    ['Its for fresh cut co, can you come friday', { index: 1, isWhole: false }],
    ['fresh', null],
    ['0', null],
    ['4', null],
    ['a', null],
    ['when are you coming', null],
  ] as const)('%j', (text, choice) => expect(chosenIn(text, names)).toEqual(choice))
})
