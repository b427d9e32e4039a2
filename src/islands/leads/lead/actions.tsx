import './actions.css'
import { type MouseEvent, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { openLeadDialog } from '../../../stores/leads/dialog.ts'
import { NOT_LOADED } from '../../../ui/lazy-part.tsx'
import { useToast } from '../../../ui/toast.tsx'
import type { LeadRowProps } from '../list/use-lead-rows.ts'
import { loadStatusMenu, prepareLeadModal, prepareStatusMenu } from '../load-on-intent.ts'
import type StatusMenu from './status-menu.tsx'

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** View and Update of one lead (section 2, Leads list). Update opens a menu of the three statuses. */
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

/** The menu loads on the first click, because twenty menus would take up most of the page's render time. */
function UpdateButton({ lead, name, isChanging }: { lead: Lead; name: string; isChanging: boolean }) {
  const toast = useToast()
  const [opened, setOpened] = useState<{ leadId: string; Menu: typeof StatusMenu }>()
  const open = async () => {
    if (isChanging) return
    try {
      const { default: Menu } = await loadStatusMenu()
      setOpened({ leadId: lead.id, Menu })
    } catch {
      toast.error(NOT_LOADED)
    }
  }
  const isOpened = opened?.leadId === lead.id
  // The row now shows another lead. The menu stays closed when the row shows this lead again.
  if (opened && !isOpened) setOpened(undefined)
  const button = (
    <button
      type="button"
      className="button quiet lead-action"
      aria-label={`Update ${name}`}
      aria-haspopup="menu"
      aria-busy={isChanging}
      // A disabled button would lose the focus.
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
