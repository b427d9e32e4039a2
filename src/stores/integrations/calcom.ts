import { fetchEventTypes, postCalcom } from '../../api/calcom.ts'
import type { CalendarChoice } from '../../contract/calendar-services.ts'
import { requireOwner } from '../session/owner.ts'
import { markServicesStale } from './calendar-services.ts'
import { showService } from './calendars.ts'

/** Returns the event types that a Cal.com API key can book. Rejects with the reason if there are none. */
export const readEventTypes = (key: string): Promise<CalendarChoice[]> =>
  fetchEventTypes(requireOwner().organizationId, key)

/** Connects Cal.com, or replaces its connection. */
export async function connectCalcom(key: string, choice: string): Promise<void> {
  const { organizationId } = requireOwner()
  try {
    await postCalcom(organizationId, key, choice)
  } catch (error) {
    // The request may have reached the server.
    markServicesStale()
    throw error
  }
  await showService(organizationId, 'calcom', true)
  markServicesStale()
}
