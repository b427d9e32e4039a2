import { atom, type ReadableAtom } from 'nanostores'
import type { LeadStatus } from '../contract/leads.ts'
import { submitChange } from './outbox.ts'

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed right now. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/**
 * Sets a lead's status. Once the server has confirmed, every list shows it and the counts are asked for again; when
 * it cannot be reached, the change waits in the outbox and counts as done. Rejects when the server refuses.
 * A second change of the same lead while the first is under way does nothing and answers false.
 */
export async function changeLeadStatus(leadId: string, status: LeadStatus): Promise<boolean> {
  if ($changing.get().has(leadId)) return false
  $changing.set(new Set([...$changing.get(), leadId]))
  try {
    await submitChange({ type: 'status', leadId, status })
    return true
  } finally {
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}
