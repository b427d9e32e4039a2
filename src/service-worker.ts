import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/**
 * Caches the console's files, so that it opens offline. Never handles responses of the API, the identity provider, or
 * other services. A newer version waits until the console activates it.
 */

declare const self: {
  /** Set by the build: every file of the export. */
  __FILES: PrecacheEntry[]
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
  addEventListener(
    type: string,
    listener: (event: { data?: unknown; waitUntil(done: Promise<unknown>): void }) => void,
  ): void
}

precacheAndRoute(self.__FILES, { ignoreURLParametersMatching: [/./] })
// One page serves every lead, as in `_redirects`.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/lead'), { allowlist: [/^\/leads\/[^/?]+/] }))

self.addEventListener('message', ({ data }) => {
  if (data === 'update') void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
