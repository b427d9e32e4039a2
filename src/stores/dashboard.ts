import { computed, type ReadableAtom } from 'nanostores'
import type { Lead, LeadStats } from '../contract/leads.ts'
import { upcomingJobs } from '../domain/bookings.ts'
import { type FailedAction, type Failure, failureOf } from './failures.ts'
import { $integrationStatus } from './integrations.ts'
import { $allLeads, $leadStats } from './lead-list.ts'
import { $onboardingProgress } from './onboarding.ts'
import { $organizationRecord, $setupStatus } from './organization.ts'
import { $profile } from './profile.ts'
import type { QueryState } from './query.ts'
import { $session } from './session.ts'
import { $now } from './time.ts'

export { deviceTimeZone } from '../platform/time-zone.ts'

/** Rows that the lists of the dashboard show at most. */
const MOST_ROWS = 5

const NO_STATS: LeadStats = {
  total: 0,
  new: 0,
  converted: 0,
  lost: 0,
  conversion_rate: 0,
  by_status: {},
  by_source: {},
}

/** Something that could not be loaded, and the way to ask for it again. */
export interface Problem extends Failure {
  isRetrying: boolean
  retry: () => void
}

/** What stands on the dashboard (section 4, Dashboard states). */
export type Dashboard =
  | { state: 'loading' | 'no-organization' | 'setup-required' | 'onboarding' }
  | { state: 'failed'; problem: Problem }
  | { state: 'no-data' }
  | { state: 'data'; stats: LeadStats; hasStats: boolean; problem: Problem | null }

/** The dashboard before anything is known. */
export const LOADING_DASHBOARD: Dashboard = { state: 'loading' }

type Query = QueryState<unknown>

const isSettled = ({ status }: Query) => status === 'ready' || status === 'failed'

function problemOf(action: FailedAction, query: Query, retried: readonly Query[] = [query]): Problem | null {
  if (!query.error) return null
  return {
    ...failureOf(action, query.error),
    isRetrying: retried.some(({ error, isFetching }) => error && isFetching),
    retry: () => {
      for (const { error, refetch } of retried) if (error) void refetch()
    },
  }
}

/**
 * The dashboard as a whole; all its calls are made side by side (section 7). Organization and profile must come,
 * or it has failed. Set-up status and integrations may fail unseen, onboarding then counts as done, and stats
 * are zeros, which `problem` admits.
 */
export const $dashboard: ReadableAtom<Dashboard> = computed(
  [
    $session,
    $organizationRecord,
    $profile,
    $onboardingProgress,
    $leadStats,
    $setupStatus,
    $integrationStatus,
  ],
  (session, organization, profile, onboarding, stats): Dashboard => {
    if (session.status !== 'signed-in') return LOADING_DASHBOARD
    if (!session.organizationsEnabled) return { state: 'setup-required' }
    if (!session.organization) return { state: 'no-organization' }
    const fatal =
      problemIfMissing('profile', profile, organization) ??
      problemIfMissing('organization', organization, profile)
    if (fatal) return { state: 'failed', problem: fatal }
    if (![organization, profile, onboarding, stats].every(isSettled)) return LOADING_DASHBOARD
    if (onboarding.data?.is_complete === false) return { state: 'onboarding' }
    if (stats.data?.total === 0) return { state: 'no-data' }
    return {
      state: 'data',
      stats: stats.data ?? NO_STATS,
      hasStats: stats.data !== undefined,
      problem: problemOf('leadStats', stats),
    }
  },
)

function problemIfMissing(action: FailedAction, query: Query, other: Query): Problem | null {
  return query.status === 'failed' ? problemOf(action, query, [query, other]) : null
}

/** A short list on the dashboard. `total` counts what there is, `rows` holds the first of it. */
export type LeadRows =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | { status: 'ready'; rows: readonly Lead[]; total: number }

/** A list before anything is known. */
export const LOADING_ROWS: LeadRows = { status: 'loading' }

function rowsOf(leads: QueryState<Lead[]>, choose: (leads: readonly Lead[]) => readonly Lead[]): LeadRows {
  if (leads.data) {
    const chosen = choose(leads.data)
    return { status: 'ready', rows: chosen.slice(0, MOST_ROWS), total: chosen.length }
  }
  const problem = problemOf('leads', leads)
  return leads.status === 'failed' && problem ? { status: 'failed', problem } : LOADING_ROWS
}

/** The leads that came last. */
export const $recentLeads: ReadableAtom<LeadRows> = computed($allLeads, (leads) =>
  rowsOf(leads, (all) => all),
)

/** The booked estimates still to come, the next one first. */
export const $upcomingJobs: ReadableAtom<LeadRows> = computed([$allLeads, $now], (leads, now) =>
  rowsOf(leads, (all) => upcomingJobs(all, now)),
)
