import {
  createHandlerBoundToURL,
  PrecacheController,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { PushMessage } from './contract/notifications.ts'

/**
 * Caches the console's files, so that it opens offline, and shows push messages. Never handles responses of the API, the
 * identity provider, or other services. A newer version waits until the console activates it.
 */

type RouteCondition = { urlPattern: string } | { not: RouteCondition } | { or: RouteCondition[] }

interface Rule {
  condition: RouteCondition
  source: 'network' | { cacheName: string }
}

interface WorkerEvent {
  /** Of a message what was sent, of a push message its body. */
  data?: unknown
  waitUntil(done: Promise<unknown>): void
  /** Of an install event; not in every browser. */
  addRoutes?(rules: Rule[]): Promise<unknown>
  /** Of a clicked notification. */
  action?: string
  notification?: { data: unknown; close(): void }
  /** Of a replaced subscription; not in every browser. */
  oldSubscription?: PushSubscription | null
}

interface WindowClient {
  url: string
  focus(): Promise<WindowClient>
  navigate(url: string): Promise<WindowClient | null>
  postMessage(data: string): void
}

declare const self: {
  /** Set by the build: every file of the export. */
  __FILES: PrecacheEntry[]
  /** Set by the build: the API's URL, without a trailing slash. */
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
// One page serves every lead, and one every conversation, as in `_redirects`.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/lead'), { allowlist: [/^\/leads\/[^/?]+/] }))
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/conversations'), { allowlist: [/^\/conversations\/[^/?]+/] }),
)

// Neither needs the worker: files whose name changes with their content, and what the worker never handles.
self.addEventListener('install', (event) => {
  const { cacheName } = new PrecacheController().strategy
  const others = { or: [{ not: { urlPattern: '/*' } }, { urlPattern: '/api/*' }] }
  const rules: Rule[] = [
    { condition: { urlPattern: '/_astro/*' }, source: { cacheName } },
    { condition: others, source: 'network' },
  ]
  // One by one, because a browser that does not know a condition rejects all rules of a call. Without a rule, the worker
  // serves the files and passes on the rest.
  event.waitUntil(Promise.allSettled(rules.map(async (rule) => event.addRoutes?.([rule]))))
})
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** A message that cannot be read must still be shown, or the browser shows one of its own. */
const UNREADABLE: PushMessage = {
  token: '',
  title: 'Fieldhand',
  body: 'Something needs your attention. Open the console to see what.',
  path: '/',
  call_path: null,
  tag: 'fieldhand',
}

/** Returns the known fields of a push message. */
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

/** Tells the server what became of a message. Nothing depends on it. */
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

/** Shows a path of the console in an open window, or in a new one. */
async function show(path: string): Promise<void> {
  const { origin } = self.location
  const url = URL.parse(path, origin)
  // A message never leads to another site.
  const target = url?.origin === origin ? url.href : origin
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const window of windows) {
    if (new URL(window.url).origin !== origin) continue
    // Only a window that this worker controls can be navigated.
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
  // Reports first: the browser may stop the worker once a window has the focus.
  const reported = report(message.token, 'opened')
  event.waitUntil(Promise.all([show(path), reported]))
})

/** Subscribes again, and tells open windows, which have the session that the server asks for. */
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
