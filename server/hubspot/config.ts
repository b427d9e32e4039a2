import type { Read } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'

/** The app that the operator registered with HubSpot, and HubSpot's addresses. */
export interface HubspotConfig {
  clientId: string
  clientSecret: string
  /** The address of the API, without a trailing slash. */
  apiUrl: string
  /** The page on which an owner allows the connection. */
  consentUrl: string
  /** The address of the site that shows contacts, without a trailing slash. */
  appUrl: string
}

declare module '../kernel/config.ts' {
  interface Config {
    /** The app that is registered with HubSpot; null turns the integration off. */
    hubspot?: HubspotConfig | null
  }
}

const HUBSPOT = { apiUrl: 'https://api.hubapi.com', appUrl: 'https://app.hubspot.com' }

/** Reads the app from the variables; null if there is none. Throws StartupError if half of it is missing. */
export function readHubspot(read: Read): HubspotConfig | null {
  const clientId = read('HUBSPOT_CLIENT_ID')
  const clientSecret = read('HUBSPOT_CLIENT_SECRET')
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    throw new StartupError(
      'HUBSPOT_CLIENT_ID and HUBSPOT_CLIENT_SECRET belong together: set both, or neither.',
    )
  }
  return { clientId, clientSecret, ...HUBSPOT, consentUrl: `${HUBSPOT.appUrl}/oauth/authorize` }
}

/** The permissions that Fieldhand requests from HubSpot, in the order of the consent page. */
export const SCOPES = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
] as const
