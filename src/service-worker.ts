import {
  createHandlerBoundToURL,
  PrecacheController,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * Caches the console's files, so that it opens offline. Never handles responses of the API, the identity provider, or
 * other services. A newer version waits until the console activates it.
 */

interface WorkerEvent {
  data?: unknown
  waitUntil(done: Promise<unknown>): void
  /** Of an install event; not in every browser. */
  addRoutes?(rule: { condition: { urlPattern: string }; source: { cacheName: string } }): Promise<unknown>
}

declare const self: {
  /** Set by the build: every file of the export. */
  __FILES: PrecacheEntry[]
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void
}

precacheAndRoute(self.__FILES, { ignoreURLParametersMatching: [/./] })
// One page serves every lead, as in `_redirects`.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/lead'), { allowlist: [/^\/leads\/[^/?]+/] }))

// The browser takes files whose name changes with their content from the cache itself, without running the worker.
self.addEventListener('install', (event) => {
  const { cacheName } = new PrecacheController().strategy
  const added = event.addRoutes?.({ condition: { urlPattern: '/_astro/*' }, source: { cacheName } })
  // Without the rule, the worker serves them.
  event.waitUntil(Promise.resolve(added).catch(() => undefined))
})
self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
