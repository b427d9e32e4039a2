import { useStore } from '@nanostores/react'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import type { MouseEvent } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { STATUS_OPTIONS } from '../../domain/lead-status.ts'
import { openLeadDialog } from '../../stores/lead-dialog.ts'
import { $changingLeads } from '../../stores/lead-status.ts'
import { loadLeadModal } from './lazy-dialogs.ts'
import { useLeadPath } from './lead-title.tsx'
import { useStatusUpdate } from './use-status-update.tsx'

const ITEMS = STATUS_OPTIONS.map(({ value, label }) => ({ key: value, label }))

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** View and Update of one lead (section 2, Leads list). Update opens a choice of the three statuses. */
export function LeadActions({ lead }: { lead: Lead }) {
  const { name } = leadLabel(lead)
  const update = useStatusUpdate()
  const isChanging = useStore($changingLeads).has(lead.id)
  return (
    <div className="lead-actions">
      <a
        className="lead-action"
        href={useLeadPath(lead.id)}
        aria-label={`View ${name}`}
        aria-haspopup="dialog"
        onPointerEnter={loadLeadModal}
        onFocus={loadLeadModal}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          openLeadDialog(lead.id)
        }}
      >
        View
      </a>
      <Dropdown
        trigger={['click']}
        disabled={isChanging}
        classNames={{ root: 'lead-status-menu' }}
        menu={{
          items: ITEMS,
          selectable: true,
          selectedKeys: [lead.status],
          onClick: ({ key }) => void update(lead, key),
        }}
      >
        <Button className="lead-action" loading={isChanging} aria-label={`Update ${name}`}>
          Update
        </Button>
      </Dropdown>
    </div>
  )
}
