import type { Lead } from '../../contract/leads.ts'
import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx'
import { loadLeadPanel } from './load-on-intent.ts'

/** The modules that the lead pages load after rendering. Their styles load with them: the build links what it can render. */

const loadDialogs: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).LeadDialogs }
}

const loadListBars: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).ListBars }
}

const loadOutboxBar: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).OutboxBar }
}

const loadPageHistory: LoadPart<{ lead: Lead }> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/page-history.tsx')
}

const loadTasks: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./lead/tasks.tsx')).LeadTasks }
}

export const LeadDialogs = lazyPart(loadDialogs, { name: 'Details of leads' })
export const ListBars = lazyPart(loadListBars, { name: 'A part of the page' })
export const OutboxBar = lazyPart(loadOutboxBar, { name: 'Pending changes' })
export const PageHistory = lazyPart(loadPageHistory, { name: 'The history' })
export const LeadTasks = lazyPart(loadTasks, { name: 'The tasks' })
export const LeadPanel = lazyPart(loadLeadPanel, { name: 'The lead' })
