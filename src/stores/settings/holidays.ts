import { onMount, type ReadableAtom } from 'nanostores'
import { fetchHolidays } from '../../api/holidays.ts'
import type { Holiday } from '../../contract/holidays.ts'
import { optional } from '../query/optional.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'
import { onSettingsSaved } from './save.ts'

/** The public holidays where the business is; null from an API that has none, which knows no days off either. */
export const $holidays: ReadableAtom<QueryState<Holiday[] | null>> = organizationQuery<Holiday[] | null>({
  kind: 'holidays',
  read: optional(fetchHolidays),
})

// The time zone decides which holidays there are.
onMount($holidays, () =>
  onSettingsSaved(async () => {
    await $holidays.get().refetch()
  }),
)
