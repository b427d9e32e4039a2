import { getCalendars } from '../../../contract/calendars.ts'
import { listConversations, WAITING } from '../../../contract/conversations.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { getIntegrationRequests, getIntegrationStatus } from '../../../contract/integrations.ts'
import { getFaqs, getQuestions } from '../../../contract/knowledge.ts'
import { getLeadStats, listLeads } from '../../../contract/leads.ts'
import { getOnboardingProgress } from '../../../contract/onboarding.ts'
import { getOrganization, getSetupStatus } from '../../../contract/organizations.ts'
import { getPauses } from '../../../contract/pauses.ts'
import { getProfile } from '../../../contract/profile.ts'
import { listTasks } from '../../../contract/tasks.ts'
import type { QueryKind } from './client.ts'

const call = ({ path }: Endpoint, search = ''): string => path + search

/** All leads. A device with cached leads requests only the changes instead. */
export const CHANGING = { kind: 'leads' as const satisfies QueryKind, search: '?since=' }
const LEADS = call(listLeads, CHANGING.search)

const STATS = call(getLeadStats)
const ORGANIZATION = call(getOrganization)
const PROFILE = call(getProfile)
const SETUP = call(getSetupStatus)
const PROGRESS = call(getOnboardingProgress)
const PAUSES = call(getPauses)
const TASKS = call(listTasks)
const CALENDARS = call(getCalendars)
const INTEGRATIONS = call(getIntegrationStatus)
const REQUESTS = call(getIntegrationRequests)
const INBOX = call(listConversations)
const WAITING_VISITORS = call(listConversations, `?${new URLSearchParams(WAITING)}`)

/** The calls that the shell makes on every page. */
const SHELL = [ORGANIZATION, PROFILE, SETUP, WAITING_VISITORS]
const SETTINGS = [PROFILE, call(getFaqs), call(getQuestions), ORGANIZATION, SETUP, WAITING_VISITORS]

/**
 * The first calls of each page, by its route in `src/pages`, most urgent first. They have no parameters except the
 * organization, whose place is `:orgId`. The script in the page's head makes them, and the page's queries reuse the
 * pending responses. An end-to-end test compares the table with the pages' actual requests. Only the build imports this
 * table.
 */
export const FIRST_CALLS: Readonly<Record<string, readonly string[]>> = {
  '/': [STATS, ORGANIZATION, PROFILE, PROGRESS, LEADS, TASKS, WAITING_VISITORS, SETUP, INTEGRATIONS, PAUSES],
  '/leads': [LEADS, STATS, ...SHELL],
  '/lead': [LEADS, TASKS, ...SHELL, INTEGRATIONS],
  '/conversations': [INBOX, ...SHELL],
  '/agent': SETTINGS,
  '/playground': SETTINGS,
  '/integrations': [INTEGRATIONS, CALENDARS, ...SHELL, REQUESTS],
  '/organization': SHELL,
  '/billing': SHELL,
}

/** Returns the paths of a page's early calls, with `:orgId` for the organization. */
export const earlyCalls = (route: string): string[] => [...(FIRST_CALLS[route] ?? [])]
