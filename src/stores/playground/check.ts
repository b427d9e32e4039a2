import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchCheckPlan } from '../../api/agent-check.ts'
import type { CheckPlan } from '../../contract/agent-check.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account } from '../base/session/account.ts'
import { onSettingsSaved } from '../settings/save.ts'

/** The prefix of the storage key, followed by the organization's id, of the settings at the last complete check. */
const KEY = 'fieldhand.agent-check.'

/** The chats of the check; null if the API does not support checks. */
export const $checkPlan: ReadableAtom<QueryState<CheckPlan | null>> = organizationQuery<CheckPlan | null>({
  kind: 'agent-check',
  read: optional(fetchCheckPlan),
})

/** Refetches the plan after each save, because it depends on the settings. Returns the stop function. */
export function followSettings(): () => void {
  return onSettingsSaved(() => {
    const account = $account.get()
    if (account) refetchAfter(account.organizationId, 'settings-changed')
  })
}

const $checks = atom(0)

/** Stores on this device the settings for which a check was complete. */
export function rememberCheck(organizationId: string, settings: string): void {
  writeItem(KEY + organizationId, settings)
  $checks.set($checks.get() + 1)
}

/** Whether the settings have changed since the last complete check on this device. */
export const $isCheckOutdated: ReadableAtom<boolean> = computed(
  [$checkPlan, $account, $checks],
  ({ data }, account) => {
    const last = account && readItem(KEY + account.organizationId)
    return Boolean(data && last && last !== data.settings)
  },
)
