import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { ownedAtom } from '../session/owner.ts'
import { $allLeads } from './list.ts'

const $ids = ownedAtom<ReadonlySet<string>>(new Set())

/** Ids of the selected leads. */
export const $selectedIds: ReadableAtom<ReadonlySet<string>> = $ids

/** The selected leads that still exist, in list order. */
export const $selectedLeads: ReadableAtom<readonly Lead[]> = computed([$allLeads, $ids], ({ data }, ids) =>
  ids.size === 0 ? [] : (data ?? []).filter(({ id }) => ids.has(id)),
)

/** Selects or deselects a lead. */
export function toggleLead(id: string): void {
  const ids = new Set($ids.get())
  if (!ids.delete(id)) ids.add(id)
  $ids.set(ids)
}

/** Selects only these leads. */
export function selectLeads(ids: Iterable<string>): void {
  $ids.set(new Set(ids))
}
