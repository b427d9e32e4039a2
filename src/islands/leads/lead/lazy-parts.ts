import type { Lead } from '../../../contract/leads.ts'
import { type LoadPart, lazyPart } from '../../../ui/lazy-part.tsx'

/** What the lead page loads after rendering. The styles load with the modules: the build links what it can render. */

const loadDialogs: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).LeadDialogs }
}

const loadOutboxBar: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).OutboxBar }
}

const loadPageHistory: LoadPart<{ lead: Lead }> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).PageHistory }
}

const loadTasks: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).LeadTasks }
}

export const LeadDialogs = lazyPart(loadDialogs, { name: 'Details of leads' })
export const OutboxBar = lazyPart(loadOutboxBar, { name: 'Pending changes' })
export const PageHistory = lazyPart(loadPageHistory, { name: 'The history' })
export const LeadTasks = lazyPart(loadTasks, { name: 'The tasks' })
