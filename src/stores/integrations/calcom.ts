import { fetchEventTypes, postCalcom } from '../../api/calcom.ts'
import type { CalendarChoice } from '../../contract/calendar-services.ts'
import { requireOwner } from '../session/owner.ts'
import { markServicesStale } from './calendar-services.ts'
import { showService } from './calendars.ts'

/** Returns the event types that an API key of Cal.com can book. Rejects with the reason if there is none. */
export const readEventTypes = (key: string): Promise<CalendarChoice[]> =>
  fetchEventTypes(requireOwner().organizationId, key)

/** Connects Cal.com, or replaces its connection. */
export async function connectCalcom(key: string, choice: string): Promise<void> {
  const { organizationId } = requireOwner()
  try {
    await postCalcom(organizationId, key, choice)
  } catch (error) {
    // It may have arrived.
    markServicesStale()
    throw error
  }
  await showService(organizationId, 'calcom', true)
  markServicesStale()
}
