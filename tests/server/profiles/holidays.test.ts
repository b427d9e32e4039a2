import { beforeEach, expect, it } from 'vitest'
import { type Holiday, listHolidays } from '../../../src/contract/holidays.ts'
import { DEFAULT_HOLIDAYS, putProfile } from '../../../src/contract/profile.ts'
import { getWidgetConfig } from '../../../src/contract/widget.ts'
import { call, clear, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }

beforeEach(() => {
  server.clock.set(new Date('2026-11-26T15:00:00Z'))
  return clear(server, FRESH)
})

const holidays = async (): Promise<Holiday[]> => (await call(server, listHolidays, { params })).body
const closures = async (org: string) =>
  (await call(server, getWidgetConfig, { params: { org } })).body.closures

it('lists the public holidays of the country in which the business is, next first', async () => {
  const [first] = await holidays()
  expect(first).toEqual({ name: 'Thanksgiving Day', days: ['2026-11-26', '2027-11-25'] })
  expect((await holidays()).map(({ name }) => name)).toEqual(expect.arrayContaining([...DEFAULT_HOLIDAYS]))
  await call(server, putProfile, { params, body: { timezone: 'Europe/Paris' } })
  const french = (await holidays()).map(({ name }) => name)
  expect(french).toContain('Bastille Day')
  expect(french).not.toContain('Thanksgiving Day')
})

it('begins with today in the zone of the business', async () => {
  server.clock.set(new Date('2026-11-27T04:59:00Z'))
  expect((await holidays())[0]?.name).toBe('Thanksgiving Day')
  server.clock.set(new Date('2026-11-27T05:00:00Z'))
  expect((await holidays())[0]?.name).not.toBe('Thanksgiving Day')
})

it('tells the widget on which days the business is closed, not why', async () => {
  const note = 'Knee surgery'
  const days_off = [
    { from: '2026-10-01', to: '2026-10-09', note },
    { from: '2026-12-01', to: '2026-12-02', note },
  ]
  await call(server, putProfile, {
    params: { orgId: GREEN },
    body: { days_off, holidays_closed: ['Thanksgiving Day'] },
  })
  expect(await closures(GREEN)).toEqual([
    { from: '2026-12-01', to: '2026-12-02' },
    { from: '2026-11-26', to: '2026-11-26' },
    { from: '2027-11-25', to: '2027-11-25' },
  ])
})
