import { lazyPart } from '../../../ui/lazy-part.tsx'

/**
 * Loads the parts of the lead page that follow rendering, with their styles. The build renders none of them, because it
 * links the styles of everything that it can render.
 */

type Parts = typeof import('./after-rendering.tsx')

const load =
  <Name extends keyof Parts>(name: Name) =>
  async (): Promise<{ default: Parts[Name] }> => {
    if (import.meta.env.SSR) return { default: (() => null) as Parts[Name] }
    return { default: (await import('./after-rendering.tsx'))[name] }
  }

export const LeadDialogs = lazyPart(load('LeadDialogs'), { name: 'Details of leads' })
export const OutboxBar = lazyPart(load('OutboxBar'), { name: 'Pending changes' })
export const PageHistory = lazyPart(load('PageHistory'), { name: 'The history' })
export const LeadTasks = lazyPart(load('LeadTasks'), { name: 'The tasks' })
