import { atom, onMount, type ReadableAtom } from 'nanostores'
import { readItem, writeItem } from '../platform/storage.ts'
import { $organization } from './session.ts'

const keyOf = (organizationId: string) => `fieldhand.integration-requests.${organizationId}`

const $requests = atom<readonly string[]>([])

onMount($requests, () => $organization.subscribe((organization) => $requests.set(stored(organization?.id))))

/** Integrations, by id, whose priority the selected organization has asked for on this device. */
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

/** Remembers a request on this device, or takes it back. Without an organization nothing happens. */
export function requestPriority(integrationId: string, isWanted: boolean): void {
  const organizationId = $organization.get()?.id
  if (organizationId === undefined) return
  const others = stored(organizationId).filter((id) => id !== integrationId)
  const next = isWanted ? [...others, integrationId] : others
  writeItem(keyOf(organizationId), JSON.stringify(next))
  $requests.set(next)
}
