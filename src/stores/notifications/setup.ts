import type { ReadableAtom } from 'nanostores'
import {
  fetchNotificationSetup,
  postConfirmation,
  postRecipientCode,
  postResubscribe,
} from '../../api/notifications.ts'
import type { NotificationSetup } from '../../contract/notification-settings.ts'
import { optional } from '../base/query/optional.ts'
import { cachedData, changeCached, organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { requireAccount } from '../base/session/account.ts'
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
  if (cachedData(organizationId, KIND) === undefined)
    refetchAfter(organizationId, 'notification-setup-changed')
}

/** Fetches the setup again, because a change affects who must confirm or what was sent. */
export const refreshSetup = (organizationId: string): void =>
  refetchAfter(organizationId, 'notification-setup-changed')

/** Confirms an address or number of the settings with the code that was sent there. */
export async function confirmAddress(address: string, code: string): Promise<void> {
  const { organizationId } = requireAccount()
  await postConfirmation(organizationId, address, code)
  await changeSetup(organizationId, (setup) => ({
    ...setup,
    unconfirmed: setup.unconfirmed.filter((each) => each.address !== address),
  }))
  refreshSetup(organizationId)
}

/** Sends another code to an address or number of the settings. */
export async function sendCodeTo(address: string): Promise<void> {
  const { organizationId } = requireAccount()
  await postRecipientCode(organizationId, address)
  const sent = { code_status: 'queued', code_reason: null, code_due_at: null, code_sent_at: null }
  await changeSetup(organizationId, (setup) => ({
    ...setup,
    unconfirmed: setup.unconfirmed.map((each) => (each.address === address ? { ...each, ...sent } : each)),
  }))
  refreshSetup(organizationId)
}

/** Has the link with which its reader gets emails again sent to an unsubscribed address. */
export async function sendLinkTo(email: string): Promise<void> {
  const { organizationId } = requireAccount()
  await postResubscribe(organizationId, email)
  refetchAfter(organizationId, 'notification-setup-changed')
}
