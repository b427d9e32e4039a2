import type { Appointment, AppointmentKind } from '../../contract/appointments.ts'
import { capitalized } from '../common/capitalized.ts'
import { present } from '../common/present.ts'

const NAMES: Readonly<Record<AppointmentKind, string>> = {
  call: 'estimate call',
  visit: 'estimate visit',
}

/** Returns what an owner reads for an appointment within a sentence. */
export const appointmentName = (kind: AppointmentKind): string => NAMES[kind]

/** Returns the status of a booking, such as "Scheduled" or "Canceled". */
export function bookingStatusText(status: string | null): string {
  const known = present(status) ?? 'scheduled'
  return /^cancell?ed$/i.test(known) ? 'Canceled' : capitalized(known)
}

/** Returns what a lead has booked, such as "Estimate visit, 90 minutes". */
export const appointmentText = ({ kind, minutes }: Appointment): string =>
  `${capitalized(appointmentName(kind))}, ${minutes} minutes`
