/** Everything that each page of the shell loads when idle, in one file. */
export { saveLastViews } from '../../stores/shell/last-view.ts'
export { announceLeads } from '../leads/alerts/new-lead-toast.ts'
export { offerUpdates } from '../shell/update-notice.ts'
export { showPendingChanges } from './pending-changes.ts'
