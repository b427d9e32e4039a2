import { QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../../src/stores/base/query/client.ts'
import { $responseAge } from '../../../../../src/stores/base/query/response-age.ts'

let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  stop = $responseAge.listen(() => {})
})
afterEach(() => {
  stop()
  queryClient.clear()
  vi.useRealTimers()
})

/** Displays a query. Returns a function that responds to its pending request. */
function display(kind: string) {
  const pending: PromiseWithResolvers<string>[] = []
  const queryFn = () => {
    const next = Promise.withResolvers<string>()
    pending.push(next)
    return next.promise
  }
  const observer = new QueryObserver(queryClient, { queryKey: ['org', kind], queryFn, staleTime: 60_000 })
  const leave = observer.subscribe(() => {})
  return {
    leave,
    fail: () => pending.at(-1)?.reject(new Error('late')),
    respond: () => pending.at(-1)?.resolve('data'),
  }
}

it('a first response that takes more than 10 seconds is reported until it arrives', async () => {
  const { respond, leave } = display('leads')
  await vi.advanceTimersByTimeAsync(9_900)
  expect($responseAge.get()).toBeNull()
  await vi.advanceTimersByTimeAsync(200)
  expect($responseAge.get()).toEqual({ state: 'slow' })
  respond()
  await vi.advanceTimersByTimeAsync(1)
  expect($responseAge.get()).toBeNull()
  leave()
})

it('is reported during the retries, but not after the request has failed', async () => {
  const { fail, leave } = display('leads')
  await vi.advanceTimersByTimeAsync(9_000)
  fail()
  await vi.advanceTimersByTimeAsync(1_100)
  expect($responseAge.get()).toEqual({ state: 'slow' })
  fail()
  await vi.advanceTimersByTimeAsync(2_100)
  fail()
  await vi.advanceTimersByTimeAsync(1)
  expect($responseAge.get()).toBeNull()
  leave()
})

it('a response that nobody waits for, or that replaces another one, is not reported', async () => {
  const { respond, leave } = display('leads')
  await vi.advanceTimersByTimeAsync(5_000)
  respond()
  await vi.advanceTimersByTimeAsync(1)
  void queryClient.refetchQueries({ queryKey: ['org', 'leads'] })
  const other = display('faqs')
  await vi.advanceTimersByTimeAsync(5_000)
  other.leave()
  await vi.advanceTimersByTimeAsync(20_000)
  expect($responseAge.get()).toBeNull()
  leave()
})
