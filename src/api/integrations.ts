import type { Approval, ConnectResult } from '../contract/consent.ts'
import {
  connectHubspot,
  deleteHubspot,
  getHubspotAuth,
  getIntegrationRequests,
  getIntegrationStatus,
  type IntegrationStatus,
  requestIntegration,
  withdrawIntegrationRequest,
} from '../contract/integrations.ts'
import { call, write } from './client.ts'

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

/** Connects HubSpot with an approval from its consent page. */
export async function postHubspotApproval(
  organizationId: string,
  approval: Approval,
): Promise<ConnectResult> {
  return (await call(connectHubspot, { organizationId, body: approval })).result
}

export function disconnectHubspot(organizationId: string): Promise<void> {
  return write(deleteHubspot, { organizationId })
}

/** Returns the ids of the integrations that the organization has requested. */
export async function fetchIntegrationRequests(
  organizationId: string,
  signal?: AbortSignal,
): Promise<string[]> {
  return (await call(getIntegrationRequests, { organizationId, signal })).requested
}

/** Requests an integration. Returns the ids of all requested integrations. */
export async function putIntegrationRequest(
  organizationId: string,
  integrationId: string,
): Promise<string[]> {
  return (await call(requestIntegration, { organizationId, params: { integrationId } })).requested
}

/** Withdraws a request. Returns the ids of the remaining ones. */
export async function deleteIntegrationRequest(
  organizationId: string,
  integrationId: string,
): Promise<string[]> {
  return (await call(withdrawIntegrationRequest, { organizationId, params: { integrationId } })).requested
}
