import './lead-checkbox.css'
import { toggleLead } from '../../../stores/leads/selection.ts'

interface Props {
  id: string
  name: string
  isSelected: boolean
}

/** Selects a lead for bulk actions. */
export function LeadCheckbox({ id, name, isSelected }: Props) {
  return (
    <label className="lead-checkbox">
      <input
        type="checkbox"
        className="lead-tick"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={() => toggleLead(id)}
      />
    </label>
  )
}
