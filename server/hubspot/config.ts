import { StartupError } from '../errors.ts'

/** The app that the operator registered at HubSpot, and where HubSpot is. */
export interface HubspotConfig {
  clientId: string
  clientSecret: string
  /** Without a trailing slash. */
  apiUrl: string
  /** The page on which an owner allows the connection. */
  consentUrl: string
  /** Where HubSpot shows contacts, without a trailing slash. */
  appUrl: string
}

const HUBSPOT = { apiUrl: 'https://api.hubapi.com', appUrl: 'https://app.hubspot.com' }

/** Reads the app of the variables; null if there is none. Throws StartupError if half of it is missing. */
export function readHubspot(read: (name: string) => string | undefined): HubspotConfig | null {
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

/** What Fieldhand asks HubSpot for, in the order of the consent page. */
export const SCOPES = [
  'oauth',
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.deals.read',
  'crm.objects.deals.write',
] as const
