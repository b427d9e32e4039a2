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

/** The connection to a service; without one, nothing is requested. */
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

/** Notes that the server knows something else about the services. */
export function markServicesStale(): void {
  markStale(requireOwner().organizationId, 'calendars', 'calendar-connection')
}

/** Returns where calls can be booked. */
export const readChoices = (service: CalendarServiceName): Promise<CalendarChoice[]> =>
  fetchCalendarChoices(requireOwner().organizationId, service)

/** Chooses where calls are booked. */
export async function choosePlace(service: CalendarServiceName, id: string): Promise<void> {
  await putCalendarChoice(requireOwner().organizationId, service, id)
  markServicesStale()
}

/** Has the service read now. */
export async function readNow(service: CalendarServiceName): Promise<void> {
  await postCalendarRead(requireOwner().organizationId, service)
  markServicesStale()
}

/** Has a call written again that could not be. */
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
