import type { Read } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'

/** The app that the operator registered with Google, and Google's addresses. */
export interface GoogleConfig {
  clientId: string
  clientSecret: string
  /** The address of the API, without a trailing slash. */
  apiUrl: string
  /** The page on which an owner allows the connection. */
  consentUrl: string
  tokenUrl: string
  revokeUrl: string
}

declare module '../kernel/config.ts' {
  interface Config {
    /** The app that is registered with Google; null turns Google Calendar off. */
    google?: GoogleConfig | null
  }
}

const GOOGLE = {
  apiUrl: 'https://www.googleapis.com',
  consentUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
}

/** Reads the app from the variables; null if there is none. Throws StartupError if half of it is missing. */
export function readGoogle(read: Read): GoogleConfig | null {
  const clientId = read('GOOGLE_CLIENT_ID')
  const clientSecret = read('GOOGLE_CLIENT_SECRET')
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    throw new StartupError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither.')
  }
  return { clientId, clientSecret, ...GOOGLE }
}

/**
 * The permissions that Fieldhand requests from Google: events in calendars that the owner owns, when calendars are
 * busy, and their names. The owner can decline some, so the response lists what was granted.
 */
export const SCOPES = [
  'https://www.googleapis.com/auth/calendar.events.owned',
  'https://www.googleapis.com/auth/calendar.freebusy',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
] as const
