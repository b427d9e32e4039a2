import { type LoadPart, lazyPart } from '../../../ui/lazy-part.tsx'
import { loadLeadPanel } from '../load-on-intent.ts'

/** What the list loads after rendering. The styles load with the modules: the build links what it can render. */

const loadDialogs: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).LeadDialogs }
}

const loadListBars: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return { default: (await import('./after-rendering.tsx')).ListBars }
}

export const LeadDialogs = lazyPart(loadDialogs, { name: 'Details of leads' })
export const ListBars = lazyPart(loadListBars, { name: 'A part of the page' })
export const LeadPanel = lazyPart(loadLeadPanel, { name: 'The lead' })
