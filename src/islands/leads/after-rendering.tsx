/** What the list and the lead page load once they are rendered, in one file. */
export { default as LeadDialogs } from './dialogs/lead-dialogs.tsx'
export { default as ListBars } from './list/list-bars.tsx'
export { default as OutboxBar } from './list/outbox-bar.tsx'
