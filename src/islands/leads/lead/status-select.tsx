import './status-select.css'
import { useStore } from '@nanostores/react'
import { useId } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { STATUS_OPTIONS, statusLabel } from '../../../domain/leads/status.ts'
import { $changingLeads } from '../../../stores/leads/status.ts'
import { useStatusUpdate } from './use-status-update.ts'

/** Sets the status of the lead on the page. Shows an unknown status unchanged. */
export function StatusSelect({ lead }: { lead: Lead }) {
  const id = useId()
  const update = useStatusUpdate()
  const isChanging = useStore($changingLeads).has(lead.id)
  const isKnown = STATUS_OPTIONS.some(({ value }) => value === lead.status)
  return (
    <div className="status-select">
      <label htmlFor={id}>Update Status</label>
      <select
        className="field-box"
        id={id}
        value={lead.status}
        disabled={isChanging}
        onChange={(event) => void update(lead, event.target.value)}
      >
        {!isKnown && <option value={lead.status}>{statusLabel(lead.status)}</option>}
        {STATUS_OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
