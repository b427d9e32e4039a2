import './lead-checkbox.css'
import type { Lead } from '../../../contract/leads.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { toggleLead } from '../../../stores/leads/selection.ts'

/** Selects a lead for bulk actions. */
export function LeadCheckbox({ lead, isSelected }: { lead: Lead; isSelected: boolean }) {
  return (
    <label className="lead-checkbox">
      <input
        type="checkbox"
        className="lead-tick"
        aria-label={`Select ${leadLabel(lead).name}`}
        checked={isSelected}
        onChange={() => toggleLead(lead.id)}
      />
    </label>
  )
}
