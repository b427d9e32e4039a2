import './status-button.css'
import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { automaticNote } from '../../../domain/leads/automatic-loss.ts'
import { STATUS_OPTIONS, statusLabel } from '../../../domain/leads/status.ts'
import { $changingLeads } from '../../../stores/leads/status.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useStatusUpdate } from './use-status-update.ts'

/** A lead's status as a button that opens a menu of the three statuses. */
export function StatusButton({ lead }: { lead: Lead }) {
  const update = useStatusUpdate()
  const isChanging = useStore($changingLeads, { ssr: 'initial' }).has(lead.id)
  return (
    <Menu
      label={`Status: ${statusLabel(lead.status)}`}
      className="status-choice"
      isDisabled={isChanging}
      isOfStatus
      items={STATUS_OPTIONS.map(({ value, label }) => ({
        key: value,
        label,
        isChecked: value === lead.status,
        onSelect: () => void update(lead, value),
      }))}
    >
      <StatusTag status={lead.status} note={automaticNote(lead)} />
      <Glyph name="chevron" />
    </Menu>
  )
}
