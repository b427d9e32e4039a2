import { atom } from 'nanostores'
import { fetchGoogleAuth } from '../../api/google-calendar.ts'
import { GOOGLE_CALLBACK_PATH } from '../../contract/google-calendar.ts'
import { GOOGLE_RESULT_PARAM, HUBSPOT_RESULTS, type HubspotResult } from '../../contract/integrations.ts'
import { config } from '../../platform/config.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { requireOwner } from '../session/owner.ts'

/** The result of the last attempt to connect Google; null without one. */
export const $googleResult = atom<HubspotResult | null>(null)

/** Moves the result from the URL to {@link $googleResult}. */
export function readGoogleResult(): void {
  const given = currentUrl().searchParams.get(GOOGLE_RESULT_PARAM)
  if (given === null) return
  replaceSearch({ [GOOGLE_RESULT_PARAM]: null })
  $googleResult.set(HUBSPOT_RESULTS.find((known) => known === given) ?? null)
}

/** Navigates to Google's consent page, which returns to the current URL. Rejects if it is not known. */
export async function connectGoogle(): Promise<void> {
  $googleResult.set(null)
  const redirectUri = config.apiUrl + GOOGLE_CALLBACK_PATH
  const address = await fetchGoogleAuth(requireOwner().organizationId, redirectUri, currentUrl().href)
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw new Error('Not a web address')
  location.assign(address)
}
