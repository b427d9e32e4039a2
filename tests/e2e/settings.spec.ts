import type { Faq } from '../../src/contract/knowledge.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openSettings, readStored, saveAndReload } from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a draft survives the end of its page, is offered, and can be discarded and taken back', async ({
  page,
  context,
}) => {
  await openSettings(page)
  await page.getByLabel('Phone Number').fill('(614) 555-0123')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  const crashed = page.waitForEvent('crash')
  const devtools = await context.newCDPSession(page)
  devtools.send('Page.crash').catch(() => {})
  await crashed

  const next = await context.newPage()
  await openSettings(next)
  await expect(next.getByText('Your unsaved changes are back.')).toBeVisible()
  await expect(next.getByLabel('Phone Number')).toHaveValue('(614) 555-0123')
  await next.getByRole('button', { name: 'Discard draft' }).click()
  await expect(next.getByLabel('Phone Number')).not.toHaveValue('(614) 555-0123')
  await next.getByRole('button', { name: 'Undo' }).click()
  await expect(next.getByLabel('Phone Number')).toHaveValue('(614) 555-0123')
})

test.describe('when a part cannot be saved', () => {
  test.use({ expectedErrors: [/status of (400|500)/] })

  test('the rest is, what failed is named and kept, and the next save sends just that', async ({ page }) => {
    await openSettings(page)
    const answer = page.getByLabel('Answer 1', { exact: true })
    await page.getByLabel('Agent Name').fill('Olive')
    await answer.fill('Changed in the test')
    await page.route('**/faqs', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 500,
            json: { message: 'Out of order' },
            headers: { 'access-control-allow-origin': '*' },
          })
        : route.fallback(),
    )
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to save settings. Please try again.')).toBeVisible()
    await expect(page.getByText(/^Frequently Asked Questions not saved\./)).toBeVisible()
    await expect(answer).toHaveValue('Changed in the test')
    expect((await readStored<Profile>(page, 'org_greenacres', 'profile')).agent_name).toBe('Olive')

    await page.unroute('**/faqs')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
    })
    await saveAndReload(page)
    expect(sent).toEqual(['faqs'])
    const [first] = await readStored<Faq[]>(page, 'org_greenacres', 'faqs')
    expect(first?.answer).toBe('Changed in the test')
  })

  test('a refusal lands on its field, which gets the focus', async ({ page }) => {
    await openSettings(page)
    await page.getByLabel('Email Address').fill(`${'x'.repeat(260)}@example.com`)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByLabel('Email Address')).toBeFocused()
    await expect(page.locator('#email-said')).toContainText('Must be at most 254 characters')
  })
})

test.describe('while the profile cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('the screen says so, and Retry brings it', async ({ page }) => {
    const isProfile = /\/api\/v1\/organizations\/[^/]+\/profile$/
    await page.route(isProfile, (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'Away' },
        headers: { 'access-control-allow-origin': '*' },
      }),
    )
    await page.goto('/agent')
    await expect(page.getByRole('heading', { name: 'Error Loading Configuration' })).toBeVisible()
    await expect(
      page.getByText('Failed to load organization profile. Please try refreshing the page.'),
    ).toBeVisible()
    await page.unroute(isProfile)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByLabel('Business Name')).toBeVisible()
  })
})

test('what someone else saved meanwhile is shown by field, and nothing is sent until chosen', async ({
  page,
}) => {
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Mine')
  await page.evaluate(async (api) => {
    const { Clerk } = window as unknown as { Clerk: { session: { getToken(): Promise<string> } } }
    await fetch(`${api}/api/v1/organizations/org_greenacres/profile`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${await Clerk.session.getToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ agent_name: 'Theirs' }),
    })
  }, TEST_ORIGINS.api)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page.locator('[data-conflict="agent_name"]')
  await expect(conflict).toContainText('Mine')
  await expect(conflict).toContainText('Theirs')
  expect((await readStored<Profile>(page, 'org_greenacres', 'profile')).agent_name).toBe('Theirs')
  await conflict.getByRole('button', { name: 'Keep mine: Agent Name' }).click()
  await saveAndReload(page)
  expect((await readStored<Profile>(page, 'org_greenacres', 'profile')).agent_name).toBe('Mine')
})

test('leaving with unsaved changes asks first, and staying keeps the page', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Olive')
  await page.getByRole('link', { name: 'Preview Widget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave with unsaved changes?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/agent$/)
  await page.getByRole('link', { name: 'Preview Widget' }).click()
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/\/playground$/)
})

test('two thousand ZIP codes are pasted at once, and typing stays fluid', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSettings(page)
  await page.locator('#service_area_type').selectOption('zipcodes')
  const codes = Array.from({ length: 2000 }, (_, index) => String(10_000 + index))
  await page.evaluate((text) => navigator.clipboard.writeText(text), codes.join('\n'))
  const input = page.locator('#service_area_zipcodes')
  await input.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(page.getByRole('button', { name: 'Remove 10000' })).toBeVisible()
  await page.getByRole('button', { name: /^Show all 2,0/ }).click()
  const slowest = await input.evaluate(async (element: HTMLInputElement) => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    let most = 0
    for (let index = 1; index <= 10; index++) {
      const start = performance.now()
      set?.call(element, '1'.repeat(index))
      element.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
      most = Math.max(most, performance.now() - start)
    }
    return most
  })
  expect(slowest).toBeLessThan(200)
})
