import type { ReadableAtom } from 'nanostores'
import { fetchCalendars } from '../../api/calendars.ts'
import type { CalendarServiceName, Calendars } from '../../contract/calendars.ts'
import { optional } from '../base/query/optional.ts'
import { changeCached, organizationQuery, type QueryState } from '../base/query/query.ts'

/** The setup of the organization's calendars; null if the API has no calendars. */
export const $calendars: ReadableAtom<QueryState<Calendars | null>> = organizationQuery<Calendars | null>({
  kind: 'calendars',
  read: optional(fetchCalendars),
})

/** Immediately shows that a service is connected or disconnected. */
export function showService(
  organizationId: string,
  service: CalendarServiceName,
  isConnected: boolean,
): Promise<void> {
  const others = (names: readonly string[]) => names.filter((name) => name !== service)
  return changeCached<Calendars | null>(
    organizationId,
    'calendars',
    (known) =>
      known && {
        ...known,
        connected: [...others(known.connected), ...(isConnected ? [service] : [])],
        revoked: others(known.revoked),
      },
  )
}
