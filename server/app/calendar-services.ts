import { createCalcom } from '../calcom/service.ts'
import type { CalendarServices } from '../calendars/services.ts'
import { googleCalendar } from '../google/calendar-service.ts'

/** The services in which calls can be booked. */
export const CALENDAR_SERVICES: CalendarServices = {
  calcom: (deps) => (deps.secrets ? createCalcom(deps) : null),
  google: googleCalendar,
}
