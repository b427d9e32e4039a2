import './title.css'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { LeadCheckbox } from '../list/lead-checkbox.tsx'
import type { LeadRowProps } from '../list/use-lead-rows.ts'

/** Lets an email address used as a name wrap after its @. */
const breakable = (name: string) => {
  const at = name.indexOf('@') + 1
  return at > 0 ? [name.slice(0, at), <wbr key="at" />, name.slice(at)] : name
}

/** A lead's name as a link to its page, with the next contact detail below. */
export function LeadTitle({ lead, search, isSelected }: LeadRowProps) {
  const { name, subtitle } = leadLabel(lead)
  return (
    <div className="lead-cell">
      <LeadCheckbox lead={lead} isSelected={isSelected} />
      <div className="lead-title">
        <a className="clamped" href={leadPath(lead.id) + search} data-place={lead.id}>
          {breakable(name)}
        </a>
        {subtitle && <span className="clamped muted">{subtitle}</span>}
      </div>
    </div>
  )
}
