import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Store = typeof import('../../../../src/stores/shell/support-chat.ts')

let store: Store

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  store = await import('../../../../src/stores/shell/support-chat.ts')
})
afterEach(() => vi.useRealTimers())

/** A chat that does as it is told, and says so, unless it is `mute`. */
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

test('a wish from before the chat has loaded is kept, and is not called open until it is', () => {
  const loaded = chat()
  store.toggleChat()
  expect(store.$chat.get()).toBe('opening')
  expect(store.$chatOpen.get()).toBe(true)
  store.connectChat(loaded)
  expect(loaded.calls).toEqual(['open'])
  expect(store.$chat.get()).toBe('open')
})

test('a wish can be taken back before the chat has loaded', () => {
  const loaded = chat()
  store.toggleChat()
  store.toggleChat()
  store.connectChat(loaded)
  expect(loaded.calls).toEqual([])
  expect(store.$chat.get()).toBe('closed')
})

test('the state follows the chat’s own events', () => {
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

test('a chat that cannot be loaded is unavailable to who waits for it, and tried again', () => {
  store.toggleChat()
  store.failChat()
  expect(store.$chat.get()).toBe('unavailable')
  expect(store.$chatOpen.get()).toBe(false)
  store.toggleChat()
  expect(store.$chat.get()).toBe('opening')
})

test('a failure that no one waits for is not told', () => {
  store.failChat()
  expect(store.$chat.get()).toBe('closed')
})

test('a chat that stays away for 10 s is unavailable, and does not pop up when it comes late', () => {
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

test('a chat that has loaded and does not open is unavailable too; one that opened stays open', () => {
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

test('a chat that is gone is closed, and one that replaced it stays', () => {
  const [first, second] = [chat(), chat()]
  const leave = store.connectChat(first)
  store.toggleChat()
  store.connectChat(second)
  leave()
  expect(store.$chatOpen.get()).toBe(false)
  store.toggleChat()
  expect(second.calls.at(-1)).toBe('open')
})
