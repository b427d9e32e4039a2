import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { toggleLead } from '../../stores/lead-selection.ts'

/** Ticks a lead for what is done to several at once. */
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
