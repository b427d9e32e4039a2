import { atom, type ReadableAtom } from 'nanostores'
import { logWarning } from '../../platform/log.ts'
import { type AppUpdates, installApp, onReplaced } from '../../platform/page/app-updates.ts'
import { reloadWhenIdle } from '../../platform/page/page-reload.ts'

const $ready = atom(false)
let updates: AppUpdates | null = null
let cancel = () => {}

/** Whether a newer version of the console is ready. */
export const $updateReady: ReadableAtom<boolean> = $ready

/**
 * Installs the service worker. Where that is impossible, the console works without one, and a newer version is noticed
 * when a part of the console can't be loaded.
 */
export async function startUpdates(): Promise<void> {
  onReplaced(() => $ready.set(true))
  try {
    updates = await installApp()
    updates?.onReady(() => $ready.set(true))
    updates?.onChanged(reload)
  } catch (error) {
    logWarning('The console could not be installed on this device', error)
  }
}

/** Switches to the newer version. Each open tab reloads once nothing is being edited in it. */
export function applyUpdate(): void {
  updates?.apply()
  // Chromium can leave the new version waiting if the current one gets a request at that moment. Reloading the page
  // activates it.
  reload()
}

function reload(): void {
  cancel()
  cancel = reloadWhenIdle()
}
