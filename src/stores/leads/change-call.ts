import type { ReadableAtom } from 'nanostores'
import { fetchCallTimes, postBooking } from '../../api/bookings.ts'
import { APPOINTMENT_MINUTES, type Appointment } from '../../contract/appointments.ts'
import type { CallTimes } from '../../contract/bookings.ts'
import type { Lead } from '../../contract/leads.ts'
import { CANCELED, upcomingJobs } from '../../domain/leads/bookings.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { statusBefore } from '../../domain/leads/status.ts'
import { now } from '../../platform/clock.ts'
import { randomId } from '../../platform/random-id.ts'
import type { Outcome } from '../base/outbox/outbox.ts'
import { requireOrganization } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, type Account, ownedAtom } from '../base/session/account.ts'
import { updateLead } from './changes.ts'
import { submitChange } from './sending.ts'

/** What the questions about a call need to know of its lead. */
export type CalledLead = Pick<
  Lead,
  | 'id'
  | 'status'
  | 'loss_reason'
  | 'booking_start_time'
  | 'booking_status'
  | 'booking_kind'
  | 'booking_minutes'
  | 'updated_at'
>

interface CallQuestion {
  lead: CalledLead
  /** The customer's name. */
  name: string
  kind: 'book' | 'move' | 'cancel'
  /** Identifies the booking, so that a repeated request books one call. */
  id: string
}

const $asked = ownedAtom<CallQuestion | null>(null)

/** The lead whose estimate call the open dialog books, moves, or cancels; null if there is none. */
export const $callQuestion: ReadableAtom<CallQuestion | null> = $asked

/** Opens the dialog. */
export const askAboutCall = (kind: CallQuestion['kind'], lead: CalledLead, name: string): void =>
  $asked.set({ kind, lead, name, id: randomId('booking') })
/** Opens the dialog that books the call of a lead that was just added. */
export const askToBookNew = (id: string, name: string): void =>
  askAboutCall('book', { ...NEW_LEAD, id }, name)

const NEW_LEAD = {
  status: 'new',
  loss_reason: null,
  booking_start_time: null,
  booking_status: null,
  booking_kind: null,
  booking_minutes: null,
  updated_at: '',
} as const

/** Opens the dialog that books a lead's call, or moves it if there is one. */
export function askToSchedule(lead: Lead): void {
  const hasCall = upcomingJobs([lead], now()).length > 0
  askAboutCall(hasCall ? 'move' : 'book', lead, leadLabel(lead).name)
}

/** Closes the dialog without a change. */
export const keepCall = (): void => $asked.set(null)

/** Returns when a lead's estimate call can take place. */
export const callTimesOf = (leadId: string, signal: AbortSignal): Promise<CallTimes> =>
  fetchCallTimes(requireOrganization(), leadId, signal)

/**
 * Books an estimate call. Rejects if the server rejects it, or can't be reached: a booking never waits in the outbox,
 * because the time could be taken by then. An API that doesn't know the kind and length books its own. Returns the
 * change that undoes it.
 */
export async function bookCall(
  { lead, id }: Pick<CallQuestion, 'lead' | 'id'>,
  start_time: string,
  { kind, minutes }: Appointment,
): Promise<() => Promise<void>> {
  const account = $account.get()
  const organizationId = requireOrganization()
  const wanted = { id, start_time, kind, minutes: APPOINTMENT_MINUTES.find((each) => each === minutes) }
  const { updated_at = '' } = await postBooking(organizationId, lead.id, wanted)
  refetchAfter(organizationId, 'outbox-sent')
  refetchAfter(organizationId, 'conversations-changed')
  const booked = { ...lead, booking_start_time: start_time, updated_at }
  return () => undoBooking(account, lead, booked)
}

/** Cancels a new call, and restores the lead's status. */
async function undoBooking(account: Account | null, before: CalledLead, booked: CalledLead): Promise<void> {
  await cancel(account, booked)
  const status = before.status === 'new' ? null : statusBefore(before)
  if (status) await submitChange(account, { type: 'status', leadId: before.id, ...status })
}

const cancel = (account: Account | null, lead: CalledLead): Promise<Outcome> =>
  updateLead(account, lead, { booking_status: CANCELED, booking_start_time: lead.booking_start_time })

/** Cancels the appointment of a lead. Rejects if the server rejects the change, for example because it has moved. */
export const cancelCall = (lead: CalledLead): Promise<Outcome> => cancel($account.get(), lead)

/** Moves the appointment of a lead. Rejects if the server rejects the change. */
export const moveCall = (lead: CalledLead, booking_start_time: string): Promise<Outcome> =>
  updateLead($account.get(), lead, { booking_start_time })
