import { computed, type ReadableAtom } from 'nanostores'
import { NEWEST_FIRST } from '../../domain/leads/sort.ts'
import { $newLead } from '../base/live/live.ts'
import { ownedAtom } from '../base/session/account.ts'
import { $allLeads, changeLeadView, clearLeadFilters } from './list.ts'
import { $shownLeads } from './rows.ts'

const $ids = ownedAtom<readonly string[]>([])

/**
 * The leads that arrived since the list was opened or last viewed: their number, and how many of them the list shows.
 */
export interface Arrivals {
  count: number
  shown: number
}

/** The arrivals. A lead counts once the list contains it. */
export const $arrivals: ReadableAtom<Arrivals> = computed(
  [$ids, $allLeads, $shownLeads],
  (ids, all, { leads }) => {
    if (ids.length === 0) return { count: 0, shown: 0 }
    const wanted = new Set(ids)
    const among = (list: readonly { id: string }[] = []) => list.filter(({ id }) => wanted.has(id)).length
    return { count: among(all.data), shown: among(leads) }
  },
)

/** Starts counting new leads. Returns the stop function. */
export function followArrivals(): () => void {
  const stop = $newLead.listen((lead) => {
    if (lead && !lead.isTest) $ids.set([...$ids.get(), lead.leadId])
  })
  return () => {
    stop()
    dismissArrivals()
  }
}

/** Marks the arrivals as seen. */
export function dismissArrivals(): void {
  $ids.set([])
}

/** Shows the arrivals: sorts by newest first, and removes the filter if it hides all of them. */
export function showArrivals(): void {
  if ($arrivals.get().shown === 0) clearLeadFilters()
  changeLeadView({ sort: NEWEST_FIRST })
  dismissArrivals()
}
