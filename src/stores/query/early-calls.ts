import type { Endpoint } from '../../contract/endpoint.ts'
import { getIntegrationStatus } from '../../contract/integrations.ts'
import { getFaqs, getQuestions } from '../../contract/knowledge.ts'
import { FIRST_LEADS, getLeadStats, listLeads } from '../../contract/leads.ts'
import { getOnboardingProgress } from '../../contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../contract/organizations.ts'
import { getProfile } from '../../contract/profile.ts'
import { listTasks } from '../../contract/tasks.ts'
import type { QueryKind } from './client.ts'

/** The newest leads. A device with cached leads asks only for their changes instead. */
export const CHANGING = { kind: 'leads' satisfies QueryKind, search: '?limit=' }
const FIRST = { ...listLeads, path: `${listLeads.path}?limit=${FIRST_LEADS}` }

/** What the shell asks on every page. */
const SHELL = [getOrganization, getProfile, getSetupStatus]
const SETTINGS = [getProfile, getFaqs, getQuestions, getOrganization, getSetupStatus]

/**
 * The calls that each page makes first, by its route in `src/pages`: those without parameters except the organization,
 * the most urgent first. The script in the page's head makes them, and the page's queries find their responses under way.
 * An end-to-end test compares them with what the pages ask.
 */
const CALLS: Record<string, readonly Endpoint[]> = {
  '/': [
    getLeadStats,
    getOrganization,
    getProfile,
    getOnboardingProgress,
    FIRST,
    listTasks,
    getSetupStatus,
    getIntegrationStatus,
  ],
  '/leads': [FIRST, getLeadStats, ...SHELL],
  '/lead': [FIRST, listTasks, ...SHELL],
  '/agent': SETTINGS,
  '/playground': SETTINGS,
  '/integrations': [getIntegrationStatus, ...SHELL],
  '/organization': SHELL,
  '/billing': SHELL,
}

/** Returns the paths of a page's early calls, with `:orgId` for the organization. */
export const earlyCalls = (route: string): string[] => (CALLS[route] ?? []).map(({ path }) => path)
