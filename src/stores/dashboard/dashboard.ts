import { computed, type ReadableAtom } from 'nanostores'
import type { LeadStats } from '../../contract/leads.ts'
import { type FailedAction, type Problem, problemOf } from '../base/failures.ts'
import { hasEnded, type QueryState } from '../base/query/query.ts'
import { $session } from '../base/session/session.ts'
import { $integrationStatus } from '../integrations/integrations.ts'
import { $leadStats } from '../leads/stats.ts'
import { $onboardingOpen, $onboardingProgress } from '../onboarding/progress.ts'
import { $organizationRecord, $setupStatus } from '../organization/organization.ts'
import { $profile } from '../settings/profile.ts'

const NO_STATS: LeadStats = {
  total: 0,
  new: 0,
  converted: 0,
  lost: 0,
  conversion_rate: 0,
  by_status: {},
  by_source: {},
}

/** The dashboard's content (section 4, Dashboard states). */
export type Dashboard =
  | { state: 'loading' | 'no-organization' | 'setup-required' | 'onboarding' }
  | { state: 'failed'; problem: Problem }
  | { state: 'no-data' }
  | { state: 'data'; stats: LeadStats; problem: Problem | null }

export const LOADING_DASHBOARD: Dashboard = { state: 'loading' }

type Query = QueryState<unknown>

/**
 * The whole dashboard. Its calls run in parallel (section 7). If the organization or the profile fails to load, the
 * dashboard fails. If the setup status or the integrations fail, defaults apply. If onboarding fails, it counts as
 * complete; if the owner has closed it, the dashboard shows what there is. If the statistics fail, they are zero, with a `problem`.
 */
export const $dashboard: ReadableAtom<Dashboard> = computed(
  [
    $session,
    $organizationRecord,
    $profile,
    $onboardingProgress,
    $leadStats,
    $onboardingOpen,
    $setupStatus,
    $integrationStatus,
  ],
  (session, organization, profile, onboarding, stats, isOnboarding): Dashboard => {
    if (session.status !== 'signed-in') return LOADING_DASHBOARD
    if (!session.organizationsEnabled) return { state: 'setup-required' }
    if (!session.organization) return { state: 'no-organization' }
    const fatal =
      problemIfMissing('profile', profile, organization) ??
      problemIfMissing('organization', organization, profile)
    if (fatal) return { state: 'failed', problem: fatal }
    if (![organization, profile, onboarding, stats].every(hasEnded)) return LOADING_DASHBOARD
    if (isOnboarding) return { state: 'onboarding' }
    if (stats.data?.total === 0) return { state: 'no-data' }
    return {
      state: 'data',
      stats: stats.data ?? NO_STATS,
      problem: problemOf('leadStats', stats),
    }
  },
)

function problemIfMissing(action: FailedAction, query: Query, other: Query): Problem | null {
  return query.status === 'failed' ? problemOf(action, query, [query, other]) : null
}
