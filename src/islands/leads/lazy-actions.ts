import { lazy } from 'react'

/** What can be done with one lead; loaded with the panel that shows it. */
export const ReachActions = lazy(() => import('./reach-actions.tsx'))
export const EditActions = lazy(() => import('./edit-actions.tsx'))
export const CallOutcome = lazy(() => import('./call-outcome.tsx'))
