import { lazyPart } from '../../ui/lazy-part.tsx'

/** What the pages of leads load once they stand. */
export const LeadDialogs = lazyPart(() => import('./lead-dialogs.tsx'), { name: 'Details of leads' })
export const ListBars = lazyPart(() => import('./list-bars.tsx'), { name: 'A part of the page' })
export const OutboxBar = lazyPart(() => import('./outbox-bar.tsx'), { name: 'What waits to be sent' })
