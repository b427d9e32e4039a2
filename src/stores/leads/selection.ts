import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { ownedAtom } from '../base/session/account.ts'
import { $allLeads } from './list.ts'

const $ids = ownedAtom<ReadonlySet<string>>(new Set())

export const $selectedIds: ReadableAtom<ReadonlySet<string>> = $ids

/** The selected leads that still exist, in list order. */
export const $selectedLeads: ReadableAtom<readonly Lead[]> = computed(
  [$allLeads, $ids],
  ({ data = [] }, ids) => (ids.size === 0 ? [] : data.filter(({ id }) => ids.has(id))),
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

const $mode = ownedAtom(false)

/** Whether the rows of a narrow list show their checkboxes: after `startSelecting`, and while leads are selected. */
export const $isSelecting: ReadableAtom<boolean> = computed(
  [$mode, $selectedLeads],
  (mode, { length }) => mode || length > 0,
)

/** Shows the checkboxes of the rows. */
export function startSelecting(): void {
  $mode.set(true)
}

/** Deselects all leads and hides the checkboxes of the rows. */
export function stopSelecting(): void {
  $mode.set(false)
  $ids.set(new Set())
}
