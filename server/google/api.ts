import type { calendar_v3 } from '@googleapis/calendar'
import type { GoogleConfig } from './config.ts'

/** Opens Google Calendar's client. It is large, so it loads when it is first needed. */
export async function openCalendar(
  { apiUrl }: GoogleConfig,
  accessToken: string,
): Promise<calendar_v3.Calendar> {
  const { calendar } = await import('@googleapis/calendar')
  return calendar({
    version: 'v3',
    headers: { Authorization: `Bearer ${accessToken}` },
    // The client's own rootUrl would drop the path of a stand-in.
    fetchImplementation: (input, init) =>
      fetch(String(input).replace(CLIENT_ROOT, apiUrl), { ...init, redirect: 'error' }),
    retry: false,
    timeout: ANSWER_MS,
  })
}
const CLIENT_ROOT = 'https://www.googleapis.com'
const ANSWER_MS = 8_000
