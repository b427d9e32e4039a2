import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

async function openLeads(page: Page): Promise<void> {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
}

const clerkToLoad = (page: Page) =>
  page.waitForFunction(() => (window as { Clerk?: { loaded?: boolean } }).Clerk?.loaded)

/** A page that is complete without Clerk: the browser has the cookies that Clerk leaves behind. */
test.beforeEach(async ({ reset, signIn, page }) => {
  await reset()
  await signIn()
  await openLeads(page)
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['__session', 'clerk_active_context']))
})

test('Clerk loads on a click without a pointer or a key', async ({ page }) => {
  await openLeads(page)
  expect(await page.evaluate(() => 'Clerk' in window)).toBe(false)
  await page.evaluate(() => document.querySelector('h1')?.click())
  await clerkToLoad(page)
})

test('a page that a link opens goes before Clerk', async ({ page }) => {
  await openLeads(page)
  await page.evaluate(() => {
    document.addEventListener('astro:before-preparation', () => {
      const script = document.querySelector('[data-clerk-js-script]')
      Object.assign(window, { clerkAtStart: script !== null })
    })
  })
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  expect(await page.evaluate(() => (window as { clerkAtStart?: boolean }).clerkAtStart)).toBe(false)
  await clerkToLoad(page)
})

test('Clerk loads once if the page changes while its script is on its way', async ({ page }) => {
  await openLeads(page)
  const asked: string[] = []
  const release = Promise.withResolvers<void>()
  await page.route('**/clerk.browser.js*', async (route) => {
    asked.push(route.request().url())
    await release.promise
    await route.continue()
  })
  await page.mouse.move(5, 5)
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
  release.resolve()
  await page.waitForFunction(() => (window as { Clerk?: { loaded?: boolean } }).Clerk?.loaded, undefined, {
    timeout: 8_000,
  })
  expect(asked).toHaveLength(1)
})

test('Clerk’s first two calls are sent once', async ({ page }) => {
  const sent: string[] = []
  const warnings: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/\/v1\/(client|environment)$/.test(pathname)) sent.push(pathname)
  })
  page.on('console', (message) => {
    if (/preload/.test(message.text())) warnings.push(message.text())
  })
  await openLeads(page)
  // Clerk loads once the user moves the pointer, clicks, or presses a key.
  await page.mouse.move(5, 5)
  await clerkToLoad(page)
  expect(sent.toSorted()).toEqual(['/__clerk/v1/client', '/__clerk/v1/environment'])
  expect(warnings).toEqual([])
})

test('the files of Clerk’s components load beside its script, once', async ({ page }) => {
  const shared: string[] = []
  page.on('request', (request) => {
    const [, part] = /\/(framework|vendors|ui-common)_ui_/.exec(request.url()) ?? []
    if (part) shared.push(part)
  })
  const release = Promise.withResolvers<void>()
  await page.route('**/clerk.browser.js*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.goto('/organization', { waitUntil: 'commit' })
  const expected = ['framework', 'ui-common', 'vendors']
  await expect.poll(() => shared.toSorted()).toEqual(expected)
  release.resolve()
  await expect(page.locator('.cl-organizationProfile-root')).toBeVisible()
  await expect(page.getByText('Organization', { exact: true }).filter({ visible: true })).toHaveCount(1)
  expect(shared.toSorted()).toEqual(expected)
})
