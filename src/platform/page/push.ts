/** This browser's push subscription, in the form that the server requires. */
export interface PushKeys {
  /** The URL of the push service. */
  endpoint: string
  p256dh: string
  auth: string
  /** The server key that the subscription was created for, in base64url. Null if the browser does not provide it. */
  serverKey: string | null
}

const container = () => globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined

/** Returns whether this browser can receive push messages. */
export const isPushSupported = (): boolean =>
  container() !== undefined && 'PushManager' in globalThis && 'Notification' in globalThis

const encoded = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replace(/=+$/, '')

function decoded(text: string): Uint8Array<ArrayBuffer> {
  const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(bytes, (char) => char.charCodeAt(0))
}

const keysOf = (subscription: PushSubscription): PushKeys => ({
  endpoint: subscription.endpoint,
  p256dh: encoded(subscription.getKey('p256dh')),
  auth: encoded(subscription.getKey('auth')),
  serverKey: encoded(subscription.options?.applicationServerKey ?? null) || null,
})

async function existing(): Promise<PushSubscription | null> {
  const registration = await container()?.getRegistration()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/** Returns this browser's push subscription, or null if there is none. */
export async function currentPush(): Promise<PushKeys | null> {
  const subscription = await existing()
  return subscription && keysOf(subscription)
}

/**
 * Subscribes this browser to push messages with a server key in base64url. Installs the service worker if necessary.
 * Replaces a subscription with another key. The user must have granted permission for notifications.
 *
 * @throws if the browser or its push service rejects the subscription.
 */
export async function subscribePush(serverKey: string): Promise<PushKeys> {
  const workers = container()
  if (!workers) throw new Error('This browser has no service worker')
  await workers.register('/sw.js')
  const { pushManager } = await workers.ready
  const before = await pushManager.getSubscription()
  const known = before && keysOf(before).serverKey
  if (before && known !== null && known !== serverKey.replace(/=+$/, '')) await before.unsubscribe()
  return keysOf(
    await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(serverKey) }),
  )
}

/** Ends this browser's subscription. */
export async function unsubscribePush(): Promise<void> {
  await (await existing())?.unsubscribe()
}

/** Calls `changed` when the service worker reports that the browser has replaced its subscription. */
export function onPushReplaced(changed: () => void): () => void {
  const listener = ({ data }: MessageEvent) => data === 'push-replaced' && changed()
  container()?.addEventListener('message', listener)
  return () => container()?.removeEventListener('message', listener)
}
