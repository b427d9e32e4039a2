import { QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../../src/api/client.ts'
import { ApiError, NetworkError } from '../../../../../src/api/errors.ts'
import { queryClient } from '../../../../../src/stores/base/query/client.ts'
import { $outage, checkServer } from '../../../../../src/stores/base/query/outage.ts'
import { $responseAge } from '../../../../../src/stores/base/query/response-age.ts'

let isUp = true
let checks = 0
let stops: (() => void)[] = []
const device = { onLine: true }
const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:02:00Z') })
  isUp = true
  checks = 0
  device.onLine = true
  vi.stubGlobal('navigator', device)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  configure({
    baseUrl: 'https://api.example',
    async fetch() {
      checks += 1
      if (isUp) return new Response('not found', { status: 404 })
      throw new TypeError('Failed to fetch')
    },
  })
  stops = [$outage.listen(() => {}), $responseAge.listen(() => {})]
})
afterEach(async () => {
  for (const stop of stops) stop()
  await vi.advanceTimersByTimeAsync(2_000)
  queryClient.clear()
  configure()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Displays a query that responds while `fails` returns nothing. Returns its number of requests. */
function display(kind: string, fails: () => Error | undefined) {
  let requests = 0
  const queryFn = async () => {
    requests += 1
    const error = fails()
    if (error) throw error
    return kind
  }
  const observer = new QueryObserver(queryClient, { queryKey: ['org', kind], queryFn, staleTime: 60_000 })
  stops.push(observer.subscribe(() => {}))
  return { observer, requests: () => requests }
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

it('one call that fails is no outage, whatever the reason, as long as the server responds', async () => {
  display('leads', () => new NetworkError())
  display('faqs', () => new ApiError('HTTP 500', 500))
  await settle(10_000)
  expect(checks).toBeGreaterThan(0)
  expect($outage.get()).toBeNull()
  expect($responseAge.get()).toBeNull()
})

it('a server error alone is not checked', async () => {
  isUp = false
  display('faqs', () => new ApiError('HTTP 500', 500))
  await settle(10_000)
  expect(checks).toBe(0)
  expect($outage.get()).toBeNull()
})

it('an unreachable server is reported with the age of the oldest data, until it responds', async () => {
  const down = () => (isUp ? undefined : new NetworkError())
  display('leads', down)
  await settle()
  const oldest = Date.now()
  await settle(60_000)
  display('inbox', down)
  await settle()
  isUp = false
  const { requests } = display('faqs', down)
  await settle()
  expect($outage.get()).toBe('unreachable')
  expect($responseAge.get()).toEqual({ state: 'unreachable', updatedAt: oldest })

  await settle(20_000)
  const before = requests()
  expect($outage.get()).toBe('unreachable')
  isUp = true
  await settle(5_000)
  expect($outage.get()).toBeNull()
  expect($responseAge.get()).toBeNull()
  expect(requests()).toBe(before + 1)
  const quiet = checks
  await settle(60_000)
  expect(checks).toBe(quiet)
})

it('a check on request finds the server at once', async () => {
  isUp = false
  display('faqs', () => (isUp ? undefined : new NetworkError()))
  await settle(100)
  isUp = true
  await checkServer()
  await settle()
  expect($responseAge.get()).toBeNull()
})

it('being offline is reported at once, also without any data, and nothing is checked', async () => {
  isUp = false
  device.onLine = false
  page.dispatchEvent(new Event('offline'))
  await settle()
  expect($responseAge.get()).toEqual({ state: 'offline', updatedAt: null })
  display('faqs', () => new NetworkError())
  await settle(10_000)
  expect(checks).toBe(0)
  device.onLine = true
  page.dispatchEvent(new Event('online'))
  await settle()
  expect($outage.get()).toBeNull()
})
