import { beforeEach, expect, test, vi } from 'vitest'

type Shell = typeof import('../../../../src/stores/shell/shell.ts')

const items = new Map<string, string>()

/** The store as a page loads it: its state is read from the device then. */
async function load(): Promise<Shell> {
  vi.resetModules()
  return import('../../../../src/stores/shell/shell.ts')
}

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
})

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
