import { isRefused } from '../../api/errors.ts'
import { fetchNotifications, postTest } from '../../api/notifications.ts'
import type { PersonChannel } from '../../contract/notification-settings.ts'
import { type Notification, UNKNOWN_NOTIFICATION } from '../../contract/notifications.ts'
import { isUnderWay } from '../../domain/notifications/status.ts'
import { now } from '../../platform/clock.ts'
import { reasonOf } from '../base/failures.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, isSameAccount, ownedAtom, requireAccount } from '../base/session/account.ts'

/** The pause between two status checks of a test in milliseconds, and the maximum number of checks. */
const PAUSE = 1_500
const MOST_LOOKS = 80

export type TestTarget =
  | { channel: PersonChannel; person_id: string }
  | { channel: 'push'; device_id: string }

/**
 * The result of a test: the sent notification, or the reason why it was not sent or might not have been sent; both null
 * while it is being submitted.
 */
export interface Test {
  notification: Notification | null
  problem: string | null
}

/** The last test of each target, by {@link targetKey}. */
export const $tests = ownedAtom<Readonly<Record<string, Test>>>({})

/** Identifies a target. */
export const targetKey = (target: TestTarget): string =>
  target.channel === 'push' ? `push ${target.device_id}` : `${target.channel} ${target.person_id}`

/** Sends a test and follows it until it is sent or has failed. Never rejects. */
export async function sendTestTo(target: TestTarget): Promise<void> {
  const account = requireAccount()
  const key = targetKey(target)
  const show = (test: Test) =>
    isSameAccount(account, $account.get()) && $tests.set({ ...$tests.get(), [key]: test })
  show({ notification: null, problem: null })
  try {
    const sent = await postTest(account.organizationId, target)
    let notification: Notification = {
      ...UNKNOWN_NOTIFICATION,
      kind: 'test',
      status: 'queued',
      channel: target.channel,
      ...sent,
      id: sent.id ?? '',
    }
    show({ notification, problem: null })
    // Without an id from the API, the test's status cannot be checked.
    for (let look = 0; look < MOST_LOOKS && notification.id !== ''; look++) {
      if (look > 0 && !isUnderWay(notification, now())) break
      await new Promise((resolve) => setTimeout(resolve, look === 0 ? PAUSE / 3 : PAUSE))
      const found = await latest(account.organizationId, notification.id)
      // A newer test of the target has replaced it, or the user has left the organization.
      if ($tests.get()[key]?.notification !== notification) return
      notification = found ?? notification
      show({ notification, problem: null })
    }
    refetchAfter(account.organizationId, 'notification-tested')
  } catch (error) {
    const problem = isRefused(error)
      ? `Not sent. ${reasonOf(error)}`
      : `${reasonOf(error)} The test may have been sent.`
    show({ notification: null, problem })
  }
}

async function latest(organizationId: string, id: string): Promise<Notification | undefined> {
  // The next check retries a failed one.
  const page = await fetchNotifications(organizationId, {}).catch(() => null)
  return page?.notifications.find((each) => each.id === id)
}
