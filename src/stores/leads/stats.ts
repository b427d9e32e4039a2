import { computed, type ReadableAtom } from 'nanostores'
import { fetchLeadStats } from '../../api/leads.ts'
import type { LeadStats } from '../../contract/leads.ts'
import { recount } from '../../domain/leads/counts.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $allLeads, $fetchedLeads } from './list.ts'

const $fetchedStats = organizationQuery({
  kind: 'lead-stats',
  read: fetchLeadStats,
})

/** The counts before anything has loaded. */
export const UNKNOWN_STATS: QueryState<LeadStats> = {
  status: 'loading',
  data: undefined,
  error: null,
  isFetching: true,
  updatedAt: 0,
  refetch: async () => {},
}

/** The number of leads by status and source, with unconfirmed changes applied. */
export const $leadStats: ReadableAtom<QueryState<LeadStats>> = computed(
  [$fetchedStats, $fetchedLeads, $allLeads],
  (stats, { data: before = [] }, { data: after = [] }) =>
    stats.data && before !== after ? { ...stats, data: recount(stats.data, before, after) } : stats,
)
