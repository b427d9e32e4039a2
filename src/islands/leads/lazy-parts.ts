import type { Lead } from '../../contract/leads.ts'
import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx'
import { loadLeadPanel } from './load-on-intent.ts'

/** The dialogs' styles load with them: the build links only what it can render. */
const loadDialogs: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./dialogs/lead-dialogs.tsx')
}

const loadPageHistory: LoadPart<{ lead: Lead }> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/page-history.tsx')
}

const loadTasks: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./lead/tasks.tsx')).LeadTasks }
}

/** The modules that the lead pages load after rendering. */
export const LeadDialogs = lazyPart(loadDialogs, { name: 'Details of leads' })
export const ListBars = lazyPart(() => import('./list/list-bars.tsx'), { name: 'A part of the page' })
export const OutboxBar = lazyPart(() => import('./list/outbox-bar.tsx'), { name: 'Pending changes' })
export const PageHistory = lazyPart(loadPageHistory, { name: 'The history' })
export const LeadTasks = lazyPart(loadTasks, { name: 'The tasks' })
export const LeadPanel = lazyPart(loadLeadPanel, { name: 'The lead' })
