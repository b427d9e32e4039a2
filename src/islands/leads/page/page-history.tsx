import type { Lead } from '../../../contract/leads.ts'
import { LeadComposer } from '../lead/composer.tsx'
import { LeadTimeline } from '../lead/timeline.tsx'

/** The history on a lead's page, with the field for notes and tasks. */
export default function PageHistory({ lead }: { lead: Lead }) {
  return (
    <>
      <LeadTimeline lead={lead} />
      <LeadComposer lead={lead} />
    </>
  )
}
