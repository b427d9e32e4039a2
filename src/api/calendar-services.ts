import {
  type CalendarChoice,
  type CalendarConnection,
  chooseCalendar,
  disconnectCalendar,
  getCalendarChoices,
  getCalendarConnection,
  readCalendarConnection,
  retryWrittenCall,
} from '../contract/calendar-services.ts'
import type { CalendarServiceName } from '../contract/calendars.ts'
import { call, write } from './client.ts'

/** Returns the connection to a calendar service, and the last calls written there. */
export function fetchCalendarConnection(
  organizationId: string,
  signal: AbortSignal,
  service: CalendarServiceName,
): Promise<CalendarConnection> {
  return call(getCalendarConnection, { organizationId, params: { service }, signal })
}

/** Returns the calendars or event types in which a service can book calls. */
export async function fetchCalendarChoices(
  organizationId: string,
  service: CalendarServiceName,
): Promise<CalendarChoice[]> {
  return (await call(getCalendarChoices, { organizationId, params: { service } })).choices
}

/** Chooses the calendar or event type in which calls are booked. */
export async function putCalendarChoice(
  organizationId: string,
  service: CalendarServiceName,
  id: string,
): Promise<void> {
  await write(chooseCalendar, { organizationId, params: { service }, body: { id } })
}

/** Asks the server to read from a service now. */
export async function postCalendarRead(organizationId: string, service: CalendarServiceName): Promise<void> {
  await write(readCalendarConnection, { organizationId, params: { service }, body: {} })
}

/** Asks the server to retry writing a call. */
export async function postCallRetry(
  organizationId: string,
  service: CalendarServiceName,
  bookingId: string,
): Promise<void> {
  await write(retryWrittenCall, { organizationId, params: { service, bookingId }, body: {} })
}

export async function deleteCalendarConnection(
  organizationId: string,
  service: CalendarServiceName,
): Promise<void> {
  await write(disconnectCalendar, { organizationId, params: { service } })
}
