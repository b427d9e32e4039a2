import { bookCall, type CallTimes, getCallTimes } from '../../src/contract/bookings.ts'
import { appointmentOf, jobAddress } from '../../src/domain/leads/bookings.ts'
import { calendarOfCalls } from '../agent/call-hours.ts'
import { derivedId, newId } from '../base/ids.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { bookedCalls } from '../calendars/bookings.ts'
import { calendarTimes, refreshForBooking } from '../calendars/sources.ts'
import { type Busy, freeSlots } from '../call-times/slots.ts'
import { unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { changeLead } from '../leads/write.ts'
import { LEAD_COLUMNS } from '../notifications/planning.ts'
import { readNotificationSettings } from '../notifications/stored-settings.ts'
import { confirmationOf } from '../notifications/visitor-plan.ts'
import { businessOf } from '../profiles/business.ts'

/** Mounts the endpoints with which a member books an estimate call. Later changes are changes of the lead. */
export function mountBookings(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  mount(api, getCallTimes, async ({ organizationId, params: { leadId } }) => {
    const lead = await db
      .selectFrom('leads')
      .select([...LEAD_COLUMNS, 'property_address', 'prospect_address'])
      .where('id', '=', leadId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!lead) throw unknownLead()
    await refreshForBooking(deps, organizationId)
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
  })

  mount(
    api,
    bookCall,
    ({ organizationId, userId, params: { leadId }, body: { id, start_time, ...appointment } }) => {
      const bookingId = id === undefined ? newId('booking') : derivedId('booking', `${leadId} ${id}`)
      const wish = { kind: 'book', start: new Date(start_time), bookingId, appointment } as const
      return changeLead(
        deps,
        { organizationId, userId },
        leadId,
        {},
        { note: { path: '', text: undefined }, readAt: undefined, wish },
      )
    },
  )
}

const periods = (busy: readonly Busy[], kind: CallTimes['busy'][number]['kind']) =>
  busy.map(({ from, to }) => ({ from: from.toISOString(), to: to.toISOString(), kind }))
