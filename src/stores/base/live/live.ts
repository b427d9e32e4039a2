import type { ReadableAtom } from 'nanostores'
import { listenToLeadEvents } from '../../../api/events.ts'
import { logWarning } from '../../../platform/log.ts'
import { isPageHidden, onPageVisibility } from '../../../platform/page/page-state.ts'
import { openTabChannel, tabLocks } from '../../../platform/tabs.ts'
import { suspectOutage } from '../query/outage.ts'
import { $account, type Account, ownedAtom } from '../session/account.ts'
import { type ConversationEvent, followLive, type LivePorts } from './connection.ts'

/** A new lead (section 7: 'New lead: {contact name}'). */
export interface NewLead {
  leadId: string
  contactName: string | null
  /** Whether it came from a test, which no badge counts. */
  isTest?: boolean
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

/** The features that events concern. */
export interface LiveFeatures {
  /** Returns whether a lead was created on this device. */
  isOwnLead: (leadId: string) => boolean
  /** Refetches what changed leads affect, because events may have been missed. */
  refreshLeads: (organizationId: string) => void
  /** Refetches the data of a conversation that has a new message or state. */
  refreshConversation: (organizationId: string, conversationId: string) => void
  /** Refetches a displayed conversation whose visitor has arrived, left, or read. */
  refreshVisitor: (organizationId: string, conversationId: string) => void
}

const browserPorts = ({
  isOwnLead,
  refreshLeads,
  refreshConversation,
  refreshVisitor,
}: LiveFeatures): LivePorts => ({
  locks: tabLocks,
  openChannel: openTabChannel,
  async listen(options) {
    try {
      await listenToLeadEvents(options)
    } catch (error) {
      if (!options.signal.aborted) suspectOutage(error)
      throw error
    }
  },
  isHidden: isPageHidden,
  onVisibility: onPageVisibility,
  pageAge: () => performance.now(),
  refresh: refreshLeads,
  announce: (lead) => {
    if (!isOwnLead(lead.leadId)) $latest.set(lead)
  },
  announceBooking: (lead) => $booked.set(lead),
  converse(organizationId, event) {
    $conversation.set(event)
    if (event.type === 'conversation_changed') refreshConversation(organizationId, event.conversation_id)
    if (event.type === 'conversation_presence') refreshVisitor(organizationId, event.conversation_id)
  },
  log: logWarning,
})

/**
 * Follows the live stream of the signed-in user in the selected organization, with one connection for all tabs. Returns
 * the stop function.
 */
export const connectLive = (features: LiveFeatures): (() => void) =>
  followAccount(browserPorts(features), $account)

/** Like {@link connectLive}, in any browser. */
export function followAccount(ports: LivePorts, $of: ReadableAtom<Account | null>): () => void {
  let stop = () => {}
  const unbind = $of.subscribe((account) => {
    stop()
    stop = account ? followLive(account, ports) : () => {}
  })
  return () => {
    unbind()
    stop()
  }
}
