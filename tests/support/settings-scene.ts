import type { ReadableAtom } from 'nanostores'
import { vi } from 'vitest'
import { configure } from '../../src/api/client.ts'
import type { DurableItems } from '../../src/platform/storage/durable-item.ts'
import { StorageError } from '../../src/platform/storage/with-database.ts'
import { resetDrafts } from '../../src/stores/settings/draft.ts'
import {
  $conflicts,
  $isDirty,
  $offeredDraft,
  $settings,
  $settingsLoad,
} from '../../src/stores/settings/settings.ts'
import { connectConsole } from './console.ts'
import { createDevice } from './device.ts'
import { until } from './eventually.ts'
import type { TestServer } from './server.ts'
import { signInTo, signOutNow } from './session.ts'
import { stopStores } from './stop-stores.ts'

/** Creates an in-memory IndexedDB that tests can break. */
function createDisk() {
  const items = new Map<string, string>()
  const state = { isBroken: false }
  let paused: Promise<void> | null = null
  const use = () => {
    if (state.isBroken) throw new StorageError()
  }
  const disk: DurableItems = {
    async read(key) {
      use()
      const found = items.get(key) ?? null
      await paused
      return found
    },
    async write(key, value) {
      use()
      items.set(key, value)
    },
    async remove(key) {
      use()
      items.delete(key)
    },
    async keys() {
      use()
      return [...items.keys()]
    },
  }
  /** Delays reads until the returned function is called. */
  const pause = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    paused = promise
    return resolve
  }
  return { disk, items, state, pause }
}

/** Sets up the Settings screen's stores with the real server and a separate device. */
export function settingsScene(server: TestServer) {
  const network = connectConsole(server)
  const device = createDevice()
  const disk = createDisk()
  const listeners = new Map<string, (event: unknown) => void>()
  vi.stubGlobal('localStorage', device.localStorage)
  vi.stubGlobal('addEventListener', (name: string, onMessage: (event: unknown) => void) =>
    listeners.set(name, onMessage),
  )
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
  resetDrafts(disk.disk)
  signInTo('org_greenacres')
  let closes: (() => void)[] = []

  const close = () => {
    stopStores(closes)
    closes = []
  }
  return {
    network,
    device,
    /** Listens to additional stores until the user leaves the screen. */
    listen(...stores: readonly ReadableAtom[]) {
      for (const $store of stores) closes.push($store.subscribe(() => {}))
    },
    disk,
    close,
    /** Opens the screen and waits until it shows the settings. */
    async open() {
      for (const $store of [$settingsLoad, $settings, $isDirty, $conflicts, $offeredDraft]) {
        closes.push($store.subscribe(() => {}))
      }
      await until(() => $settings.get() !== null)
      network.requests.length = 0
    },
    /** Crashes the page: everything in memory is lost; the device's storage remains. */
    crash() {
      close()
      resetDrafts(disk.disk)
    },
    /** Dispatches an event on the browser's window. */
    tell: (name: string, event: object = {}) => listeners.get(name)?.(event),
    /** Returns the requests since the screen was opened. */
    sent: () => network.requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`),
    leave() {
      close()
      signOutNow()
      resetDrafts()
      configure()
      vi.unstubAllGlobals()
    },
  }
}
