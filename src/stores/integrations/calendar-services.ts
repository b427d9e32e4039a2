import { computed, type ReadableAtom } from 'nanostores'
import { fetchEventTypes, postCalcom } from '../../api/calcom.ts'
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
import { changing } from '../base/query/changing.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { requireAccount } from '../base/session/account.ts'
import { $calendars, showService } from './calendars.ts'
import { checkingSummary } from './summary.ts'

/** Returns the query of the connection to a service. It requests nothing while the service is not connected. */
const connection = (service: CalendarServiceName): ReadableAtom<QueryState<CalendarConnection>> =>
  organizationQuery<CalendarConnection, CalendarServiceName>({
    kind: 'calendar-connection',
    $input: computed($calendars, ({ data }) => (data?.connected.includes(service) ? service : null)),
    read: checkingSummary(
      'calendar-ended-elsewhere',
      (name) => $calendars.get().data?.revoked.includes(name) ?? false,
      fetchCalendarConnection,
    ),
  })

export const $calendarConnections: Record<CalendarServiceName, ReturnType<typeof connection>> = {
  calcom: connection('calcom'),
  google: connection('google'),
}

const change = changing('calendar-connection-changed')

/** Connects Cal.com with an API key, or replaces its connection. */
export const connectCalcom = (key: string, choice: string): Promise<void> =>
  change(async (organizationId) => {
    await postCalcom(organizationId, key, choice)
    await showService(organizationId, 'calcom', true)
  })

/** Returns the event types that a Cal.com API key can book. Rejects with the reason if there are none. */
export const readEventTypes = (key: string): Promise<CalendarChoice[]> =>
  fetchEventTypes(requireAccount().organizationId, key)

/**
 * Returns the calendars or event types in which a service can book calls. The server may notice that the service no
 * longer accepts the connection.
 */
export const readChoices = (service: CalendarServiceName): Promise<CalendarChoice[]> =>
  change((organizationId) => fetchCalendarChoices(organizationId, service))

/** Chooses the calendar or event type in which calls are booked. */
export const choosePlace = (service: CalendarServiceName, id: string): Promise<void> =>
  change((organizationId) => putCalendarChoice(organizationId, service, id))

/** Asks the server to read from the service now. */
export const readNow = (service: CalendarServiceName): Promise<void> =>
  change((organizationId) => postCalendarRead(organizationId, service))

/** Asks the server to retry writing a call that could not be written. */
export const retryCall = (service: CalendarServiceName, bookingId: string): Promise<void> =>
  change((organizationId) => postCallRetry(organizationId, service, bookingId))

export const disconnectService = (service: CalendarServiceName): Promise<void> =>
  change(async (organizationId) => {
    await deleteCalendarConnection(organizationId, service)
    await showService(organizationId, service, false)
  })
