import type { Page, Request, Route } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

const API = `${TEST_ORIGINS.api}/api/v1/organizations/`

/** The lists that a page fetches late, and again when its live connection may have missed an event. */
const AT_ANY_TIME = /^(leads|conversations|tasks)(\?|\/stats|$)/

/** Paths of the pages and of the API's data that the page fetches from now on. */
function watch(page: Page): { pages: string[]; data: string[]; modules: number } {
  const seen = { pages: [] as string[], data: [] as string[], modules: 0 }
  page.on('request', (request: Request) => {
    const url = request.url()
    const { origin, pathname } = new URL(url)
    if (url.startsWith(API) && request.method() === 'GET' && !url.endsWith('/events')) {
      seen.data.push(url.slice(API.length).replace('org_greenacres/', ''))
    } else if (origin === TEST_ORIGINS.console && pathname.startsWith('/_astro/')) seen.modules += 1
    else if (origin === TEST_ORIGINS.console && request.resourceType() === 'fetch') {
      if (request.headers().accept === 'text/html') seen.pages.push(pathname)
    }
  })
  return seen
}

const item = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

async function press(page: Page, name: string): Promise<void> {
  const box = await item(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not in view`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
}

/** Opens Billing, which reads little, and waits until the page has read everything. */
async function open(page: Page): Promise<void> {
  const quiet = page.waitForRequest(/\/leads\/events$/)
  await page.goto('/billing')
  await expect(page.getByText('Trial Period Active')).toBeVisible()
  await quiet
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('pointing to a menu item or focusing it fetches its page', async ({ page }) => {
  await open(page)
  const seen = watch(page)
  const style = page.waitForResponse(/\/settings\.[^/]+\.css$/)
  await item(page, 'Agent').hover()
  await expect.poll(() => seen.pages).toEqual(['/agent'])
  await item(page, 'Integrations').focus()
  await expect.poll(() => seen.pages).toEqual(['/agent', '/integrations'])
  await expect.poll(() => seen.modules).toBeGreaterThan(0)
  await (await style).finished()
  await item(page, 'Agent').hover()
  await item(page, 'Integrations').hover()
  await item(page, 'Agent').hover()
  await expect(page.locator('link[rel="preload"][as="style"]')).toHaveCount(1)
  expect(seen.data).toEqual([])
  await expect(page).toHaveURL('/billing')
})

test('the press asks for the files that are missing before the page arrives', async ({ page }) => {
  await open(page)
  // The page comes only after the files have been asked for.
  const release = Promise.withResolvers<void>()
  await page.route('**/agent', async (route) => {
    await release.promise
    await route.continue()
  })
  const files = [/\/settings-screen\.[^/]+\.js$/, /\/settings\.[^/]+\.css$/].map((file) =>
    page.waitForRequest(file),
  )
  await press(page, 'Agent')
  await Promise.all(files)
  await expect(page).toHaveURL('/billing')
  await page.mouse.up()
  release.resolve()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await expect(page.getByText('What your agent tells visitors')).toBeAttached()
})

test('a press that opens another tab, or leads to a lead, asks for nothing', async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const seen = watch(page)
  await page.keyboard.down('Control')
  await press(page, 'Agent')
  await page.keyboard.up('Control')
  await page.mouse.move(0, 0)
  await page.mouse.up()
  const box = await page
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .first()
    .boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
  await page.mouse.down()
  await page.mouse.move(0, 0)
  await page.mouse.up()
  expect(seen.data.filter((path) => !AT_ANY_TIME.test(path))).toEqual([])
  expect(seen.pages).toEqual(['/agent'])
})

test('a page that was shown is shown again without fetching it', async ({ page }) => {
  await open(page)
  await item(page, 'Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await item(page, 'Billing').click()
  await expect(page.getByText('Trial Period Active')).toBeVisible()
  const seen = watch(page)
  await item(page, 'Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await item(page, 'Billing').click()
  await expect(page.getByText('Trial Period Active')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(seen.pages).toEqual([])
  expect(seen.data).toEqual([])
})

/** Responds to the console's own requests with the page of a newer version. */
async function newer(route: Route): Promise<void> {
  if (route.request().isNavigationRequest()) return route.continue()
  const response = await route.fetch()
  const body = (await response.text()).replace(/data-build="[^"]+"/, 'data-build="newer"')
  await route.fulfill({ response, body })
}

test('a page of a newer version is loaded with a new document', async ({ page }) => {
  await open(page)
  await page.evaluate(() => Object.assign(window, { isOld: true }))
  await page.route('/leads', newer)
  await item(page, 'Leads').click()
  await page.waitForFunction(() => !('isOld' in window))
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test.describe('a part that a newer version has replaced', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('offers that version', async ({ page }) => {
    await open(page)
    await page.route('/billing', newer)
    await page.route('/_astro/sign-out.*', (route) => route.fulfill({ status: 404 }))
    page.on('dialog', (dialog) => dialog.accept())
    const update = page.getByRole('button', { name: 'Update now' })
    await expect(async () => {
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(update).toBeVisible({ timeout: 1_000 })
    }).toPass()
    const reloaded = page.waitForEvent('load')
    await update.click()
    await reloaded
  })
})

test('a page whose styles were loading when another page was opened can be opened', async ({ page }) => {
  await open(page)
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const hold = async (route: Route) => {
    asked.resolve()
    await release.promise
    // The transition has canceled it.
    await route.continue().catch(() => undefined)
  }
  await page.route('**/_astro/*.css', hold, { times: 1 })
  await item(page, 'Agent').hover()
  await asked.promise
  await item(page, 'Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await item(page, 'Agent').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  release.resolve()
})

test('two steps back across a fragment while a page is swapped in end at the page of the URL', async ({
  page,
  expectedErrors,
}) => {
  // The browser reports a transition that another one replaces.
  expectedErrors.push(/Transition was skipped/)
  await page.goto('/agent')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/agent#main')
  await item(page, 'Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  // Settings is still loading when the second step comes.
  const release = Promise.withResolvers<void>()
  await page.route('**/agent', async (route) => {
    await release.promise
    // The step from the fragment may have canceled it.
    await route.continue().catch(() => undefined)
  })
  const steps = page.evaluate(async () => {
    const back = () =>
      new Promise((resolve) => {
        addEventListener('popstate', resolve, { once: true })
        history.back()
      })
    const swapped = Promise.withResolvers<void>()
    const start = document.startViewTransition.bind(document)
    // The first step comes between the preparation and the swap.
    document.startViewTransition = (update) => {
      document.startViewTransition = start
      return start(async () => {
        await back()
        if (typeof update === 'function') await update()
        swapped.resolve()
      })
    }
    document.querySelector<HTMLElement>('a[data-item="/billing"]')?.click()
    await swapped.promise
    await back()
  })
  // The document may be gone by then.
  await steps.catch(() => undefined)
  release.resolve()
  await expect(page).toHaveURL('/agent')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await item(page, 'Integrations').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('a step back to a fragment of a page that cannot be fetched loads the page of the URL', async ({
    page,
  }) => {
    await page.goto('/agent')
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
    await item(page, 'Leads').click()
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
    await page.route('**/agent', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    )
    await page.evaluate(() => history.back())
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page).toHaveURL('/agent#main')
  })
})

test('with Save-Data or on a slow connection, nothing is fetched before the press', async ({ page }) => {
  const connect = (value: object) => {
    Object.defineProperty(navigator, 'connection', { value, configurable: true })
  }
  await page.addInitScript(connect, { saveData: true, effectiveType: '4g' })
  await open(page)
  const seen = watch(page)
  await item(page, 'Agent').hover()
  await item(page, 'Integrations').focus()
  await press(page, 'Leads')
  await expect.poll(() => seen.pages).toEqual(['/leads'])
  await page.mouse.up()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(seen.pages).toEqual(['/leads'])

  await page.evaluate(connect, { saveData: false, effectiveType: '2g' })
  await item(page, 'Agent').hover()
  await item(page, 'Integrations').focus()
  await press(page, 'Dashboard')
  await expect.poll(() => seen.pages).toEqual(['/leads', '/'])
  await page.mouse.up()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  expect(seen.pages).toEqual(['/leads', '/'])
})

test('a page that is left before it is hydrated reports no error', async ({ page }) => {
  await page.addInitScript(() => {
    // The island has called React, which renders it in a later task.
    const called = new MutationObserver(([change]) => {
      called.disconnect()
      change?.target.dispatchEvent(new CustomEvent('astro:unmount'))
      document.documentElement.dataset.isLeft = ''
    })
    called.observe(document, { subtree: true, attributeFilter: ['ssr'] })
  })
  await page.goto('/agent')
  await page.waitForSelector('[data-is-left]')
  await item(page, 'Leads').click()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})
