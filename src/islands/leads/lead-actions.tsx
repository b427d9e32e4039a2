import App from 'antd/es/app'
import { type MouseEvent, useState } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/lead-name.ts'
import { leadPath } from '../../domain/lead-path.ts'
import { openLeadDialog } from '../../stores/lead-dialog.ts'
import { NOT_LOADED } from '../../ui/lazy-part.tsx'
import { loadStatusMenu, prepareLeadModal, prepareStatusMenu } from './load-on-intent.ts'
import type StatusMenu from './status-menu.tsx'
import type { LeadRowProps } from './use-lead-rows.ts'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** View and Update of one lead (section 2, Leads list). Update opens a choice of the three statuses. */
export function LeadActions({ lead, search, isChanging }: LeadRowProps) {
  const { name } = leadLabel(lead)
  return (
    <div className="lead-actions">
      <a
        className="lead-action"
        href={leadPath(lead.id) + search}
        aria-label={`View ${name}`}
        aria-haspopup="dialog"
        data-place={`view-${lead.id}`}
        onPointerEnter={prepareLeadModal}
        onFocus={prepareLeadModal}
        onClick={(event) => {
          if (!isPlain(event)) return
          event.preventDefault()
          openLeadDialog(lead.id)
        }}
      >
        View
      </a>
      <UpdateButton lead={lead} name={name} isChanging={isChanging} />
    </div>
  )
}

/** The menu is loaded at the first click: twenty of them would be most of the work of drawing a page of rows. */
function UpdateButton({ lead, name, isChanging }: { lead: Lead; name: string; isChanging: boolean }) {
  const { message } = App.useApp()
  const [opened, setOpened] = useState<{ leadId: string; Menu: typeof StatusMenu }>()
  const open = async () => {
    if (isChanging) return
    try {
      const { default: Menu } = await loadStatusMenu()
      setOpened({ leadId: lead.id, Menu })
    } catch {
      message.error(NOT_LOADED)
    }
  }
  const isOpened = opened?.leadId === lead.id
  // The row shows another lead by now; when it shows this one again, the menu is closed.
  if (opened && !isOpened) setOpened(undefined)
  const button = (
    <button
      type="button"
      className="button quiet lead-action"
      aria-label={`Update ${name}`}
      aria-haspopup="menu"
      aria-busy={isChanging}
      // Disabled, it would lose the focus.
      disabled={false}
      aria-disabled={isChanging}
      onPointerEnter={prepareStatusMenu}
      onFocus={prepareStatusMenu}
      onClick={isOpened ? undefined : open}
    >
      {isChanging ? 'Saving…' : 'Update'}
    </button>
  )
  if (!isOpened) return button
  return (
    <opened.Menu lead={lead} isDisabled={isChanging}>
      {button}
    </opened.Menu>
  )
}
