import { type CalendarChoice, connectCalcom, listCalcomEventTypes } from '../contract/calendar-services.ts'
import { write } from './client.ts'

/** Returns the event types that a Cal.com API key can book. */
export async function fetchEventTypes(organizationId: string, key: string): Promise<CalendarChoice[]> {
  const { choices = [] } = await write(listCalcomEventTypes, { organizationId, body: { key } })
  return [...choices]
}

/** Connects Cal.com with an API key, and books calls as one of its event types. */
export async function postCalcom(organizationId: string, key: string, choice: string): Promise<void> {
  await write(connectCalcom, { organizationId, body: { key, choice } })
}
