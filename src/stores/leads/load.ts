import { fetchLeadChanges, fetchLeads } from '../../api/leads.ts'
import { type LeadSet, mergeChanges } from '../../domain/leads/lead-set.ts'

/**
 * Loads the leads of an organization: all of them, then only the changes since. An API that does not support this sends
 * all leads each time. `known` contains what was loaded before.
 */
export async function loadLeads(
  organizationId: string,
  known: LeadSet | undefined,
  signal?: AbortSignal,
): Promise<LeadSet> {
  if (known?.cursor === null) return { leads: await fetchLeads(organizationId, {}, signal), cursor: null }
  const part = await fetchLeadChanges(organizationId, known?.cursor ?? null, signal)
  if (Array.isArray(part)) return { leads: part, cursor: null }
  if (part.kind !== 'changes') return { leads: part.leads, cursor: part.cursor }
  return (known && mergeChanges(known, part)) ?? loadLeads(organizationId, undefined, signal)
}
