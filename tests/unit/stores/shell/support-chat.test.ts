import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Store = typeof import('../../../../src/stores/shell/support-chat.ts')

let store: Store

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  store = await import('../../../../src/stores/shell/support-chat.ts')
})
afterEach(() => vi.useRealTimers())

/** A chat that obeys and reports it, unless it is `mute`. */
function chat({ mute = false } = {}) {
  const calls: string[] = []
  const tell = (call: string, state: 'open' | 'closed') => () => {
    calls.push(call)
    if (!mute) store.reportChat(state)
  }
  return { calls, open: tell('open', 'open'), close: tell('close', 'closed') }
}

test('the button opens and closes the chat', () => {
  const loaded = chat()
  store.connectChat(loaded)
  store.toggleChat()
  expect(store.$chat.get()).toBe('open')
  store.toggleChat()
  expect(store.$chat.get()).toBe('closed')
  expect(loaded.calls).toEqual(['open', 'close'])
})

test('a click before the chat has loaded is remembered and takes effect later', () => {
  const loaded = chat()
  store.toggleChat()
  expect(store.$chat.get()).toBe('opening')
  expect(store.$chatOpen.get()).toBe(true)
  store.connectChat(loaded)
  expect(loaded.calls).toEqual(['open'])
  expect(store.$chat.get()).toBe('open')
})

test('a click can be undone before the chat has loaded', () => {
  const loaded = chat()
  store.toggleChat()
  store.toggleChat()
  store.connectChat(loaded)
  expect(loaded.calls).toEqual([])
  expect(store.$chat.get()).toBe('closed')
})

test("the state follows the chat's own events", () => {
  const loaded = chat()
  store.connectChat(loaded)
  store.reportChat('open')
  expect(store.$chatOpen.get()).toBe(true)
  store.toggleChat()
  expect(loaded.calls).toEqual(['close'])
  store.reportChat('open')
  store.reportChat('closed')
  expect(store.$chatOpen.get()).toBe(false)
})

test('a chat that cannot be loaded is reported as unavailable and retried', () => {
  store.toggleChat()
  store.failChat()
  expect(store.$chat.get()).toBe('unavailable')
  expect(store.$chatOpen.get()).toBe(false)
  store.toggleChat()
  expect(store.$chat.get()).toBe('opening')
})

test('a failure that no one waits for is not reported', () => {
  store.failChat()
  expect(store.$chat.get()).toBe('closed')
})

test('a chat that does not load within 10 s is unavailable and does not open later', () => {
  store.toggleChat()
  vi.advanceTimersByTime(9_999)
  expect(store.$chat.get()).toBe('opening')
  vi.advanceTimersByTime(1)
  expect(store.$chat.get()).toBe('unavailable')
  const late = chat()
  store.connectChat(late)
  expect(store.$chat.get()).toBe('closed')
  expect(late.calls).toEqual([])
})

test('a chat that has loaded and does not open is unavailable too; an open one stays open', () => {
  const loaded = chat({ mute: true })
  store.connectChat(loaded)
  store.toggleChat()
  vi.advanceTimersByTime(10_000)
  expect(store.$chat.get()).toBe('unavailable')
  store.toggleChat()
  store.reportChat('open')
  vi.advanceTimersByTime(60_000)
  expect(store.$chat.get()).toBe('open')
})

test('a removed chat is closed, and its replacement stays open', () => {
  const [first, second] = [chat(), chat()]
  const leave = store.connectChat(first)
  store.toggleChat()
  store.connectChat(second)
  leave()
  expect(store.$chatOpen.get()).toBe(false)
  store.toggleChat()
  expect(second.calls.at(-1)).toBe('open')
})
