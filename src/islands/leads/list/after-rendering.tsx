/** Everything that the list loads after rendering, in one file. */
export { default as LeadDialogs } from '../dialogs/lead-dialogs.tsx'
export { default as ListBars } from './list-bars.tsx'
