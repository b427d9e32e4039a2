/** Versions of the console that this browser holds. */
export interface AppUpdates {
  /** Calls `back` when a newer version is ready, also one that was there before. */
  onReady(back: () => void): void
  /** Calls `back` when a newer version has taken over, in this tab or in another one. */
  onChanged(back: () => void): void
  /** Changes to the newer version, in every open tab. */
  apply(): void
}

/**
 * Installs the console on this device, so that it opens without a network, and looks for a newer version now and
 * whenever the page is seen again. Does nothing where the browser has no service workers.
 */
export async function installApp(): Promise<AppUpdates | null> {
  const container = globalThis.navigator?.serviceWorker
  if (!container) return null
  let isControlled = container.controller !== null
  const changes = new EventTarget()
  container.addEventListener('controllerchange', () => {
    // The first version takes over a page that runs the very same files.
    if (isControlled) changes.dispatchEvent(new Event('change'))
    isControlled = true
  })
  // Browsers that store nothing can return nothing.
  const registration = (await container.register('/sw.js')) as ServiceWorkerRegistration | undefined
  if (!registration) return null
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
    onChanged(back) {
      changes.addEventListener('change', back)
    },
    apply: () => registration.waiting?.postMessage('update'),
  }
}
