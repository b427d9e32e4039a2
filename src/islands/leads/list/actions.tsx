import './actions.css'
import type { MouseEvent } from 'react'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { openLeadDialog, openLeadPanel } from '../../../stores/leads/dialog.ts'
import { prepareLead } from '../lead/load-on-intent.ts'
import { StatusMenu } from './status-menu.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

const isPhone = () => matchMedia('(width < 768px)').matches

/**
 * Returns the props of a link that opens a lead above the list, full screen on a phone. In another tab, the link opens
 * the lead's page.
 */
export function viewLink({ lead, search }: Pick<LeadRowProps, 'lead' | 'search'>) {
  return {
    href: leadPath(lead.id) + search,
    'aria-label': `View ${leadLabel(lead).name}`,
    'aria-haspopup': 'dialog' as const,
    'data-view': '',
    'data-place': `view-${lead.id}`,
    onPointerEnter: prepareLead,
    onFocus: prepareLead,
    onClick: (event: MouseEvent) => {
      if (!isPlain(event)) return
      event.preventDefault()
      if (isPhone()) openLeadPanel(lead.id)
      else openLeadDialog(lead.id)
    },
  }
}

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
