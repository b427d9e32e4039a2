import type { ReadableAtom } from 'nanostores'
import { listenToLeadEvents } from '../../api/events.ts'
import { logWarning } from '../../platform/log.ts'
import { isPageHidden, onPageVisibility } from '../../platform/page/page-state.ts'
import { openTabChannel, tabLocks } from '../../platform/tabs.ts'
import { isOwnLead } from '../leads/own-leads.ts'
import { markStale } from '../query/query.ts'
import { $owner, type Owner, ownedAtom } from '../session/owner.ts'
import { followLive, type LivePorts } from './line.ts'

/** A lead that has just come in (section 7: 'New lead: {contact name}'). */
export interface NewLead {
  leadId: string
  contactName: string | null
}

const $latest = ownedAtom<NewLead | null>(null)

/** The lead that came in last while the console was open, each only once, none made here by hand; null before the first. */
export const $newLead: ReadableAtom<NewLead | null> = $latest

const $booked = ownedAtom<NewLead | null>(null)

/** The lead whose estimate call was booked or moved last while the console was open; null before the first. */
export const $bookedLead: ReadableAtom<NewLead | null> = $booked

const browser: LivePorts = {
  locks: tabLocks,
  openChannel: openTabChannel,
  listen: listenToLeadEvents,
  isHidden: isPageHidden,
  onVisibility: onPageVisibility,
  refresh: (organizationId) => markStale(organizationId, 'leads', 'lead-stats'),
  announce: (lead) => {
    if (!isOwnLead(lead.leadId)) $latest.set(lead)
  },
  announceBooking: (lead) => $booked.set(lead),
  log: logWarning,
}

/**
 * From now on, follows the live stream of whoever is signed in, for the organization that is selected: one connection
 * however many tabs. Answers with the end.
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
