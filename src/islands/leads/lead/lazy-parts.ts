import { lazyPart } from '../../../ui/lazy-part.tsx'

/** What the lead page loads after rendering. The styles load with the modules: the build links what it can render. */

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
