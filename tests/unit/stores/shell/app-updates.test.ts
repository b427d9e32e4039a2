import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QUIET_MS } from '../../../../src/platform/page/page-reload.ts'

/** A version of the service worker. */
class Worker extends EventTarget {
  readonly postMessage = vi.fn()
}

/** A browser's service workers. */
function openContainer() {
  const registration = Object.assign(new EventTarget(), {
    installing: null as Worker | null,
    waiting: null as Worker | null,
    update: vi.fn(async () => undefined),
  })
  const container = Object.assign(new EventTarget(), {
    controller: new Worker() as Worker | null,
    register: vi.fn(async (_path: string): Promise<typeof registration | undefined> => registration),
  })
  /** Downloads a version until it waits. */
  function download(): Worker {
    const worker = new Worker()
    registration.installing = worker
    registration.dispatchEvent(new Event('updatefound'))
    worker.dispatchEvent(new Event('statechange'))
    registration.installing = null
    registration.waiting = worker
    worker.dispatchEvent(new Event('statechange'))
    return worker
  }
  /** Lets a version take over the page. */
  function takeOver(worker: Worker): void {
    container.controller = worker
    container.dispatchEvent(new Event('controllerchange'))
  }
  return { registration, container, download, takeOver }
}

type Updates = typeof import('../../../../src/stores/shell/app-updates.ts')

let browser: ReturnType<typeof openContainer>
let page: EventTarget & { visibilityState: string }
let reload: ReturnType<typeof vi.fn>
let updates: Updates

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Each test is a newly loaded page.
  vi.resetModules()
  updates = await import('../../../../src/stores/shell/app-updates.ts')
  browser = openContainer()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible', querySelectorAll: () => [] })
  reload = vi.fn()
  vi.stubGlobal('navigator', { serviceWorker: browser.container })
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', { href: 'http://localhost:3000/', reload })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('the first version', () => {
  it.each([
    [{}, 1],
    [{ effectiveType: '4g' }, 1],
    [{ effectiveType: '3g' }, 0],
    [{ effectiveType: 'slow-2g' }, 0],
    [{ effectiveType: '4g', saveData: true }, 0],
  ])(
    'is installed after five seconds unless the connection is slow or bytes are to be saved: %j',
    async (connection, times) => {
      browser.container.controller = null
      vi.stubGlobal('navigator', { serviceWorker: browser.container, connection })
      const started = updates.startUpdates()
      await pass(4_999)
      expect(browser.container.register).not.toHaveBeenCalled()
      await pass(1)
      await started
      expect(browser.container.register).toHaveBeenCalledTimes(times)
    },
  )

  it('is followed by newer ones at once on every connection', async () => {
    vi.stubGlobal('navigator', { serviceWorker: browser.container, connection: { saveData: true } })
    await updates.startUpdates()
    expect(browser.container.register).toHaveBeenCalledTimes(1)
  })
})

describe('a newer version of the console', () => {
  it('is ready once it is downloaded, and takes over when the user applies it', async () => {
    await updates.startUpdates()
    expect(updates.$updateReady.get()).toBe(false)
    const newer = browser.download()
    expect(updates.$updateReady.get()).toBe(true)
    expect(newer.postMessage).not.toHaveBeenCalled()
    updates.applyUpdate()
    expect(newer.postMessage.mock.calls).toEqual([['update']])
  })

  it('is not ready while it is downloaded', async () => {
    await updates.startUpdates()
    browser.registration.installing = new Worker()
    browser.registration.dispatchEvent(new Event('updatefound'))
    browser.registration.installing.dispatchEvent(new Event('statechange'))
    expect(updates.$updateReady.get()).toBe(false)
  })

  it('is ready at once if an earlier page downloaded it', async () => {
    browser.registration.waiting = new Worker()
    await updates.startUpdates()
    expect(updates.$updateReady.get()).toBe(true)
  })

  it('is looked for whenever the page becomes visible', async () => {
    await updates.startUpdates()
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(browser.registration.update).not.toHaveBeenCalled()
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    expect(browser.registration.update).toHaveBeenCalledTimes(1)
  })

  it('that has taken over reloads the page once, when nothing is edited', async () => {
    await updates.startUpdates()
    browser.takeOver(new Worker())
    await pass(QUIET_MS / 2)
    browser.takeOver(new Worker())
    await pass(QUIET_MS - 1)
    expect(reload).not.toHaveBeenCalled()
    await pass(1)
    expect(reload).toHaveBeenCalledTimes(1)
    await pass(10 * QUIET_MS)
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

it('a version that the user applies reloads the page once, even if it does not take over', async () => {
  await updates.startUpdates()
  browser.download()
  updates.applyUpdate()
  await pass(QUIET_MS - 1)
  expect(reload).not.toHaveBeenCalled()
  await pass(10 * QUIET_MS)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('the first version is no update and does not reload the page', async () => {
  browser.container.controller = null
  void updates.startUpdates()
  await pass(5_000)
  const first = browser.download()
  expect(updates.$updateReady.get()).toBe(false)
  browser.registration.waiting = null
  browser.takeOver(first)
  await pass(10 * QUIET_MS)
  expect(reload).not.toHaveBeenCalled()
  browser.takeOver(new Worker())
  await pass(QUIET_MS)
  expect(reload).toHaveBeenCalledTimes(1)
})

describe('without', () => {
  it.each([
    ['service workers', () => vi.stubGlobal('navigator', {})],
    ['storage', () => browser.container.register.mockResolvedValue(undefined)],
  ])('%s, the console has no updates', async (_, lack) => {
    lack()
    await updates.startUpdates()
    updates.applyUpdate()
    expect(updates.$updateReady.get()).toBe(false)
  })

  it('permission to install, the console logs it and works', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const denied = new Error('denied')
    browser.container.register.mockRejectedValue(denied)
    await updates.startUpdates()
    expect(warn.mock.calls).toEqual([['The console could not be installed on this device', denied]])
    expect(updates.$updateReady.get()).toBe(false)
  })
})
