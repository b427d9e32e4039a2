import { atom } from 'nanostores'
import { fetchCalendars } from '../../api/calendars.ts'
import { fetchGoogleAuth, postGoogleApproval } from '../../api/google-calendar.ts'
import type { ConnectResult } from '../../contract/consent.ts'
import { GOOGLE_CALLBACK_PATH } from '../../contract/google-calendar.ts'
import { GOOGLE_RESULT_PARAM, HUBSPOT_RESULTS, type HubspotResult } from '../../contract/integrations.ts'
import { config } from '../../platform/config.ts'
import { currentUrl, leaveFor, replaceSearch } from '../../platform/page/navigation.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireAccount } from '../base/session/account.ts'
import { showService } from './calendars.ts'
import { createFinish } from './finish.ts'

/** The result of an attempt to connect Google. */
export interface GoogleResult {
  result: HubspotResult | ConnectResult
  /** The reason why the server rejected it, if it did. */
  reason?: string
}

/** The result of the last attempt to connect Google; null if there was none. */
export const $googleResult = atom<GoogleResult | null>(null)

const finish = createFinish({
  provider: GOOGLE_RESULT_PARAM,
  send: postGoogleApproval,
  async isConnected(organizationId) {
    const { connected, revoked } = await fetchCalendars(organizationId)
    return connected.includes('google') && !revoked.includes('google')
  },
  async apply(organizationId) {
    await showService(organizationId, 'google', true)
    refetchAfter(organizationId, 'calendar-connection-changed')
  },
  show: (result) => $googleResult.set({ result }),
  reject: (reason) => $googleResult.set({ result: 'failed', reason }),
})

/** The approval with which the server is connecting Google, and its problem if that failed. */
export const $googleFinishing = finish.$finishing

/** Whether the server is connecting Google with the owner's approval. */
export const $isFinishingGoogle = finish.$isFinishing

export const retryGoogle = finish.retry

/**
 * Finishes the connection that the owner has approved, or otherwise moves its result from the URL to
 * {@link $googleResult}. Returns whether the owner is back from Google's consent page.
 */
export function readGoogleResult(): boolean {
  if (finish.begin()) return true
  const given = currentUrl().searchParams.get(GOOGLE_RESULT_PARAM)
  if (given === null) return false
  replaceSearch({ [GOOGLE_RESULT_PARAM]: null })
  const result = HUBSPOT_RESULTS.find((known) => known === given)
  $googleResult.set(result ? { result } : null)
  return true
}

/** Navigates to Google's consent page, which returns to the current URL. Rejects if the page's URL is unavailable. */
export async function connectGoogle(): Promise<void> {
  finish.giveUp()
  $googleResult.set(null)
  const redirectUri = config.apiUrl + GOOGLE_CALLBACK_PATH
  leaveFor(await fetchGoogleAuth(requireAccount().organizationId, redirectUri, currentUrl().href))
}
