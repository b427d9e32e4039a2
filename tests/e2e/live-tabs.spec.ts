import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

/** Waits until this many tabs hold the live stream or wait for it. */
async function tabsInLine(page: Page, count: number): Promise<void> {
  await page.waitForFunction(async (expected) => {
    const { pending = [], held = [] } = await navigator.locks.query()
    return [...pending, ...held].filter(({ name }) => name?.startsWith('fieldhand.live.')).length === expected
  }, count)
}

test('five tabs share one live stream, and the next one takes over when its tab is closed', async ({
  context,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/leads/events')) streams.push(request.frame().page())
  })
  const first = await context.newPage()
  await first.goto('/leads')
  await expect.poll(() => streams).toHaveLength(1)
  const others = await Promise.all(Array.from({ length: 4 }, () => context.newPage()))
  await Promise.all(others.map((page) => page.goto('/')))
  await tabsInLine(first, 5)
  expect(streams).toEqual([first])

  await first.close()
  await expect.poll(() => streams).toHaveLength(2)
  expect(others).toContain(streams[1])
  await tabsInLine(others[0] as Page, 4)
})
