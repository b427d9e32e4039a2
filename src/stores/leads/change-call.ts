import type { ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { CANCELED } from '../../domain/leads/bookings.ts'
import type { Outcome } from '../outbox/outbox.ts'
import { $owner, ownedAtom } from '../session/owner.ts'
import { updateLead } from './changes.ts'

const $asked = ownedAtom<Lead | null>(null)

/** The lead whose estimate call the open dialog asks about; null if there is none. */
export const $callToCancel: ReadableAtom<Lead | null> = $asked

/** Opens the dialog. */
export const askToCancelCall = (lead: Lead): void => $asked.set(lead)
/** Closes the dialog without a change. */
export const keepCall = (): void => $asked.set(null)

/** Cancels the estimate call of a lead. Rejects if the server rejects the change. */
export const cancelCall = (lead: Lead): Promise<Outcome> =>
  updateLead($owner.get(), lead, { booking_status: CANCELED })
