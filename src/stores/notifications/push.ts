import { computed, type ReadableAtom } from 'nanostores'
import { deleteDevice, postDevice, putDevice } from '../../api/notifications.ts'
import { type Device, PUSH_ALERTS, type PushAlert } from '../../contract/notification-settings.ts'
import { deviceName, needsHomeScreen } from '../../domain/notifications/device.ts'
import { DAY_MS, SECOND_MS } from '../../domain/time/durations.ts'
import { now } from '../../platform/clock.ts'
import { askNotificationPermit, notificationPermit } from '../../platform/page/alerts.ts'
import {
  currentPush,
  isPushSupported,
  onPushReplaced,
  type PushKeys,
  subscribePush,
  unsubscribePush,
} from '../../platform/page/push.ts'
import { reasonOf } from '../base/failures.ts'
import { orNull } from '../base/query/optional.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, type Account, ownedAtom, requireAccount } from '../base/session/account.ts'
import { hasPushDevice } from './has-push-device.ts'
import { forgetDevice, keepDevice, ownDevices, readDevice } from './push-devices.ts'
import { $notificationSetup, changeSetup, readNotificationSetup } from './setup.ts'

/** The maximum time in milliseconds that signing out waits for the server to remove this device. */
const PATIENCE = 2 * SECOND_MS

/** Whether push is on, or why it cannot be turned on here. */
export type PushStatus = 'unsupported' | 'needs-home-screen' | 'not-set-up' | 'denied' | 'off' | 'on'

const $endpoint = ownedAtom<string | null>(null)
const $checks = ownedAtom(0)

/** This browser in the list of the user's devices; null if it receives no push messages. */
export const $thisDevice: ReadableAtom<Device | null> = computed(
  [$notificationSetup, $endpoint],
  ({ data }, endpoint) =>
    (endpoint !== null && data?.devices.find((device) => device.endpoint === endpoint)) || null,
)

/** The state of push messages in this browser. */
export const $pushStatus: ReadableAtom<PushStatus> = computed(
  [$notificationSetup, $thisDevice, $checks],
  ({ data }, device) => {
    if (!isPushSupported()) {
      return needsHomeScreen(globalThis.navigator?.userAgent ?? '') ? 'needs-home-screen' : 'unsupported'
    }
    if (data && data.vapid_public_key === null) return 'not-set-up'
    if (notificationPermit() === 'denied') return 'denied'
    return device && notificationPermit() === 'granted' ? 'on' : 'off'
  },
)

/** Updates the stores with the browser's current permission and subscription. */
async function look(): Promise<PushKeys | null> {
  const push = isPushSupported() ? await currentPush().catch(() => null) : null
  $endpoint.set(push?.endpoint ?? null)
  $checks.set($checks.get() + 1)
  return push
}

async function register(account: Account, serverKey: string, alerts: PushAlert[]): Promise<void> {
  const { endpoint, p256dh, auth } = await subscribePush(serverKey)
  const { userAgent } = navigator
  const body = { endpoint, p256dh, auth, name: deviceName(userAgent), alerts }
  const stored = await postDevice(account.organizationId, body)
  const device: Device = { created_at: '', last_sent_at: null, ...body, ...stored, id: stored.id ?? endpoint }
  keepDevice(account, { id: device.id, endpoint, alerts, checkedAt: now().getTime() })
  await changeSetup(account.organizationId, (setup) => ({
    ...setup,
    devices: [...setup.devices.filter((each) => each.endpoint !== endpoint && each.id !== device.id), device],
  }))
  refetchAfter(account.organizationId, 'notification-setup-changed')
  await look()
}

/**
 * Turns on push messages to this browser. The browser may prompt for permission. Returns the reason why they stay off;
 * null if they are on or the browser denies permission.
 */
export async function turnOnPush(): Promise<string | null> {
  const account = requireAccount()
  const permit = await askNotificationPermit()
  await look()
  if (permit === 'denied') return null
  if (permit !== 'granted') return 'You have not allowed notifications in your browser.'
  const key = $notificationSetup.get().data?.vapid_public_key
  if (!key) return 'Push messages are not set up.'
  try {
    await register(account, key, [...PUSH_ALERTS])
    return null
  } catch (error) {
    const reason = reasonOf(error)
    return reason === 'Something went wrong.'
      ? 'The browser’s push service did not accept this device.'
      : reason
  }
}

/**
 * Stops push messages to one of the user's devices, even if it was removed elsewhere. Rejects if the server rejects the
 * request.
 */
export async function removePushDevice(device: Device): Promise<void> {
  const account = requireAccount()
  const isThis = device.endpoint === $endpoint.get()
  await orNull(deleteDevice)(account.organizationId, device.id)
  await changeSetup(account.organizationId, (setup) => ({
    ...setup,
    devices: setup.devices.filter(({ id }) => id !== device.id),
  }))
  if (isThis) await forgetPushHere(account)
}

/** Removes this browser as a device of the owner, after the server has removed it. */
export async function forgetPushHere(account: Account): Promise<void> {
  forgetDevice(account)
  // Other organizations can use the same subscription.
  if (!hasPushDevice()) await unsubscribePush().catch(() => undefined)
  await look()
}

/**
 * Changes which alerts one of the user's devices receives. Shows the change immediately. If the server rejects it,
 * reverts it and rejects.
 */
export async function setPushAlerts(device: Device, alerts: PushAlert[]): Promise<void> {
  const account = requireAccount()
  const show = (shown: string[]) =>
    changeSetup(account.organizationId, (setup) => ({
      ...setup,
      devices: setup.devices.map((each) => (each.id === device.id ? { ...each, alerts: shown } : each)),
    }))
  await show(alerts)
  try {
    await putDevice(account.organizationId, device.id, alerts)
  } catch (error) {
    await show(device.alerts)
    throw error
  }
  const kept = readDevice(account)
  if (kept?.id === device.id) keepDevice(account, { ...kept, alerts })
}

/**
 * Resubscribes this browser if push messages are on for its user, but its subscription is missing, replaced, or for
 * another server key. Queries the server once a day and whenever the device's subscription differs. Never rejects.
 */
export async function checkPush(): Promise<void> {
  const account = $account.get()
  const push = await look()
  const kept = account && readDevice(account)
  if (!account || !kept || !isPushSupported() || notificationPermit() !== 'granted') return
  const isRecent = now().getTime() - kept.checkedAt < DAY_MS
  if (isRecent && push?.endpoint === kept.endpoint) return
  try {
    const setup = await readNotificationSetup(account.organizationId)
    const key = setup?.vapid_public_key
    if (!setup || !key) return
    const isListed = setup.devices.some(({ id }) => id === kept.id)
    // The user removed it on another device.
    if (!isListed && push?.endpoint === kept.endpoint) return forgetDevice(account)
    const hasKey = push?.serverKey === null || push?.serverKey === key.replace(/=+$/, '')
    if (push?.endpoint !== kept.endpoint || !hasKey) await register(account, key, kept.alerts)
    else keepDevice(account, { ...kept, checkedAt: now().getTime() })
  } catch {
    // Some browsers subscribe only after a click. The switch shows that push messages are off.
  }
}

/** Checks this browser's subscription when the session is known, and whenever the browser replaces it. */
export function followPush(): void {
  $account.subscribe(() => void checkPush())
  onPushReplaced(() => void checkPush())
}

/**
 * Stops push messages for a user who is signing out, while the session is still valid. Waits only briefly for the
 * server, which also removes devices whose subscription has ended. Never rejects.
 */
export async function leavePush(userId: string): Promise<void> {
  const devices = ownDevices(userId)
  if (devices.length === 0) return
  const signal = AbortSignal.timeout(PATIENCE)
  const requests = devices.map(({ account, device }) =>
    deleteDevice(account.organizationId, device.id, signal),
  )
  const limit = new Promise((resolve) => signal.addEventListener('abort', resolve))
  await Promise.race([Promise.allSettled([...requests, unsubscribePush()]), limit])
}
