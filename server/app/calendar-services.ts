import { createCalcom } from '../calcom/service.ts'
import type { CalendarService, CalendarServiceName, ServiceDeps } from '../calendars/services.ts'
import { googleCalendar } from '../google/calendar-service.ts'

const SERVICES: Record<CalendarServiceName, (deps: ServiceDeps) => CalendarService | null> = {
  calcom: (deps) => (deps.secrets ? createCalcom(deps) : null),
  google: googleCalendar,
}

/** Returns a service; null if it is not set up on this server. */
export const calendarService = (deps: ServiceDeps, name: CalendarServiceName): CalendarService | null =>
  SERVICES[name](deps)
