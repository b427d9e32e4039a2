import {
  createHandlerBoundToURL,
  PrecacheController,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { PushMessage } from './contract/notifications.ts'

/**
 * Caches the console's files, so that it opens offline, and shows push messages. Never handles responses from the API,
 * the identity provider, or other services. A newer version waits until the console activates it.
 */

type RouteCondition = { urlPattern: string } | { not: RouteCondition } | { or: RouteCondition[] }

interface Rule {
  condition: RouteCondition
  source: 'network' | { cacheName: string }
}

interface WorkerEvent {
  /** The payload of a `message` event, or the body of a push message. */
  data?: unknown
  waitUntil(done: Promise<unknown>): void
  /** Set on install events, but not in every browser. */
  addRoutes?(rules: Rule[]): Promise<unknown>
  /** Set on clicks on a notification. */
  action?: string
  notification?: { data: unknown; close(): void }
  /** Set when a subscription is replaced, but not in every browser. */
  oldSubscription?: PushSubscription | null
}

interface WindowClient {
  url: string
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
  postMessage(data: string): void
}

declare const self: {
  /** Every file of the export. Set by the build. */
  __FILES: PrecacheEntry[]
  /** The API's URL without a trailing slash. Set by the build. */
  __API_URL: string
  location: Location
  registration: {
    showNotification(title: string, options: Record<string, unknown>): Promise<void>
    pushManager: PushManager
  }
  skipWaiting(): Promise<void>
  clients: {
    claim(): Promise<void>
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
}

precacheAndRoute(self.__FILES, { ignoreURLParametersMatching: [/./] })
// One page serves every lead, and another serves every conversation, as in `_redirects`.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/lead'), { allowlist: [/^\/leads\/[^/?]+/] }))
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/conversations'), { allowlist: [/^\/conversations\/[^/?]+/] }),
)

// These requests bypass the worker: files with content-hashed names, and requests that the worker never handles.
self.addEventListener('install', (event) => {
  const { cacheName } = new PrecacheController().strategy
  const others = { or: [{ not: { urlPattern: '/*' } }, { urlPattern: '/api/*' }] }
  const rules: Rule[] = [
    { condition: { urlPattern: '/_astro/*' }, source: { cacheName } },
    { condition: others, source: 'network' },
  ]
  // Add the rules one by one, because a browser that doesn't support a condition rejects every rule in the call.
  // Without a rule, the worker serves the files and forwards the other requests.
  event.waitUntil(Promise.allSettled(rules.map(async (rule) => event.addRoutes?.([rule]))))
})
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The fallback for a message that can't be parsed. It must still be shown, or the browser shows its own message. */
const UNREADABLE: PushMessage = {
  token: '',
  title: 'Fieldhand',
  body: 'Something needs your attention. Open the console to see what.',
  path: '/',
  call_path: null,
  tag: 'fieldhand',
}

/** Returns the known fields of a push message, with defaults for the others. */
function readMessage(written: unknown): PushMessage {
  const fields = (typeof written === 'object' && written !== null ? written : {}) as Record<string, unknown>
  const known = Object.entries(fields).filter(
    ([name, value]) => name in UNREADABLE && typeof value === 'string' && value !== '',
  )
  return { ...UNREADABLE, ...Object.fromEntries(known) }
}

function parseMessage(data: unknown): PushMessage {
  try {
    return readMessage((data as { json(): unknown }).json())
  } catch {
    return UNREADABLE
  }
}

/** Reports a message's state to the server. Nothing depends on the result. */
async function report(token: string, state: 'delivered' | 'opened'): Promise<void> {
  if (token === '') return
  await fetch(`${self.__API_URL}/api/v1/notifications/reports`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, state }),
  }).catch(() => undefined)
}

self.addEventListener('push', (event) => {
  const message = parseMessage(event.data)
  const shown = self.registration.showNotification(message.title, {
    body: message.body,
    tag: message.tag,
    renotify: true,
    icon: '/icons/app-192.png',
    badge: '/icons/badge.png',
    data: message,
    actions: [
      ...(message.call_path === null ? [] : [{ action: 'call', title: 'Call' }]),
      { action: 'open', title: 'Open' },
    ],
  })
  event.waitUntil(shown.then(() => report(message.token, 'delivered')))
})

/** Shows a console path in an open window, or in a new one. */
async function show(path: string): Promise<void> {
  const { origin } = self.location
  const url = URL.parse(path, origin)
  // A message never opens another site.
  const target = url?.origin === origin ? url.href : origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) {
    if (new URL(window.url).origin !== origin) continue
    // A worker can navigate only the windows that it controls.
    const moved = await window.navigate(target).catch(() => null)
    if (!moved) continue
    await moved.focus().catch(() => undefined)
    return
  }
  await self.clients.openWindow(target)
}

self.addEventListener('notificationclick', (event) => {
  event.notification?.close()
  const message = readMessage(event.notification?.data)
  const path = event.action === 'call' && message.call_path !== null ? message.call_path : message.path
  // Report first, because the browser may stop the worker once a window has focus.
  const reported = report(message.token, 'opened')
  event.waitUntil(Promise.all([show(path), reported]))
})

/** Renews the subscription and notifies open windows, which have the session that the server requires. */
async function replaceSubscription(before: PushSubscription | null | undefined): Promise<void> {
  const key = before?.options.applicationServerKey
  if (key) {
    await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  }
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) window.postMessage('push-replaced')
}

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(replaceSubscription(event.oldSubscription).catch(() => undefined))
})
