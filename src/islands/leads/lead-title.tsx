import { useStore } from '@nanostores/react'
import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { leadPath } from '../../domain/lead-path.ts'
import { $leadSearch } from '../../stores/lead-list.ts'
import { LeadCheckbox } from './lead-checkbox.tsx'

/** Where a lead's own page is, with the filter in force for the way to the lead before and after, and back. */
export function useLeadPath(id: string): string {
  return leadPath(id) + useStore($leadSearch, { ssr: () => '' })
}

/** A lead's name, leading to its page, with the next way to reach the person below. */
export function LeadTitle({ lead }: { lead: Lead }) {
  const { name, subtitle } = leadLabel(lead)
  return (
    <div className="lead-cell">
      <LeadCheckbox lead={lead} />
      <div className="lead-title">
        <a className="clamped" href={useLeadPath(lead.id)} data-place={lead.id}>
          {name}
        </a>
        {subtitle && <span className="clamped muted">{subtitle}</span>}
      </div>
    </div>
  )
}
