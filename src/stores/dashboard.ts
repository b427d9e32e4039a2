import { computed, type ReadableAtom } from 'nanostores'
import type { LeadStats } from '../contract/leads.ts'
import { type Failure, failureOf } from './failures.ts'
import { $integrationStatus } from './integrations.ts'
import { $leadStats } from './lead-list.ts'
import { $onboardingProgress } from './onboarding.ts'
import { $organizationRecord, $setupStatus } from './organization.ts'
import { $profile } from './profile.ts'
import type { QueryState } from './query.ts'
import { $session } from './session.ts'

const NO_STATS: LeadStats = {
  total: 0,
  new: 0,
  converted: 0,
  lost: 0,
  conversion_rate: 0,
  by_status: {},
  by_source: {},
}

/** What stands on the dashboard (section 4, Dashboard states). */
export type Dashboard =
  | { state: 'loading' | 'no-organization' | 'setup-required' }
  | { state: 'failed'; failure: Failure; retry: () => Promise<void> }
  | { state: 'onboarding' }
  | { state: 'ready'; stats: LeadStats; statsFailed: boolean; agentReady: boolean }

const isSettled = ({ status }: QueryState<unknown>) => status === 'ready' || status === 'failed'

/**
 * The dashboard as a whole. Organization and profile must come, or it has failed; set-up status, integrations,
 * onboarding and stats may fail and are then taken as nothing connected, onboarding done, zeros (section 7).
 */
export const $dashboard: ReadableAtom<Dashboard> = computed(
  [
    $session,
    $organizationRecord,
    $profile,
    $setupStatus,
    $integrationStatus,
    $onboardingProgress,
    $leadStats,
  ],
  (session, organization, profile, setup, integrations, onboarding, stats): Dashboard => {
    if (session.status !== 'signed-in') return { state: 'loading' }
    if (!session.organizationsEnabled) return { state: 'setup-required' }
    if (!session.organization) return { state: 'no-organization' }
    if (profile.status === 'failed') {
      return { state: 'failed', failure: failureOf('profile', profile.error), retry: profile.refetch }
    }
    if (organization.status === 'failed') {
      const { error, refetch } = organization
      return { state: 'failed', failure: failureOf('organization', error), retry: refetch }
    }
    const all = [organization, profile, setup, integrations, onboarding, stats]
    if (!all.every(isSettled)) return { state: 'loading' }
    if (onboarding.data?.is_complete === false) return { state: 'onboarding' }
    return {
      state: 'ready',
      stats: stats.data ?? NO_STATS,
      statsFailed: stats.status === 'failed',
      agentReady: setup.data?.agent ?? true,
    }
  },
)
