import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { ownedAtom } from '../session/owner.ts'
import { $allLeads } from './list.ts'

const $ids = ownedAtom<ReadonlySet<string>>(new Set())

/** Ids of the leads that are ticked. */
export const $selectedIds: ReadableAtom<ReadonlySet<string>> = $ids

/** The ticked leads that are still there, in the order of the list. */
export const $selectedLeads: ReadableAtom<readonly Lead[]> = computed([$allLeads, $ids], ({ data }, ids) =>
  ids.size === 0 ? [] : (data ?? []).filter(({ id }) => ids.has(id)),
)

/** Ticks a lead, or takes the tick away. */
export function toggleLead(id: string): void {
  const ids = new Set($ids.get())
  if (!ids.delete(id)) ids.add(id)
  $ids.set(ids)
}

/** Ticks these leads and no others. */
export function selectLeads(ids: Iterable<string>): void {
  $ids.set(new Set(ids))
}
