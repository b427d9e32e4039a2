import { computed, type ReadableAtom } from 'nanostores'
import {
  deleteCalendarConnection,
  fetchCalendarChoices,
  fetchCalendarConnection,
  postCalendarRead,
  postCallRetry,
  putCalendarChoice,
} from '../../api/calendar-services.ts'
import type { CalendarChoice, CalendarConnection } from '../../contract/calendar-services.ts'
import type { CalendarServiceName } from '../../contract/calendars.ts'
import { markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'
import { $calendars, showService } from './calendars.ts'

/** Returns the query of the connection to a service. It requests nothing while the service is not connected. */
const connection = (service: CalendarServiceName): ReadableAtom<QueryState<CalendarConnection>> =>
  organizationQuery<CalendarConnection, CalendarServiceName>({
    kind: 'calendar-connection',
    $input: computed($calendars, ({ data }) => (data?.connected.includes(service) ? service : null)),
    read: fetchCalendarConnection,
  })

export const $calendarConnections: Record<CalendarServiceName, ReturnType<typeof connection>> = {
  calcom: connection('calcom'),
  google: connection('google'),
}

/** Marks the data of the services as stale. */
export function markServicesStale(): void {
  markStale(requireOwner().organizationId, 'calendars', 'calendar-connection')
}

/** Returns the calendars or event types in which a service can book calls. */
export const readChoices = (service: CalendarServiceName): Promise<CalendarChoice[]> =>
  fetchCalendarChoices(requireOwner().organizationId, service)

/** Chooses the calendar or event type in which calls are booked. */
export async function choosePlace(service: CalendarServiceName, id: string): Promise<void> {
  await putCalendarChoice(requireOwner().organizationId, service, id)
  markServicesStale()
}

/** Asks the server to read from the service now. */
export async function readNow(service: CalendarServiceName): Promise<void> {
  await postCalendarRead(requireOwner().organizationId, service)
  markServicesStale()
}

/** Asks the server to retry writing a call that could not be written. */
export async function retryCall(service: CalendarServiceName, bookingId: string): Promise<void> {
  await postCallRetry(requireOwner().organizationId, service, bookingId)
  markServicesStale()
}

/** Disconnects a service. */
export async function disconnectService(service: CalendarServiceName): Promise<void> {
  const { organizationId } = requireOwner()
  await deleteCalendarConnection(organizationId, service)
  await showService(organizationId, service, false)
  markServicesStale()
}
