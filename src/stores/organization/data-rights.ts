import { computed, type ReadableAtom } from 'nanostores'
import { fetchDataRights, fetchExport } from '../../api/privacy.ts'
import { now } from '../../platform/clock.ts'
import { saveFile } from '../../platform/page/download.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { organizationQuery } from '../base/query/query.ts'
import { $account, type Account, isSameAccount, ownedAtom, requireAccount } from '../base/session/account.ts'
import { $isAdmin, $organization } from '../base/session/session.ts'
import { $organizationRecord } from './organization.ts'

/**
 * Whether the API supports export and erasure. Not fetched for members who are not admins, because they may not use
 * them.
 */
const $offered = organizationQuery<boolean, true>({
  kind: 'data-rights',
  $input: computed([$confirmedSession, $isAdmin], ({ organization }, isAdmin) =>
    organization && isAdmin ? true : null,
  ),
  read: fetchDataRights,
})

/**
 * The role of a user who can see the section about the organization's data. Null if the section is hidden, which
 * includes the time until the API is known to support it.
 */
export const $dataRights: ReadableAtom<'admin' | 'member' | null> = computed(
  [$organization, $isAdmin, $offered],
  (organization, isAdmin, { data }) => {
    if (!organization) return null
    if (!isAdmin) return 'member'
    return data ? 'admin' : null
  },
)

/** The name that confirms an erasure, as stored on the server. */
export const $erasureName: ReadableAtom<string> = computed(
  [$organizationRecord, $organization],
  ({ data }, organization) => (data?.name || organization?.name || '').trim(),
)

const $busy = ownedAtom<'export' | 'erasure' | null>(null)

/** The running task; null if there is none. */
export const $dataTask: ReadableAtom<'export' | 'erasure' | null> = $busy

/**
 * Runs a task for the current owner. If the user leaves the organization before it ends, returns null, even if it
 * fails.
 */
export async function during<Result>(
  task: 'export' | 'erasure',
  run: (account: Account) => Promise<Result>,
): Promise<Result | null> {
  const account = requireAccount()
  const isLeft = () => !isSameAccount($account.get(), account)
  $busy.set(task)
  try {
    const result = await run(account)
    return isLeft() ? null : result
  } catch (error) {
    if (isLeft()) return null
    throw error
  } finally {
    if (!isLeft()) $busy.set(null)
  }
}

/** Saves all data of the organization as a JSON file. Returns false if the user leaves the organization first. */
export async function exportData(): Promise<boolean> {
  const data = await during('export', ({ organizationId }) => fetchExport(organizationId))
  if (!data) return false
  const day = new Intl.DateTimeFormat('sv-SE').format(now())
  saveFile(`fieldhand-data-${day}.json`, 'application/json', JSON.stringify(data, null, 2))
  return true
}
