import type { AppointmentKind } from '../../contract/appointments.ts'
import type { Lead } from '../../contract/leads.ts'
import { capitalized } from '../common/capitalized.ts'
import { present } from '../common/present.ts'
import { appointmentOf, isCanceled } from './bookings.ts'

const NAMES: Readonly<Record<AppointmentKind, string>> = {
  call: 'estimate call',
  visit: 'estimate visit',
}

/** Returns what an owner reads for an appointment within a sentence. */
export const appointmentName = (kind: AppointmentKind): string => NAMES[kind]

type Booked = Pick<Lead, 'booking_kind' | 'booking_minutes'>

/** Returns the length of a lead's appointment, such as `45 min`; null if the API doesn't say. */
export const lengthText = ({ booking_minutes: minutes }: Booked): string | null =>
  minutes ? `${minutes} min` : null

const withLength = (name: string, lead: Booked) => [name, lengthText(lead)].filter(Boolean).join(', ')

/** Returns what a lead has booked: `Estimate visit, 45 min`. */
export const appointmentText = (lead: Booked): string =>
  withLength(capitalized(appointmentName(appointmentOf(lead).kind)), lead)

/** Returns what a lead has booked, where there is little room: `Visit, 45 min`. */
export const shortAppointment = (lead: Booked): string =>
  withLength(capitalized(appointmentOf(lead).kind), lead)

/** Returns the status of a lead's booking, however its source spells it. */
export const bookingStatus = ({ booking_status: status }: Pick<Lead, 'booking_status'>): string =>
  isCanceled(status) ? 'Canceled' : capitalized(present(status) ?? 'scheduled')
