import {
  deleteHubspot,
  getHubspotAuth,
  getIntegrationStatus,
  type IntegrationStatus,
} from '../contract/integrations.ts'
import { call, write } from './client.ts'

/** Returns which integrations are connected. */
export function fetchIntegrationStatus(
  organizationId: string,
  signal?: AbortSignal,
): Promise<IntegrationStatus> {
  return call(getIntegrationStatus, { organizationId, signal })
}

/** Returns the URL of HubSpot's consent page. */
export async function fetchHubspotAuth(
  organizationId: string,
  redirectUri: string,
  returnTo?: string,
): Promise<string> {
  const query = { redirect_uri: redirectUri, return_to: returnTo }
  const { auth_url } = await call(getHubspotAuth, { organizationId, query })
  return auth_url
}

/** Disconnects HubSpot. */
export function disconnectHubspot(organizationId: string): Promise<void> {
  return write(deleteHubspot, { organizationId })
}
