import { atom, type ReadableAtom } from 'nanostores'
import { type AppUpdates, installApp } from '../platform/app-updates.ts'
import { whenIdle } from '../platform/idle.ts'
import { logWarning } from '../platform/log.ts'

const $ready = atom(false)
let updates: AppUpdates | null = null

/** Whether a newer version of the console stands ready. */
export const $updateReady: ReadableAtom<boolean> = $ready

/** Installs the console on this device once the page has come to rest; without, it works as any page does. */
export async function startUpdates(): Promise<void> {
  await whenIdle(10_000)
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
