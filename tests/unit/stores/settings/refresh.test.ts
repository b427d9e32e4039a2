import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { QUIET_MS } from '../../../../src/platform/page/page-reload.ts'
import { registerWidget } from '../../../../src/platform/page/widget.ts'
import { discard, refreshAfterSaves, save, setField } from '../../../../src/stores/settings/settings.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>
let reload: ReturnType<typeof vi.fn>
let stop: () => void

beforeEach(async () => {
  scene = settingsScene(server)
  reload = vi.fn()
  vi.stubGlobal('location', { href: 'http://localhost:3000/agent', reload })
  stop = refreshAfterSaves()
  await scene.open()
})
afterEach(() => {
  vi.useRealTimers()
  stop()
  scene.leave()
})

let serial = 0
async function saveSomething() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  setField('phone', `${++serial}`)
  await save()
  await vi.advanceTimersByTimeAsync(0)
}

describe('after a save', () => {
  it('the live widget is refreshed by its SDK', async () => {
    const refresh = vi.fn()
    vi.stubGlobal('fieldhand', { refresh })
    await saveSomething()
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
  })

  it('every widget on the page is refreshed', async () => {
    const refreshes = [vi.fn(), vi.fn(async () => {})]
    const undo = refreshes.map((refresh) => registerWidget({ refresh }))
    await saveSomething()
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    for (const refresh of refreshes) expect(refresh).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
    for (const remove of undo) remove()
  })

  it.each([
    ['is missing', undefined],
    ['has no refresh', {}],
    [
      'throws',
      {
        refresh: () => {
          throw new Error('broken')
        },
      },
    ],
    ['fails later', { refresh: () => Promise.reject(new Error('broken')) }],
  ])('if the SDK %s, the page reloads after a second', async (_, sdk) => {
    const log = vi.spyOn(console, 'warn').mockReturnValue()
    vi.stubGlobal('fieldhand', sdk)
    await saveSomething()
    await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
    log.mockRestore()
  })

  it('the page does not reload while there are unsaved changes', async () => {
    await saveSomething()
    setField('email', 'typed@since.test')
    await vi.advanceTimersByTimeAsync(60 * QUIET_MS)
    expect(reload).not.toHaveBeenCalled()
    discard()
    await vi.advanceTimersByTimeAsync(QUIET_MS)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('the page does not reload within a second of any input', async () => {
    await saveSomething()
    for (let second = 0; second < 30; second += 1) {
      scene.tell('pointermove')
      await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
    }
    expect(reload).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledTimes(1)
  })

  it('that failed, the page does not reload', async () => {
    scene.network.plan(faults.serverError)
    await saveSomething()
    await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
    expect(reload).not.toHaveBeenCalled()
  })

  it('the page does not reload after the screen is left', async () => {
    await saveSomething()
    stop()
    await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
    expect(reload).not.toHaveBeenCalled()
  })
})
