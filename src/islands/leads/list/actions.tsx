import './actions.css'
import type { MouseEvent } from 'react'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { isPhone } from '../../../platform/page/phone.ts'
import { enterLeadPanel, openLeadDialog, openLeadPanel } from '../../../stores/leads/dialog.ts'
import { prepareLead } from '../lead/load-on-intent.ts'
import { StatusMenu } from './status-menu.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

type Row = Pick<LeadRowProps, 'lead' | 'search'>

/** Returns the props of a link to a lead's page, which a plain click replaces by `open`. */
const leadLink = ({ lead, search }: Row, open: (event: MouseEvent) => void) => ({
  href: leadPath(lead.id) + search,
  onPointerEnter: prepareLead,
  onFocus: prepareLead,
  onClick: (event: MouseEvent) => {
    if (isPlain(event)) open(event)
  },
})

/**
 * Returns the props of the link with a lead's name. It opens the lead next to the list, and its page on a phone. The
 * keyboard also moves the focus there. `label` is the accessible name if it isn't the lead's name.
 */
export const nameLink = (row: Row, label?: string) => ({
  ...leadLink(row, (event) => {
    if (isPhone()) return
    event.preventDefault()
    const isByKey = event.detail === 0
    if (isByKey) enterLeadPanel(row.lead.id)
    else openLeadPanel(row.lead.id)
  }),
  'aria-label': label,
  'data-place': row.lead.id,
})

const viewLink = (row: Row) => ({
  ...leadLink(row, (event) => {
    event.preventDefault()
    openLeadDialog(row.lead.id)
  }),
  'aria-label': `View ${leadLabel(row.lead).name}`,
  'aria-haspopup': 'dialog' as const,
  'data-place': `view-${row.lead.id}`,
})

/** The View and Update actions of one lead (section 2, Leads list). Update opens a menu of the three statuses. */
export function LeadActions(row: LeadRowProps) {
  const { lead, isChanging } = row
  return (
    <div className="lead-actions">
      <a className="lead-action" {...viewLink(row)}>
        View
      </a>
      {/* The key prevents an open menu from being reused for another lead. */}
      <StatusMenu key={lead.id} lead={lead} isChanging={isChanging} className="button quiet lead-action">
        {isChanging ? 'Saving…' : 'Update'}
      </StatusMenu>
    </div>
  )
}
