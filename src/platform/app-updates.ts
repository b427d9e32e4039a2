/** Versions of the console that this browser holds. */
export interface AppUpdates {
  /** Calls `back` when a newer version stands ready, also one that was there before. */
  onReady(back: () => void): void
  /** Changes to the newer version, which loads every open page of the console anew. */
  apply(): void
}

/**
 * Installs the console on this device, so that it opens without a network, and looks for a newer version now and
 * whenever the page is seen again. Does nothing where the browser has no service workers.
 */
export async function installApp(): Promise<AppUpdates | null> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return null
  const isFirst = !container.controller
  // Browsers that are told to hold nothing may answer with nothing.
  const registration = (await container.register('/sw.js')) as ServiceWorkerRegistration | undefined
  if (!registration) return null
  let isReloading = false
  container.addEventListener('controllerchange', () => {
    // The first version takes over a page that runs the very same files.
    if (isReloading || isFirst) return
    isReloading = true
    location.reload()
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
  return {
    onReady(back) {
      const tell = () => {
        if (registration.waiting && container.controller) back()
      }
      tell()
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', tell)
      })
    },
    apply: () => registration.waiting?.postMessage('update'),
  }
}
