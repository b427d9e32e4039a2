import * as v from 'valibot'

/** The kinds of appointments: the business calls the customer, or visits the property. */
export const APPOINTMENT_KINDS = ['call', 'visit'] as const
export type AppointmentKind = (typeof APPOINTMENT_KINDS)[number]

/** How long an appointment can take. */
export const APPOINTMENT_MINUTES = [15, 30, 45, 60, 90, 120] as const

export const AppointmentKind = v.picklist(APPOINTMENT_KINDS)
export const AppointmentMinutes = v.picklist(APPOINTMENT_MINUTES)

/** What a customer books. */
export interface Appointment {
  kind: AppointmentKind
  minutes: number
}

/** The appointment of an API that knows no others, and of a new organization. */
export const DEFAULT_APPOINTMENT: Appointment = { kind: 'call', minutes: 30 }
