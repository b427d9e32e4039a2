import { type LoadPart, lazyPart, NO_PART } from '../../../ui/lazy-part.tsx'
import { loadLeadPanel } from '../lead/load-on-intent.ts'

/**
 * Loads the parts of the list that follow rendering, with their styles. The build renders none of them, because it
 * links the styles of everything that it can render.
 */

const loadDialogs: LoadPart<object> = import.meta.env.SSR
  ? NO_PART
  : async () => ({ default: (await import('./after-rendering.tsx')).LeadDialogs })

const loadListBars: LoadPart<object> = import.meta.env.SSR
  ? NO_PART
  : async () => ({ default: (await import('./after-rendering.tsx')).ListBars })

export const LeadDialogs = lazyPart(loadDialogs, { name: 'Details of leads' })
export const ListBars = lazyPart(loadListBars, { name: 'A part of the page' })
export const LeadPanel = lazyPart(loadLeadPanel, { name: 'The lead' })
