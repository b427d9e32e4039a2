import { lazyPart } from '../../ui/lazy-part.tsx'

/** The modules that the lead pages load after rendering. */
export const LeadDialogs = lazyPart(() => import('./dialogs/lead-dialogs.tsx'), { name: 'Details of leads' })
export const ListBars = lazyPart(() => import('./list/list-bars.tsx'), { name: 'A part of the page' })
export const OutboxBar = lazyPart(() => import('./list/outbox-bar.tsx'), { name: 'Pending changes' })
