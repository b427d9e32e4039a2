import { beforeEach, expect, test, vi } from 'vitest'

type Shell = typeof import('../../../src/stores/shell.ts')

const items = new Map<string, string>()

/** The store as a page loads it: its state is read from the device then. */
async function load(): Promise<Shell> {
  vi.resetModules()
  return import('../../../src/stores/shell.ts')
}

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
})

const chat = () => {
  const calls: string[] = []
  return { calls, open: () => void calls.push('open'), close: () => void calls.push('close') }
}

test('the sidebar starts expanded, and its state outlives the page', async () => {
  const first = await load()
  expect(first.$collapsed.get()).toBe(false)
  first.toggleSidebar()
  expect((await load()).$collapsed.get()).toBe(true)
  ;(await load()).toggleSidebar()
  expect((await load()).$collapsed.get()).toBe(false)
})

test('a state that no version wrote counts as expanded', async () => {
  const { SIDEBAR_KEY } = await load()
  items.set(SIDEBAR_KEY, '{"width":80}')
  expect((await load()).$collapsed.get()).toBe(false)
})

test('the button opens and closes the chat', async () => {
  const { $chatOpen, connectChat, toggleChat } = await load()
  const loaded = chat()
  connectChat(loaded)
  toggleChat()
  expect($chatOpen.get()).toBe(true)
  toggleChat()
  expect($chatOpen.get()).toBe(false)
  expect(loaded.calls).toEqual(['open', 'close'])
})

test('a wish from before the chat has loaded is kept', async () => {
  const { connectChat, toggleChat } = await load()
  const loaded = chat()
  toggleChat()
  connectChat(loaded)
  expect(loaded.calls).toEqual(['open'])
})

test('the state follows the chat’s own events', async () => {
  const { $chatOpen, connectChat, reportChat, toggleChat } = await load()
  const loaded = chat()
  connectChat(loaded)
  reportChat('open')
  expect($chatOpen.get()).toBe(true)
  toggleChat()
  expect(loaded.calls).toEqual(['close'])
  reportChat('open')
  reportChat('closed')
  expect($chatOpen.get()).toBe(false)
})

test('a chat that is gone is closed, and one that replaced it stays', async () => {
  const { $chatOpen, connectChat, toggleChat } = await load()
  const [first, second] = [chat(), chat()]
  const leave = connectChat(first)
  toggleChat()
  connectChat(second)
  leave()
  expect($chatOpen.get()).toBe(false)
  toggleChat()
  expect(second.calls.at(-1)).toBe('open')
})
