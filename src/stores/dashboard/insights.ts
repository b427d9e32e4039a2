import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { fetchInsights } from '../../api/insights.ts'
import type { InsightPeriod, Insights } from '../../contract/insights.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $today } from '../base/time.ts'
import { deviceTimeZone } from '../settings/profile.ts'

const $chosen = atom<InsightPeriod>(30)

/** The length of the displayed period in days. */
export const $insightPeriod: ReadableAtom<InsightPeriod> = $chosen

export function chooseInsightPeriod(days: InsightPeriod): void {
  $chosen.set(days)
}

const read = optional(fetchInsights)

/** The counts of the chosen period, in this device's time zone; null if the API does not provide them. */
export const $insights: ReadableAtom<QueryState<Insights | null>> = organizationQuery({
  kind: 'insights',
  $input: computed($chosen, (days) => ({ days: String(days), timezone: deviceTimeZone() })),
  read: (organizationId, signal, query) => read(organizationId, query, signal),
})

// The period ends with the current day.
onMount($insights, () => $today.listen(() => void $insights.get().refetch()))
