import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { ApiError, isFinal } from '../../api/errors.ts'
import {
  deleteIntegrationRequest,
  fetchIntegrationRequests,
  putIntegrationRequest,
} from '../../api/integrations.ts'
import { readJson, removeItem, writeItem } from '../../platform/storage/storage.ts'
import { optional } from '../base/query/optional.ts'
import { changeCached, organizationQuery } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $organization } from '../base/session/session.ts'

const keyOf = (organizationId: string) => `fieldhand.integration-requests.${organizationId}`

/** The requests stored on the server; null if the API does not count requests. */
const $counted = organizationQuery<string[] | null>({
  kind: 'integration-requests',
  read: optional(fetchIntegrationRequests),
})

/** The requests stored on this device because the server does not have them yet or does not count requests. */
const $kept = atom<readonly string[]>([])

onMount($kept, () => $organization.subscribe((organization) => $kept.set(stored(organization?.id))))

/** The ids of the integrations that the selected organization has requested. */
export const $priorityRequests: ReadableAtom<readonly string[]> = computed(
  [$counted, $kept],
  ({ data }, kept) => [...new Set([...(data ?? []), ...kept])],
)

// Sends the requests that this device stored before the server counted them.
onMount($priorityRequests, () =>
  $counted.subscribe(({ data }) => {
    if (!data) return
    const organizationId = $organization.get()?.id
    if (organizationId === undefined) return
    for (const id of $kept.get()) {
      if (data.includes(id)) {
        keep(organizationId, id, false)
        continue
      }
      send(organizationId, id, true).catch((error: unknown) => {
        if (isFinal(error) && !isUncounted(error)) keep(organizationId, id, false)
      })
    }
  }),
)

function stored(organizationId: string | undefined): readonly string[] {
  const ids = organizationId === undefined ? null : readJson(keyOf(organizationId))
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}

function keep(organizationId: string, integrationId: string, isKept: boolean): void {
  const others = stored(organizationId).filter((id) => id !== integrationId)
  const next = isKept ? [...others, integrationId] : others
  if (next.length > 0) writeItem(keyOf(organizationId), JSON.stringify(next))
  else removeItem(keyOf(organizationId))
  if ($organization.get()?.id === organizationId) $kept.set(next)
}

/** Removes the organization's requests that are stored on this device. */
export function forgetRequests(organizationId: string): void {
  for (const id of stored(organizationId)) keep(organizationId, id, false)
}

/**
 * Requests an integration for the organization, or withdraws the request. With an API that does not count requests, the
 * request stays on this device, as does one that leaving the page interrupts. Does nothing without an organization.
 * Rejects if the server is unreachable or rejects the request.
 */
export async function requestPriority(integrationId: string, isWanted: boolean): Promise<void> {
  const organizationId = $organization.get()?.id
  if (organizationId === undefined) return
  keep(organizationId, integrationId, isWanted)
  if ($counted.get().data === null) return
  try {
    await send(organizationId, integrationId, isWanted)
  } catch (error) {
    if (isUncounted(error)) return
    // Leaving the page aborts the request. A page that is left runs no more tasks, so that the next page sends it.
    await new Promise((resolve) => setTimeout(resolve))
    keep(organizationId, integrationId, false)
    throw error
  }
}

/** Stores a request, or its withdrawal, on the server instead of this device. */
async function send(organizationId: string, integrationId: string, isWanted: boolean): Promise<void> {
  const change = isWanted ? putIntegrationRequest : deleteIntegrationRequest
  const requested = await change(organizationId, integrationId)
  await changeCached<string[] | null>(organizationId, 'integration-requests', () => requested)
  if ($counted.get().data === undefined) refetchAfter(organizationId, 'integration-requested')
  keep(organizationId, integrationId, false)
}

/** Returns whether a request failed because the API does not count requests. */
const isUncounted = (error: unknown) => error instanceof ApiError && error.status === 404
