import { atom, computed, type ReadableAtom } from 'nanostores'
import { NEWEST_FIRST } from '../domain/lead-sort.ts'
import { $allLeads, changeLeadView, clearLeadFilters } from './lead-list.ts'
import { $shownLeads } from './lead-rows.ts'
import { $newLead } from './live.ts'

const $ids = atom<readonly string[]>([])

/** The leads that came in since the list was opened, or last looked at: how many, and how many of them it shows. */
export interface Arrivals {
  count: number
  shown: number
}

/** Counted once the list has them. */
export const $arrivals: ReadableAtom<Arrivals> = computed(
  [$ids, $allLeads, $shownLeads],
  (ids, all, { leads }) => {
    if (ids.length === 0) return { count: 0, shown: 0 }
    const wanted = new Set(ids)
    const among = (list: readonly { id: string }[] = []) => list.filter(({ id }) => wanted.has(id)).length
    return { count: among(all.data), shown: among(leads) }
  },
)

/** Counts leads that come in from now on. Answers with the end. */
export function followArrivals(): () => void {
  const stop = $newLead.listen((lead) => {
    if (lead) $ids.set([...$ids.get(), lead.leadId])
  })
  return () => {
    stop()
    dismissArrivals()
  }
}

/** Takes what came in as seen. */
export function dismissArrivals(): void {
  $ids.set([])
}

/** Shows what came in: newest first, and without the filter when it hides them. */
export function showArrivals(): void {
  if ($arrivals.get().shown === 0) clearLeadFilters()
  changeLeadView({ sort: NEWEST_FIRST })
  dismissArrivals()
}
