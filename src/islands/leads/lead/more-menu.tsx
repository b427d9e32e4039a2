import { useStore } from '@nanostores/react'
import type { Lead } from '../../../contract/leads.ts'
import { conversationPath } from '../../../domain/conversations/path.ts'
import { appointmentOf, isBooked, upcomingJobs } from '../../../domain/leads/bookings.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $account } from '../../../stores/base/session/account.ts'
import { $now } from '../../../stores/base/time.ts'
import { $hasInbox } from '../../../stores/conversations/presence.ts'
import { askAboutCall } from '../../../stores/leads/change-call.ts'
import { deleteLead } from '../../../stores/leads/changes.ts'
import { $dialogLead, $panelLead, closeLeadDialog, closeLeadPanel } from '../../../stores/leads/dialog.ts'
import { openLeadForm } from '../../../stores/leads/form.ts'
import { $leadSearch } from '../../../stores/leads/list.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'
import { goToLeads } from '../../../stores/leads/page.ts'
import { $offered } from '../../../stores/settings/profile.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { NOT_LOADED } from '../../../ui/lazy-part.tsx'
import { Menu, type MenuItem } from '../../../ui/menu.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { focusRow } from './focus-row.ts'

interface Props {
  lead: Lead
  className?: string
  /** Additional items for the menu's location. */
  items?: readonly MenuItem[]
  /** Whether the lead's page is already open. */
  isOnPage?: boolean
}

/** The less common actions on a lead. After a deletion, the list offers Undo. */
export function MoreMenu({ lead, className = 'button quiet more-button', items = [], isOnPage }: Props) {
  const toast = useToast()
  const search = useStore($leadSearch, { ssr: () => '' })
  const hasConversations = useStore($hasInbox, { ssr: 'initial' })
  const { conversation_id: conversation } = lead
  // Other APIs can't change calls.
  const canChangeCall = hasConversations === true
  const hasCall = upcomingJobs([lead], $now.get()).length > 0
  const offered = useStore($offered)
  const word = hasCall ? appointmentOf(lead).kind : offered.kind
  const ask = (kind: 'book' | 'move' | 'cancel') => () => askAboutCall(kind, lead, leadLabel(lead).name)
  const remove = async () => {
    const isAboveList = $dialogLead.get() !== null || $panelLead.get() !== null
    const { next, previous } = $neighbors.get()
    closeLeadDialog()
    if ($panelLead.get() === lead.id) closeLeadPanel()
    try {
      await deleteLead($account.get(), lead)
      if (isAboveList) focusRow(next ?? previous)
      else goToLeads()
    } catch (error) {
      toast.error(`Failed to delete lead. ${reasonOf(error)}`)
    }
  }
  const saveAs = async (kind: 'saveBooking' | 'saveContact') => {
    try {
      const files = await import('../../../stores/leads/files.ts')
      files[kind](lead)
    } catch {
      toast.error(NOT_LOADED)
    }
  }
  const all: MenuItem[] = [
    ...items,
    ...(canChangeCall && !hasCall ? [{ key: 'book', label: `Book ${word}…`, onSelect: ask('book') }] : []),
    isOnPage
      ? {
          key: 'view',
          label: 'All details',
          href: `/leads${search}${search ? '&' : '?'}lead=${encodeURIComponent(lead.id)}`,
        }
      : { key: 'page', label: 'Open page', href: leadPath(lead.id) + search },
    ...(conversation && hasConversations
      ? [{ key: 'conversation', label: 'Open conversation', href: conversationPath(conversation) }]
      : []),
    { key: 'edit', label: 'Edit', onSelect: () => openLeadForm(lead) },
    { key: 'contact', label: 'Save contact', onSelect: () => void saveAs('saveContact') },
    ...(isBooked(lead)
      ? [{ key: 'calendar', label: 'Add to calendar', onSelect: () => void saveAs('saveBooking') }]
      : []),
    ...(canChangeCall && hasCall
      ? [
          { key: 'move', label: `Move ${word}…`, onSelect: ask('move') },
          { key: 'cancel', label: `Cancel ${word}…`, onSelect: ask('cancel') },
        ]
      : []),
    { key: 'delete', label: 'Delete', startsGroup: true, onSelect: () => void remove() },
  ]
  return (
    <Menu label="More" className={className} items={all}>
      <Glyph name="more" />
    </Menu>
  )
}
