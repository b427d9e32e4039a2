import type { AppointmentKind } from '../../contract/appointments.ts'

const NAMES: Readonly<Record<AppointmentKind, string>> = {
  call: 'estimate call',
  visit: 'estimate visit',
}

/** Returns what an owner reads for an appointment within a sentence. */
export const appointmentName = (kind: AppointmentKind): string => NAMES[kind]
