import { computed, type ReadableAtom } from 'nanostores'
import { isFinal } from '../../api/errors.ts'
import {
  disconnectHubspot as callDisconnect,
  fetchHubspotAuth,
  fetchIntegrationStatus,
  postHubspotApproval,
} from '../../api/integrations.ts'
import type { ConnectResult } from '../../contract/consent.ts'
import {
  HUBSPOT_CALLBACK_PATH,
  HUBSPOT_RESULT_PARAM,
  HUBSPOT_RESULTS,
  type HubspotResult,
  type IntegrationStatus,
} from '../../contract/integrations.ts'
import { config } from '../../platform/config.ts'
import { currentUrl, leaveFor, replaceSearch } from '../../platform/page/navigation.ts'
import { reasonOf } from '../base/failures.ts'
import { changeCached, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, isSameAccount, ownedAtom, requireAccount } from '../base/session/account.ts'
import { createFinish, type Finishing } from './finish.ts'
import { $integrationStatus } from './integrations.ts'

/** Milliseconds after which the button is enabled again if the browser has not navigated away. */
const LEAVING = 10_000

/** A notice about the connection. Errors stay until they are closed, and `busy` stays until there is a result. */
export interface HubspotNotice {
  tone: 'success' | 'info' | 'error' | 'busy'
  text: string
  /** The action of the Retry button. */
  retry?: () => Promise<void>
}

/** The running action. Only one runs at a time. */
export const $hubspotWork = ownedAtom<'idle' | 'connecting' | 'disconnecting'>('idle')

const $result = ownedAtom<HubspotResult | ConnectResult | null>(null)
const $actionNotice = ownedAtom<HubspotNotice | null>(null)

const finish = createFinish({
  provider: HUBSPOT_RESULT_PARAM,
  send: postHubspotApproval,
  async isConnected(organizationId) {
    const { hubspot_connected, hubspot_needs_reconnect } = await fetchIntegrationStatus(organizationId)
    return hubspot_connected && !hubspot_needs_reconnect
  },
  async apply(organizationId) {
    await changeCached<IntegrationStatus>(organizationId, 'integration-status', withHubspot)
    refetchAfter(organizationId, 'hubspot-connection-changed')
  },
  show: (result) => $result.set(result),
  reject: (reason) => $actionNotice.set({ tone: 'error', text: `HubSpot could not be connected. ${reason}` }),
})

/** Whether the server is connecting HubSpot with the owner's approval. */
export const $isFinishingHubspot = finish.$isFinishing

/** The notice about the last attempt or action. A success in the URL counts only if the server confirms it. */
export const $hubspotNotice: ReadableAtom<HubspotNotice | null> = computed(
  [$actionNotice, finish.$finishing, $result, $integrationStatus],
  (notice, finishing, result, status) =>
    notice ?? (finishing ? finishingNotice(finishing) : result && noticeOf(result, status)),
)

function finishingNotice({ problem }: Finishing): HubspotNotice {
  if (problem === null) return { tone: 'busy', text: 'Connecting HubSpot…' }
  return { tone: 'error', text: `HubSpot is not connected yet. ${problem}`, retry: finish.retry }
}

function noticeOf(
  result: HubspotResult | ConnectResult,
  status: QueryState<IntegrationStatus>,
): HubspotNotice | null {
  switch (result) {
    case 'connected':
      if (status.status === 'failed') {
        return {
          tone: 'info',
          text: 'You are back from HubSpot, but the connection could not be checked.',
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
      return { tone: 'info', text: 'Connecting HubSpot was canceled. Nothing has changed.' }
    case 'expired':
      return {
        tone: 'error',
        text: 'The connection request to HubSpot has expired. Choose Connect to try again.',
      }
    case 'failed':
      return { tone: 'error', text: 'HubSpot could not be connected. Choose Connect to try again.' }
    case 'other_organization':
      return {
        tone: 'error',
        text: 'You started to connect HubSpot in another organization. To connect it here, choose Connect.',
      }
  }
}

/**
 * Finishes the connection that the owner has approved, or otherwise moves its result from the URL to
 * {@link $hubspotNotice}. Other API servers connect before the owner returns and put the result into the URL.
 */
export function readHubspotResult(): void {
  if (finish.begin()) return
  const given = currentUrl().searchParams.get(HUBSPOT_RESULT_PARAM)
  if (given === null) return
  replaceSearch({ [HUBSPOT_RESULT_PARAM]: null })
  $actionNotice.set(null)
  $result.set(HUBSPOT_RESULTS.find((known) => known === given) ?? null)
}

/** Closes the notice. An approval that could not be used is kept for Retry. */
export function closeHubspotNotice(): void {
  $actionNotice.set(null)
  $result.set(null)
}

/** Closes the notice and discards an approval that could not be used. */
export function dismissHubspotNotice(): void {
  finish.giveUp()
  closeHubspotNotice()
}

/** Enables the button again. Call this when the browser restores a page from its back/forward cache. */
export function returnFromHubspot(): void {
  if ($hubspotWork.get() === 'connecting') $hubspotWork.set('idle')
}

/** Navigates to HubSpot's consent page, which returns to the current URL (section 7). */
export async function connectHubspot(): Promise<void> {
  if ($hubspotWork.get() !== 'idle' || $isFinishingHubspot.get()) return
  const account = $account.get()
  $hubspotWork.set('connecting')
  dismissHubspotNotice()
  try {
    const redirectUri = config.apiUrl + HUBSPOT_CALLBACK_PATH
    const address = await fetchHubspotAuth(requireAccount().organizationId, redirectUri, currentUrl().href)
    if (!isSameAccount(account, $account.get())) return
    leaveFor(address)
    setTimeout(returnFromHubspot, LEAVING)
  } catch (error) {
    if (!isSameAccount(account, $account.get())) return
    $hubspotWork.set('idle')
    $actionNotice.set({ tone: 'error', text: `HubSpot could not be connected. ${reasonOf(error)}` })
  }
}

/** Disconnects HubSpot. Resolves with true on success; otherwise shows the reason and resolves with false. */
export async function disconnectHubspot(): Promise<boolean> {
  if ($hubspotWork.get() !== 'idle') return false
  const account = $account.get()
  const say = (notice: HubspotNotice) => isSameAccount(account, $account.get()) && $actionNotice.set(notice)
  let state = 'is still'
  $hubspotWork.set('disconnecting')
  closeHubspotNotice()
  try {
    const { organizationId } = requireAccount()
    await callDisconnect(organizationId).catch(async (error: unknown) => {
      if (isFinal(error)) throw error
      // The server may have disconnected HubSpot despite the error.
      state = 'may still be'
      const { hubspot_connected: isConnected } = await fetchIntegrationStatus(organizationId)
      state = 'is still'
      if (isConnected) throw error
    })
    await changeCached<IntegrationStatus>(organizationId, 'integration-status', withoutHubspot)
    refetchAfter(organizationId, 'hubspot-connection-changed')
    say({ tone: 'success', text: 'HubSpot is disconnected.' })
    return true
  } catch (error) {
    say({ tone: 'error', text: `HubSpot ${state} connected. ${reasonOf(error)}` })
    return false
  } finally {
    if (isSameAccount(account, $account.get())) $hubspotWork.set('idle')
  }
}

function withHubspot(status: IntegrationStatus): IntegrationStatus {
  return {
    ...status,
    hubspot_connected: true,
    hubspot_needs_reconnect: false,
    total_integrations: status.total_integrations + Number(!status.hubspot_connected),
    has_integrations: true,
  }
}

function withoutHubspot(status: IntegrationStatus): IntegrationStatus {
  const total = Math.max(0, status.total_integrations - Number(status.hubspot_connected))
  return {
    ...status,
    hubspot_connected: false,
    hubspot_account: null,
    hubspot_needs_reconnect: false,
    total_integrations: total,
    has_integrations: total > 0,
  }
}
