import { lazy } from 'react'

/** What the pages of leads load once they stand. */
export const LeadDialogs = lazy(() => import('./lead-dialogs.tsx'))
export const ListBars = lazy(() => import('./list-bars.tsx'))
export const OutboxBar = lazy(() => import('./outbox-bar.tsx'))
export const ReachActions = lazy(() => import('./reach-actions.tsx'))
export const EditActions = lazy(() => import('./edit-actions.tsx'))
export const CallOutcome = lazy(() => import('./call-outcome.tsx'))
