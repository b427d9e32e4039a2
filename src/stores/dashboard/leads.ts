import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { upcomingJobs } from '../../domain/leads/bookings.ts'
import { NEWEST_FIRST, sortLeads } from '../../domain/leads/sort.ts'
import { isVisitors } from '../../domain/leads/tests.ts'
import { type Problem, problemOf } from '../base/failures.ts'
import type { QueryState } from '../base/query/query.ts'
import { $now } from '../base/time.ts'
import { $allLeads } from '../leads/list.ts'

/** Maximum number of rows in the dashboard's lists. */
const MOST_ROWS = 5

/** A short list on the dashboard, without tests. `total` counts all of its leads, and `rows` contains the first ones. */
export type LeadRows =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | { status: 'ready'; rows: readonly Lead[]; total: number }

/** A list before anything has loaded. */
const LOADING_ROWS: LeadRows = { status: 'loading' }

function rowsOf(leads: QueryState<Lead[]>, choose: (leads: readonly Lead[]) => readonly Lead[]): LeadRows {
  if (leads.data) {
    const chosen = choose(leads.data.filter(isVisitors))
    return { status: 'ready', rows: chosen.slice(0, MOST_ROWS), total: chosen.length }
  }
  const problem = problemOf('leads', leads)
  return leads.status === 'failed' && problem ? { status: 'failed', problem } : LOADING_ROWS
}

export const $recentLeads: ReadableAtom<LeadRows> = computed($allLeads, (all) =>
  rowsOf(all, (leads) => sortLeads(leads, NEWEST_FIRST)),
)

/** The upcoming booked estimates, earliest first. */
export const $upcomingJobs: ReadableAtom<LeadRows> = computed([$allLeads, $now], (leads, now) =>
  rowsOf(leads, (all) => upcomingJobs(all, now)),
)
