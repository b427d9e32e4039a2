import { leadLabel } from '../../domain/lead-name.ts'
import { leadPath } from '../../domain/lead-path.ts'
import { LeadCheckbox } from './lead-checkbox.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

/** An e-mail address in the place of a name breaks after its @. */
const breakable = (name: string) => {
  const at = name.indexOf('@') + 1
  return at > 0 ? [name.slice(0, at), <wbr key="at" />, name.slice(at)] : name
}

/** A lead's name, leading to its page, with the next way to reach the person below. */
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
