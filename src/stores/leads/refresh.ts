import { markStale, markStaleInTurn } from '../query/query.ts'

/** Marks the lists of leads and their counts as stale and refetches the displayed ones. */
export function markLeadsStale(organizationId: string): void {
  markStale(organizationId, 'leads', 'found-leads', 'lead-stats')
}

/**
 * Like {@link markLeadsStale}, for events from the server: lets a list that is loading finish, then loads the changes.
 */
export async function refreshLeads(organizationId: string): Promise<void> {
  markStale(organizationId, 'found-leads', 'lead-stats')
  await markStaleInTurn(organizationId, 'leads')
}
