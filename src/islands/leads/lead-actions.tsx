import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import Button from 'antd/es/button'
import Dropdown from 'antd/es/dropdown'
import type { Lead, LeadStatus } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { STATUS_OPTIONS } from '../../domain/lead-status.ts'
import { failureOf } from '../../stores/failures.ts'
import { $changingLeads, changeLeadStatus } from '../../stores/lead-status.ts'
import { leadPath } from './lead-title.tsx'

/** View and Update of one lead (section 2, Leads list). */
export function LeadActions({ lead }: { lead: Lead }) {
  const { name } = leadLabel(lead)
  return (
    <div className="lead-actions">
      <a className="lead-action" href={leadPath(lead.id)} aria-label={`View ${name}`}>
        View
      </a>
      <UpdateStatus lead={lead} />
    </div>
  )
}

/** Opens a choice of the three statuses, and says how setting one went (section 8). */
export function UpdateStatus({ lead }: { lead: Lead }) {
  const { message } = App.useApp()
  const isChanging = useStore($changingLeads).has(lead.id)
  const update = async (status: LeadStatus) => {
    try {
      if (await changeLeadStatus(lead.id, status)) message.success(`Lead status updated to ${status}`)
    } catch (error) {
      const { title, reason } = failureOf('leadStatus', error)
      message.error(
        <>
          {title}
          <br />
          <small>{reason}</small>
        </>,
      )
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      disabled={isChanging}
      menu={{
        items: STATUS_OPTIONS.map(({ value, label }) => ({ key: value, label })),
        selectable: true,
        selectedKeys: [lead.status],
        onClick: ({ key }) => {
          const chosen = STATUS_OPTIONS.find(({ value }) => value === key)
          if (chosen) void update(chosen.value)
        },
      }}
    >
      <Button
        className="lead-action"
        loading={isChanging}
        aria-label={`Update status of ${leadLabel(lead).name}`}
      >
        Update
      </Button>
    </Dropdown>
  )
}
