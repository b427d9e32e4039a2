import { atom, computed, type ReadableAtom } from 'nanostores'
import { disconnectHubspot as callDisconnect, fetchHubspotAuth } from '../api/integrations.ts'
import {
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
  HUBSPOT_RESULTS,
  type HubspotResult,
  type IntegrationStatus,
} from '../contract/integrations.ts'
import { config } from '../platform/config.ts'
import { currentUrl, replaceSearch } from '../platform/navigation.ts'
import { reasonOf } from './failures.ts'
import { $integrationStatus } from './integrations.ts'
import { changeCached, markStale, type QueryState, requireOrganization } from './query.ts'

/** Milliseconds for the browser to leave; after that the button works again. */
const LEAVING = 10_000

/** What the screen is told about the connection; errors stay until they are closed. */
export interface HubspotNotice {
  tone: 'success' | 'info' | 'error'
  text: string
}

/** What is under way. Whoever is at work is not asked a second time. */
export const $hubspotWork = atom<'idle' | 'connecting' | 'disconnecting'>('idle')

const $result = atom<HubspotResult | null>(null)
const $said = atom<HubspotNotice | null>(null)

/** How the last attempt ended. What the address claims to be connected counts only once the server agrees. */
export const $hubspotNotice: ReadableAtom<HubspotNotice | null> = computed(
  [$said, $result, $integrationStatus],
  (said, result, status) => said ?? (result && noticeOf(result, status)),
)

function noticeOf(result: HubspotResult, status: QueryState<IntegrationStatus>): HubspotNotice | null {
  switch (result) {
    case 'connected':
      if (status.status === 'failed') {
        return {
          tone: 'info',
          text: 'You are back from HubSpot. Whether it is connected could not be checked.',
        }
      }
      if (!status.data) return null
      return status.data.hubspot_connected
        ? { tone: 'success', text: 'HubSpot is connected.' }
        : {
            tone: 'error',
            text: 'HubSpot is not connected to this organization. Choose Connect to try again.',
          }
    case 'cancelled':
      return { tone: 'info', text: 'Connecting HubSpot was cancelled. Nothing has changed.' }
    case 'expired':
      return { tone: 'error', text: 'The way to HubSpot was open for too long. Choose Connect to try again.' }
    case 'failed':
      return { tone: 'error', text: 'HubSpot could not be connected. Choose Connect to try again.' }
  }
}

/** Takes the outcome of connecting out of the address, and tells it. */
export function readHubspotResult(): void {
  const given = currentUrl().searchParams.get(HUBSPOT_RESULT_PARAM)
  if (given === null) return
  replaceSearch({ [HUBSPOT_RESULT_PARAM]: null })
  $said.set(null)
  $result.set(HUBSPOT_RESULTS.find((known) => known === given) ?? null)
}

/** Takes the message away. */
export function closeHubspotNotice(): void {
  $said.set(null)
  $result.set(null)
}

/** The browser has come back to a page that it had left for HubSpot. */
export function returnFromHubspot(): void {
  if ($hubspotWork.get() === 'connecting') $hubspotWork.set('idle')
}

/** Sends the browser to HubSpot's consent page; it comes back to the address now shown (section 7). */
export async function connectHubspot(): Promise<void> {
  if ($hubspotWork.get() !== 'idle') return
  $hubspotWork.set('connecting')
  closeHubspotNotice()
  try {
    const redirectUri = config.apiUrl + HUBSPOT_CALLBACK_PATH
    const address = await fetchHubspotAuth(requireOrganization(), redirectUri, currentUrl().href)
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? '')) throw new Error('No web address')
    location.assign(address)
    setTimeout(returnFromHubspot, LEAVING)
  } catch (error) {
    $hubspotWork.set('idle')
    $said.set({ tone: 'error', text: `HubSpot could not be reached. ${reasonOf(error)}` })
  }
}

/** Disconnects HubSpot. True when it is done; else the reason is told. */
export async function disconnectHubspot(): Promise<boolean> {
  if ($hubspotWork.get() !== 'idle') return false
  $hubspotWork.set('disconnecting')
  closeHubspotNotice()
  try {
    const organizationId = requireOrganization()
    await callDisconnect(organizationId)
    await changeCached<IntegrationStatus>(organizationId, 'integration-status', withoutHubspot)
    markStale(organizationId, 'integration-status', 'setup-status')
    $said.set({ tone: 'success', text: 'HubSpot is disconnected.' })
    return true
  } catch (error) {
    $said.set({ tone: 'error', text: `HubSpot is still connected. ${reasonOf(error)}` })
    return false
  } finally {
    $hubspotWork.set('idle')
  }
}

function withoutHubspot(status: IntegrationStatus): IntegrationStatus {
  const total = Math.max(0, status.total_integrations - Number(status.hubspot_connected))
  return {
    ...status,
    hubspot_connected: false,
    hubspot_account: null,
    total_integrations: total,
    has_integrations: total > 0,
  }
}
