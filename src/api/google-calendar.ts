import type { Approval, ConnectResult } from '../contract/consent.ts'
import { connectGoogle, getGoogleAuth } from '../contract/google-calendar.ts'
import { call } from './client.ts'

/** Returns the URL of Google's consent page. */
export async function fetchGoogleAuth(
  organizationId: string,
  redirectUri: string,
  returnTo: string,
): Promise<string> {
  const query = { redirect_uri: redirectUri, return_to: returnTo }
  return (await call(getGoogleAuth, { organizationId, query })).auth_url
}

/** Connects Google Calendar with an approval from its consent page. */
export async function postGoogleApproval(organizationId: string, approval: Approval): Promise<ConnectResult> {
  return (await call(connectGoogle, { organizationId, body: approval })).result
}
