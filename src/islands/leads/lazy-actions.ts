import { lazyPart } from '../../ui/lazy-part.tsx'

/** What can be done with one lead; loaded with the panel that shows it. */
export const ReachActions = lazyPart(() => import('./reach-actions.tsx'), { name: 'Ways to reach the lead' })
export const EditActions = lazyPart(() => import('./edit-actions.tsx'), { name: 'Edit and Delete' })
export const CallOutcome = lazyPart(() => import('./call-outcome.tsx'), {
  name: 'The question about the call',
})
