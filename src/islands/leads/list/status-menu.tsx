import type { ReactNode } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { Menu } from '../../../ui/menu.tsx'
import { useStatusUpdate } from '../lead/use-status-update.ts'

interface Props {
  lead: Lead
  isChanging: boolean
  className: string
  /** The button's visible text if it isn't "Update", for the accessible name. */
  shows?: string
  /** The button's content. */
  children: ReactNode
}

/** A button that opens a menu of a lead's three statuses. */
export function StatusMenu({ lead, isChanging, className, shows, children }: Props) {
  const update = useStatusUpdate()
  const name = `Update ${leadLabel(lead).name}`
  return (
    <Menu
      label={shows ? `${name}: ${shows}` : name}
      className={className}
      isBusy={isChanging}
      isOfStatus
      items={() =>
        STATUS_OPTIONS.map(({ value, label }) => ({
          key: value,
          label,
          isChecked: lead.status === value,
          onSelect: () => void update(lead, value),
        }))
      }
    >
      {children}
    </Menu>
  )
}
