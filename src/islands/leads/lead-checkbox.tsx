import { useStore } from '@nanostores/react'
import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { $selectedIds, toggleLead } from '../../stores/lead-selection.ts'

/** Ticks a lead for what is done to several at once. */
export function LeadCheckbox({ lead }: { lead: Lead }) {
  const isSelected = useStore($selectedIds).has(lead.id)
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
