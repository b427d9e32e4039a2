import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchCheckPlan } from '../../api/agent-check.ts'
import type { CheckPlan } from '../../contract/agent-check.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { optional } from '../query/optional.ts'
import { markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { $owner } from '../session/owner.ts'
import { onSettingsSaved } from '../settings/save.ts'

/** The settings of the last complete check of an organization on this device, by its id. */
const KEY = 'fieldhand.agent-check.'

/** The chats of the check; null from an API that has none. */
export const $checkPlan: ReadableAtom<QueryState<CheckPlan | null>> = organizationQuery<CheckPlan | null>({
  kind: 'agent-check',
  read: optional(fetchCheckPlan),
})

/** Has the plan read again after each save, because it depends on the settings. Returns what ends this. */
export function followSettings(): () => void {
  return onSettingsSaved(() => {
    const owner = $owner.get()
    if (owner) markStale(owner.organizationId, 'agent-check')
  })
}

const $checks = atom(0)

/** Remembers on this device for which settings a check was complete. */
export function rememberCheck(organizationId: string, settings: string): void {
  writeItem(KEY + organizationId, settings)
  $checks.set($checks.get() + 1)
}

/** Whether the settings have changed since the last complete check on this device. */
export const $isCheckOutdated: ReadableAtom<boolean> = computed(
  [$checkPlan, $owner, $checks],
  ({ data }, owner) => {
    const last = owner && readItem(KEY + owner.organizationId)
    return Boolean(data && last && last !== data.settings)
  },
)
