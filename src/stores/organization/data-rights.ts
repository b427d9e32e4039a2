import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchDataRights, fetchExport, postErasure } from '../../api/privacy.ts'
import { now } from '../../platform/clock.ts'
import { logWarning } from '../../platform/log.ts'
import { saveFile } from '../../platform/page/download.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { answerStore } from '../../platform/storage/answer-store.ts'
import { queryClient } from '../query/client.ts'
import { organizationQuery } from '../query/query.ts'
import { $owner, isSameOwner, requireOwner } from '../session/owner.ts'
import { $isAdmin, $organization } from '../session/session.ts'
import { $organizationRecord } from './organization.ts'

/** Whether the API supports export and erasure. Not fetched for members, who may not use them. */
const $offered = organizationQuery<boolean, true>({
  kind: 'data-rights',
  $input: computed([$confirmedSession, $isAdmin], ({ organization }, isAdmin) =>
    organization && isAdmin ? true : null,
  ),
  read: fetchDataRights,
})

/** The role of a user who sees the section about the organization's data; null if it is hidden. */
export const $dataRights: ReadableAtom<'admin' | 'member' | null> = computed(
  [$organization, $isAdmin, $offered],
  (organization, isAdmin, { data, status }) => {
    if (!organization) return null
    if (!isAdmin) return 'member'
    return data === true || status === 'failed' ? 'admin' : null
  },
)

/** The name that confirms an erasure, as stored by the product. */
export const $erasureName: ReadableAtom<string> = computed(
  [$organizationRecord, $organization],
  ({ data }, organization) => (data?.name || organization?.name || '').trim(),
)

const $busy = atom<'export' | 'erasure' | null>(null)

/** The running action. */
export const $dataTask: ReadableAtom<'export' | 'erasure' | null> = $busy

async function during(task: 'export' | 'erasure', run: () => Promise<void>): Promise<void> {
  $busy.set(task)
  try {
    await run()
  } finally {
    $busy.set(null)
  }
}

/**
 * Saves all data of the organization as a JSON file, unless the user leaves the organization before it has
 * loaded.
 */
export function exportData(): Promise<void> {
  const owner = requireOwner()
  return during('export', async () => {
    const data = await fetchExport(owner.organizationId)
    if (!isSameOwner($owner.get(), owner)) return
    const day = new Intl.DateTimeFormat('sv-SE').format(now())
    saveFile(`fieldhand-data-${day}.json`, 'application/json', JSON.stringify(data, null, 2))
  })
}

/** Erases the organization's data, here and on the server. Rejects if the server refuses. */
export function eraseData(typedName: string): Promise<void> {
  const { organizationId } = requireOwner()
  return during('erasure', async () => {
    await postErasure(organizationId, typedName)
    await answerStore
      .clear()
      .catch((error: unknown) => logWarning('The data kept on this device could not be removed', error))
    void queryClient.resetQueries({ queryKey: [organizationId] })
  })
}
