import { atom, onMount, type ReadableAtom } from 'nanostores'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { $organization } from '../session/session.ts'

const keyOf = (organizationId: string) => `fieldhand.integration-requests.${organizationId}`

const $requests = atom<readonly string[]>([])

onMount($requests, () => $organization.subscribe((organization) => $requests.set(stored(organization?.id))))

/** Ids of the integrations that the selected organization requested on this device. */
export const $priorityRequests: ReadableAtom<readonly string[]> = $requests

function stored(organizationId: string | undefined): readonly string[] {
  if (organizationId === undefined) return []
  try {
    const ids: unknown = JSON.parse(readItem(keyOf(organizationId)) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}

/** Adds or removes a request on this device. Does nothing without an organization. */
export function requestPriority(integrationId: string, isWanted: boolean): void {
  const organizationId = $organization.get()?.id
  if (organizationId === undefined) return
  const others = stored(organizationId).filter((id) => id !== integrationId)
  const next = isWanted ? [...others, integrationId] : others
  writeItem(keyOf(organizationId), JSON.stringify(next))
  $requests.set(next)
}
