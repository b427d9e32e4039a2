import type { CallTimes } from '../../src/contract/bookings.ts'
import { appointmentOf, jobAddress } from '../../src/domain/leads/bookings.ts'
import { calendarOfCalls } from '../agent/call-hours.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { bookedCalls } from '../calendars/bookings.ts'
import { calendarTimes } from '../calendars/sources.ts'
import { type Busy, freeSlots } from '../call-times/slots.ts'
import { unknownLead } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { LEAD_COLUMNS } from '../notifications/planning.ts'
import { readNotificationSettings } from '../notifications/stored-settings.ts'
import { confirmationOf } from '../notifications/visitor-plan.ts'
import { businessOf } from '../profiles/business.ts'

/**
 * Returns when a lead's estimate call can take place, and how the customer gets the confirmation, as far as the calendars
 * were read. Rejects with 404 if the organization has no such lead.
 */
export async function callTimesOf(deps: Deps, organizationId: string, leadId: string): Promise<CallTimes> {
  const { db, clock } = deps
  const lead = await db
    .selectFrom('leads')
    .select([...LEAD_COLUMNS, 'property_address', 'prospect_address'])
    .where('id', '=', leadId)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  if (!lead) throw unknownLead()
  const now = clock()
  const business = await businessOf(db, organizationId, now)
  const calls = await bookedCalls(db, organizationId, now, leadId)
  const { busy: appointments, starts } = await calendarTimes(db, organizationId, now)
  const start = bookedStart(lead)
  const appointment = start && start > now ? appointmentOf(lead) : business.appointment
  const calendar = calendarOfCalls({
    business: { ...business, appointment },
    now,
    busy: [...calls, ...appointments],
    starts,
  })
  const settings = await readNotificationSettings(db, organizationId)
  return {
    ...appointment,
    needs_address: appointment.kind === 'visit' && jobAddress(lead) === null,
    times: freeSlots(calendar, now).map(({ start }) => start.toISOString()),
    busy: [...periods(calls, 'call'), ...periods(appointments, 'appointment')],
    ...(await confirmationOf({ tx: db, deps, settings }, organizationId, lead)),
  }
}

const periods = (busy: readonly Busy[], kind: CallTimes['busy'][number]['kind']) =>
  busy.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString(), kind }))
