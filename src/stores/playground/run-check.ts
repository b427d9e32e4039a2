import type { ReadableAtom } from 'nanostores'
import { playChat } from '../../api/agent-check.ts'
import type { CheckedChat } from '../../contract/agent-check.ts'
import { severalAtOnce } from '../../domain/common/several-at-once.ts'
import { reasonOf } from '../base/failures.ts'
import { $account, isSameAccount, ownedAtom, requireAccount } from '../base/session/account.ts'
import { $checkPlan, rememberCheck } from './check.ts'

/** The number of chats that are played at a time. Each chat waits for the model. */
const AT_ONCE = 3

/** A running or finished check. `failure` is the reason why it stopped. */
export interface Check {
  isRunning: boolean
  results: Readonly<Record<string, CheckedChat>>
  failure: string | null
}

const $current = ownedAtom<Check | null>(null)

/** The check of this visit; null before the first one. */
export const $check: ReadableAtom<Check | null> = $current

/** Returns whether the agent met all expectations in a chat. */
export const isPassed = ({ expectations }: CheckedChat): boolean => expectations.every(({ is_met }) => is_met)

/** Plays all chats of the plan. Does nothing if a check is running or there is no plan. */
export async function runCheck(): Promise<void> {
  const { data: plan } = $checkPlan.get()
  if (!plan || $current.get()?.isRunning) return
  const account = requireAccount()
  const show = (check: Check) => {
    if (isSameAccount(account, $account.get())) $current.set(check)
  }
  let results: Check['results'] = {}
  show({ isRunning: true, results, failure: null })
  try {
    await severalAtOnce(AT_ONCE, plan.chats, async ({ id }) => {
      const played = await playChat(account.organizationId, id)
      results = { ...results, [id]: played }
      show({ isRunning: true, results, failure: null })
    })
    rememberCheck(account.organizationId, plan.settings)
    show({ isRunning: false, results, failure: null })
  } catch (error) {
    show({ isRunning: false, results, failure: reasonOf(error) })
  }
}
