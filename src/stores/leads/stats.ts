import { computed, type ReadableAtom } from 'nanostores'
import { fetchLeadStats } from '../../api/leads.ts'
import type { LeadStats } from '../../contract/leads.ts'
import { recount } from '../../domain/leads/counts.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'
import { $allLeads, $fetchedLeads } from './list.ts'

const $fetchedStats = organizationQuery({
  kind: 'lead-stats',
  read: fetchLeadStats,
})

/** The counts before anything is known of them. */
export const UNKNOWN_STATS: QueryState<LeadStats> = {
  status: 'loading',
  data: undefined,
  error: null,
  isFetching: true,
  updatedAt: 0,
  refetch: async () => {},
}

/** How many leads there are, by status and by source, with the changes that are not confirmed yet as if they were done. */
export const $leadStats: ReadableAtom<QueryState<LeadStats>> = computed(
  [$fetchedStats, $fetchedLeads, $allLeads],
  (stats, { data: before = [] }, { data: after = [] }) =>
    stats.data && before !== after ? { ...stats, data: recount(stats.data, before, after) } : stats,
)
