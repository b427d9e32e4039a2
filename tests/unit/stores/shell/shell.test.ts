import { beforeEach, expect, test, vi } from 'vitest'

type Shell = typeof import('../../../../src/stores/shell/shell.ts')

const items = new Map<string, string>()

/** The store of a loaded page, which reads its state from the device. */
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

test('the sidebar starts expanded, and its state persists', async () => {
  const first = await load()
  expect(first.$collapsed.get()).toBe(false)
  first.toggleSidebar()
  expect((await load()).$collapsed.get()).toBe(true)
  ;(await load()).toggleSidebar()
  expect((await load()).$collapsed.get()).toBe(false)
})

test('on a phone on its side, the sidebar starts collapsed until it is expanded', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(height < 500px)' }))
  try {
    const first = await load()
    expect(first.$collapsed.get()).toBe(true)
    first.toggleSidebar()
    expect((await load()).$collapsed.get()).toBe(false)
  } finally {
    vi.stubGlobal('matchMedia', undefined)
  }
})

test('an unknown state counts as expanded', async () => {
  const { SIDEBAR_KEY } = await load()
  items.set(SIDEBAR_KEY, '{"width":80}')
  expect((await load()).$collapsed.get()).toBe(false)
})
