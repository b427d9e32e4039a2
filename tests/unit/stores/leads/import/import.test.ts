import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../../src/api/client.ts'
import { QUIET_MS, reloadWhenIdle } from '../../../../../src/platform/page/page-reload.ts'
import { $session } from '../../../../../src/platform/session/session.ts'
import {
  $import,
  checkRows,
  chooseFile,
  importFile,
  startOver,
  undo,
} from '../../../../../src/stores/leads/import/import.ts'
import { connectConsole } from '../../../../support/console.ts'
import { sharedServer } from '../../../../support/server.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'
const FIRST = { step: 'choose', isReading: false, readShare: 0, problem: null }
const EMAIL = 'ann@import.test'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>

const pass = (request: Request) => server.app.api.fetch(request)
const step = () => $import.get().step
/** Where the requests went since the file was checked. */
const sent = () =>
  network.requests.map(({ url }) => url.replace(/.*organizations\//, '').replace(/imp\w+(?=\/)/, 'id'))

beforeEach(async () => {
  network = connectConsole(server)
  signInTo(GREEN)
  const file = new TextEncoder().encode(`Name,Email\nAnn,${EMAIL}`).buffer
  await chooseFile('leads.csv', async () => file)
  await checkRows()
  expect(step()).toBe('review')
  network.requests.length = 0
})
afterEach(async () => {
  startOver()
  signOutNow()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  configure()
  await server.deps.db.deleteFrom('leads').where('prospect_email', '=', EMAIL).execute()
  await server.deps.db.deleteFrom('lead_imports').execute()
})

it.each([
  ['begins', 0],
  ['sends rows', 1],
  ['ends', 2],
])(
  'an import whose organization is left while it %s shows and sends nothing in the next one',
  async (_, before) => {
    network.plan(...Array.from({ length: before }, () => pass), async (request) => {
      signInTo(FRESH)
      return pass(request)
    })
    await importFile()
    expect($import.get()).toEqual(FIRST)
    await importFile()
    expect(sent()).toHaveLength(before + 1)
    expect(sent().filter((path) => !path.startsWith(GREEN))).toEqual([])
  },
)

it('a check that gets no answer says that it tries again, until it gets one', async () => {
  startOver()
  const file = new TextEncoder().encode(`Name,Email\nAnn,${EMAIL}`).buffer
  await chooseFile('leads.csv', async () => file)
  network.plan(async () => {
    throw new TypeError('Failed to fetch')
  })
  const told: (boolean | undefined)[] = []
  const stop = $import.listen((state) => {
    if (state.step === 'check') told.push(state.isRetrying)
  })
  await checkRows()
  stop()
  expect(told).toEqual([undefined, true, undefined])
  expect(step()).toBe('review')
})

it('a check whose organization is left while it runs shows nothing in the next one', async () => {
  startOver()
  const file = new TextEncoder().encode(`Name,Email\nAnn,${EMAIL}`).buffer
  await chooseFile('leads.csv', async () => file)
  network.plan(async (request) => {
    const response = await pass(request)
    // After the rows are judged.
    const stop = $import.listen((state) => {
      if (state.step !== 'check' || state.done === 0) return
      stop()
      signInTo(FRESH)
    })
    return response
  })
  await checkRows()
  expect($import.get()).toEqual(FIRST)
})

it('Continue is refused as soon as another organization is selected', async () => {
  let continued: Promise<void> | undefined
  const stop = $session.listen(() => {
    continued = importFile()
  })
  signInTo(FRESH)
  stop()
  await continued
  expect($import.get()).toEqual(FIRST)
  expect(sent()).toEqual([])
})

it('an import and its undo keep the page until they are done', async () => {
  const reload = vi.fn()
  const listeners = new Map<string, (event: Event) => void>()
  vi.stubGlobal('location', { href: 'http://localhost:3000/agent', reload })
  vi.stubGlobal('addEventListener', (name: string, listener: (event: Event) => void) =>
    listeners.set(name, listener),
  )
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
  const kept: boolean[] = []
  const tryToLeave = async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stop = reloadWhenIdle()
    await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
    stop()
    vi.useRealTimers()
    const close = new Event('beforeunload', { cancelable: true })
    listeners.get('beforeunload')?.(close)
    kept.push(close.defaultPrevented && reload.mock.calls.length === 0)
  }
  const leaving = async (request: Request) => {
    await tryToLeave()
    return pass(request)
  }
  network.plan(leaving, leaving, leaving)
  await importFile()
  const state = $import.get()
  if (state.step !== 'done') throw new Error(state.step)
  network.plan(leaving)
  expect(await undo(state.result.id)).toMatchObject({ removed: 1 })
  expect(kept).toEqual([true, true, true, true])
  await tryToLeave()
  expect(reload).toHaveBeenCalledTimes(1)
  expect(listeners.has('beforeunload')).toBe(false)
})
