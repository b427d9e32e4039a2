/** Everything that the lead page loads after rendering, in one file. */
export { default as LeadDialogs } from '../dialogs/lead-dialogs.tsx'
export { LeadTasks } from '../lead/tasks.tsx'
export { default as OutboxBar } from '../list/outbox-bar.tsx'
export { default as PageHistory } from './page-history.tsx'
