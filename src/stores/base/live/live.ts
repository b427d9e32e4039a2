import type { ReadableAtom } from 'nanostores'
import { listenToLeadEvents } from '../../../api/events.ts'
import { logWarning } from '../../../platform/log.ts'
import { isPageHidden, onPageVisibility } from '../../../platform/page/page-state.ts'
import { openTabChannel, tabLocks } from '../../../platform/tabs.ts'
import { refreshConversation, refreshConversations } from '../../conversations/refresh.ts'
import { isOwnLead } from '../../leads/own-leads.ts'
import { refreshLeads } from '../../leads/refresh.ts'
import { markStaleInTurn } from '../query/query.ts'
import { $owner, type Owner, ownedAtom } from '../session/account.ts'
import { type ConversationEvent, followLive, type LivePorts } from './connection.ts'

/** A new lead (section 7: 'New lead: {contact name}'). */
export interface NewLead {
  leadId: string
  contactName: string | null
}

const $latest = ownedAtom<NewLead | null>(null)

/**
 * The latest lead that arrived while the console was open, excluding leads created on this device; null before the
 * first one. Each lead is announced once.
 */
export const $newLead: ReadableAtom<NewLead | null> = $latest

const $booked = ownedAtom<NewLead | null>(null)

/** The lead whose visitor last booked or moved an estimate call while the console was open; null before the first one. */
export const $bookedLead: ReadableAtom<NewLead | null> = $booked

const $conversation = ownedAtom<ConversationEvent | null>(null)

/** The last event about a conversation; null before the first one. Listeners receive every event. */
export const $conversationEvent: ReadableAtom<ConversationEvent | null> = $conversation

const browser: LivePorts = {
  locks: tabLocks,
  openChannel: openTabChannel,
  listen: listenToLeadEvents,
  isHidden: isPageHidden,
  onVisibility: onPageVisibility,
  pageAge: () => performance.now(),
  refresh(organizationId) {
    void refreshLeads(organizationId)
    void refreshConversations(organizationId)
    void markStaleInTurn(organizationId, 'lead-notifications')
    void markStaleInTurn(organizationId, 'activity')
    void markStaleInTurn(organizationId, 'contact-limits')
    void markStaleInTurn(organizationId, 'tasks')
  },
  announce: (lead) => {
    if (!isOwnLead(lead.leadId)) $latest.set(lead)
  },
  announceBooking: (lead) => $booked.set(lead),
  converse(organizationId, event) {
    $conversation.set(event)
    if (event.type === 'conversation_changed') refreshConversation(organizationId, event.conversation_id)
  },
  log: logWarning,
}

/**
 * Starts following the live stream of the signed-in user in the selected organization, with one connection for all
 * tabs. Returns the stop function.
 */
export function startLive(ports: LivePorts = browser, $of: ReadableAtom<Owner | null> = $owner): () => void {
  let stop = () => {}
  const unbind = $of.subscribe((owner) => {
    stop()
    stop = owner ? followLive(owner, ports) : () => {}
  })
  return () => {
    unbind()
    stop()
  }
}
