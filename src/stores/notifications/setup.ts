import type { ReadableAtom } from 'nanostores'
import { fetchNotificationSetup, postResubscribe } from '../../api/notifications.ts'
import type { NotificationSetup } from '../../contract/notification-settings.ts'
import { optional } from '../query/optional.ts'
import { cachedData, changeCached, markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'
import { $hasNoNotifications } from './known.ts'

const KIND = 'notification-setup'

const readSetup = optional(fetchNotificationSetup)

/** Returns who is notified of what, the channels, and the user's devices; null from an API without notifications. */
export async function readNotificationSetup(
  organizationId: string,
  signal?: AbortSignal,
): Promise<NotificationSetup | null> {
  const setup = await readSetup(organizationId, signal)
  if (setup === null) $hasNoNotifications.set(true)
  return setup
}

/** The setup of the current organization as the server has it; null from an API without notifications. */
export const $notificationSetup: ReadableAtom<QueryState<NotificationSetup | null>> =
  organizationQuery<NotificationSetup | null>({ kind: KIND, read: readNotificationSetup })

/** Applies what the server has confirmed to the shown setup. */
export async function changeSetup(
  organizationId: string,
  change: (setup: NotificationSetup) => NotificationSetup,
): Promise<void> {
  await changeCached<NotificationSetup | null>(organizationId, KIND, (setup) => setup && change(setup))
  // A change can be confirmed before the setup has loaded, which is canceled then.
  if (cachedData(organizationId, KIND) === undefined) markStale(organizationId, KIND)
}

/** Sends to an unsubscribed email address again. */
export async function sendAgainTo(email: string): Promise<void> {
  const { organizationId } = requireOwner()
  await postResubscribe(organizationId, email)
  await changeSetup(organizationId, (setup) => ({
    ...setup,
    unsubscribed: setup.unsubscribed.filter((address) => address !== email),
  }))
  markStale(organizationId, KIND)
}
