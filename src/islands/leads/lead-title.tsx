import { leadLabel } from '../../domain/lead-name.ts'
import { leadPath } from '../../domain/lead-path.ts'
import { LeadCheckbox } from './lead-checkbox.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

/** A lead's name, leading to its page, with the next way to reach the person below. */
export function LeadTitle({ lead, search, isSelected }: LeadRowProps) {
  const { name, subtitle } = leadLabel(lead)
  return (
    <div className="lead-cell">
      <LeadCheckbox lead={lead} isSelected={isSelected} />
      <div className="lead-title">
        <a className="clamped" href={leadPath(lead.id) + search} data-place={lead.id}>
          {name}
        </a>
        {subtitle && <span className="clamped muted">{subtitle}</span>}
      </div>
    </div>
  )
}
