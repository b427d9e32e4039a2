import { computed, type ReadableAtom } from 'nanostores'
import { fetchCheckPlan, playChat } from '../../api/agent-check.ts'
import type { CheckedChat, CheckPlan } from '../../contract/agent-check.ts'
import { readItem, writeItem } from '../../platform/storage/storage.ts'
import { optional } from '../query/optional.ts'
import { markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { $owner, isSameOwner, ownedAtom, requireOwner } from '../session/owner.ts'
import { onSettingsSaved } from '../settings/save.ts'
import { reasonOf } from '../shell/failures.ts'

/** How many chats are played at a time: a model makes each one wait. */
const AT_ONCE = 3

/** The last check of an organization on this device, by its id. */
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

/** A check that runs or is over. `failure` says why it stopped. */
export interface Check {
  isRunning: boolean
  results: Readonly<Record<string, CheckedChat>>
  failure: string | null
}

const $current = ownedAtom<Check | null>(null)

/** The check of this visit; null before the first. */
export const $check: ReadableAtom<Check | null> = $current

/** Returns whether the agent met all that was expected of it in a chat. */
export const isPassed = ({ expectations }: CheckedChat): boolean => expectations.every(({ is_met }) => is_met)

const settingsChecked = (organizationId: string) => readItem(KEY + organizationId)

/** Whether the settings have changed since the last complete check on this device. */
export const $isCheckOutdated: ReadableAtom<boolean> = computed(
  [$checkPlan, $current, $owner],
  ({ data }, _, owner) => {
    const last = owner && settingsChecked(owner.organizationId)
    return Boolean(data && last && last !== data.settings)
  },
)

/** Plays all chats of the plan. Does nothing while a check runs or there is no plan. */
export async function runCheck(): Promise<void> {
  const { data: plan } = $checkPlan.get()
  if (!plan || $current.get()?.isRunning) return
  const owner = requireOwner()
  const isCurrent = () => isSameOwner(owner, $owner.get())
  let results: Check['results'] = {}
  $current.set({ isRunning: true, results, failure: null })
  const waiting = plan.chats.map(({ id }) => id)
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && isCurrent(); id = waiting.shift()) {
      const played = await playChat(owner.organizationId, id)
      results = { ...results, [id]: played }
      if (isCurrent()) $current.set({ isRunning: true, results, failure: null })
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    writeItem(KEY + owner.organizationId, plan.settings)
    if (isCurrent()) $current.set({ isRunning: false, results, failure: null })
  } catch (error) {
    waiting.length = 0
    if (isCurrent()) $current.set({ isRunning: false, results, failure: reasonOf(error) })
  }
}
