import { listHolidays } from '../../src/contract/holidays.ts'
import { dayIn } from '../../src/domain/settings/business-hours.ts'
import { holidaysIn } from '../holidays/holidays.ts'
import { type Api, mount } from '../http/mount.ts'
import { readProfile } from './stored-profile.ts'

/** Mounts the endpoint for the public holidays, from which the owner chooses the days when the business is closed. */
export function mountHolidays(api: Api): void {
  const { db, clock } = api.deps
  mount(api, listHolidays, async ({ organizationId }) => {
    const { timezone } = await readProfile(db, organizationId)
    const now = clock()
    const today = dayIn(timezone, now)
    const holidays = await holidaysIn(timezone, now)
    return holidays
      .filter(({ isPublic }) => isPublic)
      .map(({ name, days }) => ({ name, days: days.filter((day) => day >= today) }))
      .filter(({ days }) => days.length > 0)
      .toSorted((a, b) => ((a.days[0] ?? '') < (b.days[0] ?? '') ? -1 : 1))
  })
}
