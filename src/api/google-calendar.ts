import { getGoogleAuth } from '../contract/google-calendar.ts'
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
