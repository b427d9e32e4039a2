import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * Keeps the console's own files on the device, so that it opens without a network. It never sees what the API,
 * the identity provider or another service sends. A newer version waits until the console asks for it.
 */

declare const self: {
  /** Filled in by the build: every file of the export. */
  __FILES: PrecacheEntry[]
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
}

precacheAndRoute(self.__FILES, { ignoreURLParametersMatching: [/./] })
// One page shows every lead, as in `_redirects`.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/lead'), { allowlist: [/^\/leads\/[^/?]+/] }))

self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
