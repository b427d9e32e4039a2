import type { ReadableAtom } from 'nanostores'
import { fetchCalendars } from '../../api/calendars.ts'
import type { Calendars } from '../../contract/calendars.ts'
import { optional } from '../query/optional.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'

/** What of the organization's calendars is set up; null from an API without calendars. */
export const $calendars: ReadableAtom<QueryState<Calendars | null>> = organizationQuery<Calendars | null>({
  kind: 'calendars',
  read: optional(fetchCalendars),
})
