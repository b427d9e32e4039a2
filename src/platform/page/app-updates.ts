import { isFrugal } from './frugal.ts'
import { isReplaced } from './kept-pages.ts'

/** The versions of the console that this browser has installed. */
export interface AppUpdates {
  /** Calls `back` when a newer version is ready, including one that was ready before the call. */
  onReady(back: () => void): void
  /** Calls `back` when a newer version has taken over, in this tab or another. */
  onChanged(back: () => void): void
  /** Switches to the newer version in every open tab. */
  apply(): void
}

/**
 * In milliseconds. Installing the first version downloads every page, which would slow down the screens that the user
 * opens.
 */
const FIRST_INSTALL_DELAY = 5_000

/**
 * Installs the service worker, so that the console opens without a network connection. Checks for a newer version now
 * and whenever the page becomes visible. Waits for `FIRST_INSTALL_DELAY` before it installs the first version, and
 * skips it on slow connections and with Save-Data. Does nothing if the browser does not support service workers.
 */
export async function installApp(): Promise<AppUpdates | null> {
  const container = globalThis.navigator?.serviceWorker
  if (!container || (!container.controller && isFrugal())) return null
  let isControlled = container.controller !== null
  const changes = new EventTarget()
  container.addEventListener('controllerchange', () => {
    // The first version takes control of a page that already runs the same files.
    if (isControlled) changes.dispatchEvent(new Event('change'))
    isControlled = true
  })
  if (!isControlled) await new Promise((resolve) => setTimeout(resolve, FIRST_INSTALL_DELAY))
  // Browsers without storage can return undefined.
  const registration = (await container.register('/sw.js')) as ServiceWorkerRegistration | undefined
  if (!registration) return null
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
  })
  return {
    onReady(back) {
      const notify = () => {
        if (registration.waiting && container.controller) back()
      }
      notify()
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', notify)
      })
    },
    onChanged(back) {
      changes.addEventListener('change', back)
    },
    apply: () => registration.waiting?.postMessage('update'),
  }
}

/** Calls `back` when a part of the console can't be loaded because a newer version has replaced it on the server. */
export function onReplaced(back: () => void): void {
  globalThis.addEventListener?.('vite:preloadError', async () => {
    if (await isReplaced()) back()
  })
}
