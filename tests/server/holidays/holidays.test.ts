import { expect, it } from 'vitest'
import { holidaysIn } from '../../../server/holidays/holidays.ts'
import { DEFAULT_HOLIDAYS } from '../../../src/contract/profile.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const daysOf = async (name: string, timezone: string, now = NOW) =>
  (await holidaysIn(timezone, now)).find((each) => each.name === name)

it('knows the holidays on which most businesses close, with their next days', async () => {
  const holidays = await holidaysIn('America/New_York', NOW)
  const shown = holidays.filter(({ isPublic }) => isPublic).map(({ name }) => name)
  expect(shown).toEqual(expect.arrayContaining([...DEFAULT_HOLIDAYS]))
  expect(shown[0]).toBe('Thanksgiving Day')
  expect(shown).not.toContain('Halloween')
  expect(await daysOf('Thanksgiving Day', 'America/New_York')).toMatchObject({
    days: ['2026-11-26', '2027-11-25'],
  })
  expect(await daysOf('Memorial Day', 'America/New_York')).toMatchObject({ days: ['2027-05-31'] })
})

it('adds the day on which a holiday on a weekend is observed', async () => {
  expect(await daysOf('Independence Day', 'America/Chicago')).toMatchObject({
    days: ['2027-07-04', '2027-07-05'],
    dates: ['2027-07-04'],
  })
})

it('has the holidays of the country, and those of the United States for other zones', async () => {
  expect(await daysOf('Boxing Day', 'Europe/London')).toBeDefined()
  expect(await daysOf('Thanksgiving Day', 'Europe/London')).toBeUndefined()
  expect(await daysOf('Thanksgiving Day', 'UTC')).toBeDefined()
  expect(await daysOf('Thanksgiving Day', 'Mars/Olympus')).toBeDefined()
})

it("keeps yesterday's holiday, whose hours can reach into today, across the end of a year too", async () => {
  const days = (now: string) => daysOf("New Year's Day", 'America/New_York', new Date(now))
  expect((await days('2027-01-02T15:00:00Z'))?.days[0]).toBe('2027-01-01')
  expect((await days('2027-01-03T15:00:00Z'))?.days[0]).not.toBe('2027-01-01')
  // In New York, it is still December 31.
  expect((await days('2027-01-01T04:00:00Z'))?.days[0]).toBe('2027-01-01')
})
