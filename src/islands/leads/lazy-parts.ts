import { lazy } from 'react'

/** What the pages of leads load once they stand. */
export const LeadDialogs = lazy(() => import('./lead-dialogs.tsx'))
export const ListBars = lazy(() => import('./list-bars.tsx'))
export const OutboxBar = lazy(() => import('./outbox-bar.tsx'))
