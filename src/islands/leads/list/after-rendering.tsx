/** What the list loads once it is rendered, in one file. */
export { default as LeadDialogs } from '../dialogs/lead-dialogs.tsx'
export { default as ListBars } from './list-bars.tsx'
