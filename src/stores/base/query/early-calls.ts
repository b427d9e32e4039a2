import { getCalendars } from '../../../contract/calendars.ts'
import { listConversations, WAITING } from '../../../contract/conversations.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { getIntegrationRequests, getIntegrationStatus } from '../../../contract/integrations.ts'
import { getFaqs, getQuestions } from '../../../contract/knowledge.ts'
import { FIRST_LEADS, getLeadStats, listLeads } from '../../../contract/leads.ts'
import { getOnboardingProgress } from '../../../contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../../contract/organizations.ts'
import { getPauses } from '../../../contract/pauses.ts'
import { getProfile } from '../../../contract/profile.ts'
import { listTasks } from '../../../contract/tasks.ts'
import type { QueryKind } from './client.ts'

/** One of a page's first calls: the kind of its query, and its path with `:orgId` for the organization. */
export type FirstCall = readonly [kind: QueryKind, path: string]

const call = (kind: QueryKind, { path }: Endpoint, search = ''): FirstCall => [kind, path + search]

/** The newest leads. A device with cached leads requests only the changes instead. */
export const CHANGING = { kind: 'leads' as const satisfies QueryKind, search: '?limit=' }
const FIRST = call(CHANGING.kind, listLeads, CHANGING.search + FIRST_LEADS)

const STATS = call('lead-stats', getLeadStats)
const ORGANIZATION = call('organization', getOrganization)
const PROFILE = call('profile', getProfile)
const SETUP = call('setup-status', getSetupStatus)
const PROGRESS = call('onboarding-progress', getOnboardingProgress)
const PAUSES = call('pauses', getPauses)
const TASKS = call('tasks', listTasks)
const CALENDARS = call('calendars', getCalendars)
const INTEGRATIONS = call('integration-status', getIntegrationStatus)
const REQUESTS = call('integration-requests', getIntegrationRequests)
const INBOX = call('inbox', listConversations)
const WAITING_VISITORS = call('waiting', listConversations, `?${new URLSearchParams(WAITING)}`)

/** The calls that the shell makes on every page. */
const SHELL = [ORGANIZATION, PROFILE, SETUP, WAITING_VISITORS]
const SETTINGS = [
  PROFILE,
  call('faqs', getFaqs),
  call('questions', getQuestions),
  ORGANIZATION,
  SETUP,
  WAITING_VISITORS,
]

/**
 * The first calls of each page, by its route in `src/pages`, most urgent first. They have no parameters except the
 * organization. The script in the page's head makes them; when the user comes from another page, pressing the link
 * makes them (`read-ahead.ts`). The page's queries then reuse these pending responses. An end-to-end test compares the
 * table with the pages' actual requests. Only the build imports this table.
 */
export const FIRST_CALLS: Readonly<Record<string, readonly FirstCall[]>> = {
  '/': [STATS, ORGANIZATION, PROFILE, PROGRESS, FIRST, TASKS, WAITING_VISITORS, SETUP, INTEGRATIONS, PAUSES],
  '/leads': [FIRST, STATS, ...SHELL],
  '/lead': [FIRST, TASKS, ...SHELL, INTEGRATIONS],
  '/conversations': [INBOX, ...SHELL],
  '/agent': SETTINGS,
  '/playground': SETTINGS,
  '/integrations': [INTEGRATIONS, CALENDARS, ...SHELL, REQUESTS],
  '/organization': SHELL,
  '/billing': SHELL,
}

/** Returns the paths of a page's early calls, with `:orgId` for the organization. */
export const earlyCalls = (route: string): string[] => (FIRST_CALLS[route] ?? []).map(([, path]) => path)
