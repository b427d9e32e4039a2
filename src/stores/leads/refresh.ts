import { markStale, markStaleInTurn } from '../base/query/query.ts'

const COUNTS = ['found-leads', 'lead-stats', 'insights'] as const

/** Marks the lists of leads and their counts as stale and refetches the displayed ones. */
export function markLeadsStale(organizationId: string): void {
  markStale(organizationId, 'leads', ...COUNTS)
}

/**
 * Like {@link markLeadsStale}, for events from the server: lets a list that is loading finish, then loads the changes.
 */
export async function refreshLeads(organizationId: string): Promise<void> {
  markStale(organizationId, ...COUNTS)
  await markStaleInTurn(organizationId, 'leads')
}
