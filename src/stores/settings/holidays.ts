import { onMount, type ReadableAtom } from 'nanostores'
import { fetchHolidays } from '../../api/holidays.ts'
import type { Holiday } from '../../contract/holidays.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { onSettingsSaved } from './save.ts'

/**
 * The public holidays at the business's location; null if the API has no holidays, in which case it does not support
 * days off either.
 */
export const $holidays: ReadableAtom<QueryState<Holiday[] | null>> = organizationQuery<Holiday[] | null>({
  kind: 'holidays',
  read: optional(fetchHolidays),
})

// The holidays depend on the business's time zone.
onMount($holidays, () =>
  onSettingsSaved(async () => {
    await $holidays.get().refetch()
  }),
)
