import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'

/** Where a lead's own page is. */
export const leadPath = (id: string) => `/leads/${encodeURIComponent(id)}`

/** A lead's name, leading to its page, with the next way to reach the person below. */
export function LeadTitle({ lead }: { lead: Lead }) {
  const { name, subtitle } = leadLabel(lead)
  return (
    <div className="lead-title">
      <a className="clamped" href={leadPath(lead.id)}>
        {name}
      </a>
      {subtitle && <span className="clamped muted">{subtitle}</span>}
    </div>
  )
}
