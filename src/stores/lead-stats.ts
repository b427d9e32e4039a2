import type { ReadableAtom } from 'nanostores'
import { fetchLeadStats } from '../api/leads.ts'
import type { LeadStats } from '../contract/leads.ts'
import { organizationQuery, type QueryState } from './query.ts'

/** How many leads there are, by status and by source. */
export const $leadStats: ReadableAtom<QueryState<LeadStats>> = organizationQuery({
  kind: 'lead-stats',
  read: fetchLeadStats,
})
