import { atom, type ReadableAtom } from 'nanostores'
import { putLeadStatus } from '../api/leads.ts'
import type { Lead, LeadStatus } from '../contract/leads.ts'
import { changeCached, markStale, requireOrganization } from './query.ts'

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed right now. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/**
 * Sets a lead's status. Once the server has confirmed, every list shows it and the counts are asked for again.
 * A second change of the same lead while the first is under way does nothing and answers false.
 */
export async function changeLeadStatus(leadId: string, status: LeadStatus): Promise<boolean> {
  if ($changing.get().has(leadId)) return false
  const organizationId = requireOrganization()
  $changing.set(new Set([...$changing.get(), leadId]))
  try {
    const changed = await putLeadStatus(organizationId, leadId, status)
    await changeCached<Lead[]>(organizationId, 'leads', (leads) =>
      leads.map((lead) => (lead.id === leadId ? changed : lead)),
    )
    markStale(organizationId, 'leads', 'lead-stats')
    return true
  } finally {
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}
