import { atom, type ReadableAtom } from 'nanostores'
import { type AppUpdates, installApp } from '../platform/app-updates.ts'
import { logWarning } from '../platform/log.ts'

const $ready = atom(false)
let updates: AppUpdates | null = null

/** Whether a newer version of the console stands ready. */
export const $updateReady: ReadableAtom<boolean> = $ready

/** Installs the console on this device; where that cannot be, it works as any page does. */
export async function startUpdates(): Promise<void> {
  try {
    updates = await installApp()
    updates?.onReady(() => $ready.set(true))
  } catch (error) {
    logWarning('The console could not be installed on this device', error)
  }
}

/** Changes to the newer version. What is typed is kept where drafts are kept. */
export function applyUpdate(): void {
  updates?.apply()
}
