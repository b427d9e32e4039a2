import type { ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { CANCELED } from '../../domain/leads/bookings.ts'
import type { Outcome } from '../base/outbox/outbox.ts'
import { $owner, ownedAtom } from '../base/session/account.ts'
import { updateLead } from './changes.ts'

interface CallQuestion {
  lead: Lead
  kind: 'move' | 'cancel'
}

const $asked = ownedAtom<CallQuestion | null>(null)

/** The lead whose estimate call the open dialog moves or cancels; null if there is none. */
export const $callQuestion: ReadableAtom<CallQuestion | null> = $asked

/** Opens the dialog. */
export const askAboutCall = (kind: CallQuestion['kind'], lead: Lead): void => $asked.set({ kind, lead })
/** Closes the dialog without a change. */
export const keepCall = (): void => $asked.set(null)

/** Cancels the estimate call of a lead. Rejects if the server rejects the change, for example because it has moved. */
export const cancelCall = (lead: Lead): Promise<Outcome> =>
  updateLead($owner.get(), lead, {
    booking_status: CANCELED,
    booking_start_time: lead.booking_start_time,
  })

/** Moves the estimate call of a lead. Rejects if the server rejects the change. */
export const moveCall = (lead: Lead, booking_start_time: string): Promise<Outcome> =>
  updateLead($owner.get(), lead, { booking_start_time })
