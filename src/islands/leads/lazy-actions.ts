import { lazyPart } from '../../ui/lazy-part.tsx'

/** The actions for one lead, which load with the panel that shows them. */
export const ReachActions = lazyPart(() => import('./lead/reach-actions.tsx'), {
  name: 'The contact options',
})
export const EditActions = lazyPart(() => import('./lead/edit-actions.tsx'), { name: 'Edit and Delete' })
export const CallOutcome = lazyPart(() => import('./dialogs/call-outcome.tsx'), {
  name: 'The call outcome',
})
