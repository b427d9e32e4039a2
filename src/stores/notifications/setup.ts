import type { ReadableAtom } from 'nanostores'
import { fetchNotificationSetup, postResubscribe } from '../../api/notifications.ts'
import type { NotificationSetup } from '../../contract/notification-settings.ts'
import { optional } from '../query/optional.ts'
import { cachedData, changeCached, markStale, organizationQuery, type QueryState } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'
import { $hasNoNotifications } from './known.ts'

const KIND = 'notification-setup'

const readSetup = optional(fetchNotificationSetup)

/** Returns the recipients, the channels, and the user's devices; null if the API has no notifications. */
export async function readNotificationSetup(
  organizationId: string,
  signal?: AbortSignal,
): Promise<NotificationSetup | null> {
  const setup = await readSetup(organizationId, signal)
  if (setup === null) $hasNoNotifications.set(true)
  return setup
}

/** The setup of the current organization on the server; null if the API has no notifications. */
export const $notificationSetup: ReadableAtom<QueryState<NotificationSetup | null>> =
  organizationQuery<NotificationSetup | null>({ kind: KIND, read: readNotificationSetup })

/** Applies a change that the server has confirmed to the displayed setup. */
export async function changeSetup(
  organizationId: string,
  change: (setup: NotificationSetup) => NotificationSetup,
): Promise<void> {
  await changeCached<NotificationSetup | null>(organizationId, KIND, (setup) => setup && change(setup))
  // If the change is confirmed before the setup has loaded, that request is canceled and must be repeated.
  if (cachedData(organizationId, KIND) === undefined) markStale(organizationId, KIND)
}

/** Has the link with which its reader gets emails again sent to an unsubscribed address. */
export async function sendLinkTo(email: string): Promise<void> {
  const { organizationId } = requireOwner()
  await postResubscribe(organizationId, email)
  markStale(organizationId, KIND)
}
