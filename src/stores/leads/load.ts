import { fetchFirstLeads, fetchLeadChanges, fetchLeads } from '../../api/leads.ts'
import type { Lead, LeadChanges } from '../../contract/leads.ts'
import { type LeadSet, mergeChanges, wholeSet } from '../../domain/leads/lead-set.ts'

/**
 * Loads the leads of an organization: first the newest ones, then all, then what has changed since. An API that knows
 * no parts of the list sends all each time. `known` is what was loaded before.
 */
export async function loadLeads(
  organizationId: string,
  known: LeadSet | undefined,
  signal?: AbortSignal,
): Promise<LeadSet> {
  if (!known) return toSet(await fetchFirstLeads(organizationId, signal))
  if (known.cursor === null) return wholeSet(await fetchLeads(organizationId, {}, signal))
  if (known.isWhole) {
    const changes = await fetchLeadChanges(organizationId, known.cursor, signal)
    if (Array.isArray(changes) || changes.kind !== 'changes') return toSet(changes)
    const merged = mergeChanges(known, changes)
    if (merged) return merged
  }
  return toSet(await fetchLeadChanges(organizationId, null, signal))
}

function toSet(part: Lead[] | LeadChanges): LeadSet {
  if (Array.isArray(part)) return wholeSet(part)
  const { leads, total, cursor, kind } = part
  return kind === 'all' ? wholeSet(leads, cursor) : { leads, total, cursor, isWhole: false }
}
