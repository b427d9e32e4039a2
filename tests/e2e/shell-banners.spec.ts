import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { changeAnswer, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'

const AMBER = 'rgb(251, 192, 45)'
const RED = 'rgb(211, 47, 47)'
const ROUTES = ['/', '/leads', '/agent', '/playground', '/integrations', '/organization', '/billing']
const organizationCall = new RegExp(`/api/v1/organizations/${GREEN}$`)
const profileCall = new RegExp(`/api/v1/organizations/${GREEN}/profile$`)

/** Returns the end of a trial, a minute before so many days have passed. */
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000 - 60_000).toISOString()

const billing = (page: Page) => page.getByRole('region', { name: 'Setup Billing To Go Live' })
const setup = (page: Page) => page.getByRole('region', { name: /^Complete Agent Setup/ })
const billingItem = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Billing/ })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the banners lead to billing and to the first missing field, with details only where they are cut off', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/leads')
  await expect(billing(page)).toContainText(
    'A billing plan is needed to embed the widget or capture leads to go live.',
  )
  const details = billing(page).getByRole('button', { name: 'Details' })
  await expect(billing(page)).toContainText('Your trial counts as a plan for 9 more days.')
  await expect(details).toBeHidden()
  await page.setViewportSize({ width: 960, height: 900 })
  await details.click()
  await expect(billing(page).getByText('Your trial counts as a plan for 9 more days.')).toBeInViewport()

  await page.setViewportSize({ width: 1440, height: 900 })
  await billing(page).getByRole('link', { name: 'Setup Billing' }).click()
  await expect(page).toHaveURL('/billing')
  await expect(setup(page)).toBeVisible()
  await expect(billing(page)).toBeHidden()
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click()
  await expect(billing(page)).toBeVisible()

  await setup(page).getByRole('link', { name: 'View Setup' }).click()
  await expect(page).toHaveURL('/agent#escalation_email')
  await expect(setup(page)).toContainText('Your agent is ready to help customers!')
  await expect(setup(page).getByRole('link')).toHaveCount(0)
})

test('a banner comes after the heading of its page, and is closed until what it is about changes', async ({
  page,
  signIn,
}) => {
  test.slow()
  let days = 9
  await page.route(
    organizationCall,
    changeAnswer((json) => ({ ...json, trial_ends_at: daysAhead(days) })),
  )
  await page.goto('/leads')
  const lead = await page.locator('.lead-title a').first().getAttribute('href')
  for (const route of [...ROUTES, lead ?? '']) {
    await page.goto(route)
    await expect(setup(page)).toBeVisible()
    const headings = page.getByRole('main').getByRole('heading')
    await expect(headings.first(), route).toHaveJSProperty('tagName', 'H1')
    const [above, below] = await Promise.all([headings.first().boundingBox(), setup(page).boundingBox()])
    expect((above?.y ?? 0) + (above?.height ?? 0), route).toBeLessThanOrEqual(below?.y ?? 0)
  }

  await page.goto('/leads')
  const table = page.getByRole('table', { name: 'Leads' })
  await expect(table.getByRole('row')).toHaveCount(21)
  const top = async () => (await table.boundingBox())?.y ?? 0
  const before = await top()
  const close = billing(page).getByRole('button', { name: 'Close: Setup Billing To Go Live' })
  await billing(page).getByRole('link').focus()
  await page.keyboard.press('Tab')
  await expect(close).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(billing(page)).toBeHidden()
  const closeSetup = setup(page).getByRole('button', { name: 'Close: Complete Agent Setup' })
  await expect(closeSetup).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect.poll(top).toBeLessThan(before - 80)

  const answered = page.waitForResponse(organizationCall)
  await page.reload()
  await answered
  await expect(billingItem(page)).toHaveAccessibleName(/9 days left/)
  await expect(setup(page)).toBeHidden()
  await expect(billing(page)).toBeHidden()

  days = 3
  await page.reload()
  await expect(billing(page)).toContainText('Your trial counts as a plan for 3 more days')
  await expect(setup(page)).toBeHidden()

  await page.evaluate(() => localStorage.setItem('fieldhand.sidebar', 'expanded'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/sign-up/)
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('banners'))),
  ).toEqual([])
  await signIn()
  await page.goto('/leads')
  await expect(setup(page)).toContainText('85%')
})

const FULL = {
  business_name: 'Green Acres',
  agent_name: 'Fern',
  services_description: 'Lawns',
  phone: '614-555-0100',
  email: 'a@example.com',
  escalation_email: 'b@example.com',
  service_area_type: 'radius',
  pricing_notes: 'Fair',
}

test("the banner of the agent's setup depends on its share, and a complete one has none", async ({
  page,
}) => {
  let shown: Record<string, unknown> = { ...FULL, agent_name: null, phone: null, email: null }
  await page.route(
    profileCall,
    changeAnswer((json) => ({ ...json, ...shown })),
  )
  await page.goto('/billing')
  await expect(setup(page)).toContainText('Complete Agent Setup 65%')
  await expect(setup(page)).toContainText('Almost ready! Complete the remaining fields to go live.')
  await expect(setup(page)).toHaveAttribute('data-tone', 'warning')
  await expect(setup(page).getByRole('link', { name: 'Finish Setup' })).toHaveAttribute(
    'href',
    '/agent#agent_name',
  )

  shown = { ...FULL, pricing_notes: null }
  await page.goto('/billing')
  await expect(setup(page)).toContainText('Complete Agent Setup 95%')
  await expect(setup(page).getByRole('link', { name: 'View Setup' })).toHaveAttribute('href', '/agent')

  shown = FULL
  const answered = page.waitForResponse(profileCall)
  await page.goto('/billing')
  await answered
  await expect(billingItem(page)).toHaveAccessibleName(/days left/)
  await expect(setup(page)).toBeHidden()
})

test('the banners follow the selected organization, and billing that is set up has none', async ({
  page,
}) => {
  let isSetUp = true
  await page.route(
    '**/setup-status',
    changeAnswer((json) => (isSetUp ? { ...json, billing: true } : json)),
  )
  const answered = page.waitForResponse('**/setup-status')
  await page.goto('/leads')
  await answered
  await expect(setup(page)).toContainText('85%')
  await expect(billing(page)).toBeHidden()

  isSetUp = false
  await selectOrganization(page, FRESH)
  await expect(setup(page)).toContainText('5%')
  await expect(setup(page)).toHaveAttribute('data-tone', 'red')
  await expect(billing(page)).toBeVisible()
  await selectOrganization(page, null)
  await expect(setup(page)).toBeHidden()
  await expect(billing(page)).toBeHidden()
})

test('banners shift no page, on a new device or a known one', async ({ page }) => {
  test.slow()
  await page.addInitScript(() => {
    const places = new Set<number>()
    Object.assign(window, { bannerEdges: places })
    const look = () => {
      const banners = document.querySelector('main .banners')
      // While the banners are being parsed, nothing follows them that could shift.
      const isParsed = document.readyState !== 'loading'
      if (banners && isParsed) places.add(banners.getBoundingClientRect().bottom)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/icons/favicon.svg')
  for (const route of ROUTES) {
    await page.evaluate(() => localStorage.clear())
    for (const device of ['new', 'known']) {
      await page.goto(route)
      await expect(setup(page)).toBeVisible()
      await expect(billingItem(page)).toHaveAccessibleName(/days left/)
      const places = await page.evaluate(() =>
        Array.from((window as unknown as { bannerEdges: Set<number> }).bannerEdges),
      )
      expect(places, `${route} on a ${device} device`).toHaveLength(1)
    }
  }
})

/** Trials, and their badges. */
const TRIALS = [
  [{ trial_ends_at: daysAhead(1) }, '1 day left in trial', RED],
  [{ trial_ends_at: daysAhead(-1) }, '', null],
] as const

test('the remaining days of a trial are shown on Billing, amber or red, with a tooltip for pointer and keyboard', async ({
  page,
}) => {
  await page.goto('/integrations')
  const item = billingItem(page)
  await expect(item).toHaveAccessibleName('Billing 9 days left in trial')
  const badge = item.locator('[data-trial]')
  await expect(badge).toContainText('9')
  await expect(badge).toHaveCSS('background-color', AMBER)
  const tip = page.locator('[data-tip]')
  await expect(tip).toBeHidden()
  await item.hover()
  await expect(tip).toHaveText('9 days left in trial')
  await expect(tip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await page.mouse.move(700, 500)
  await expect(tip).toBeHidden()
  await page.getByRole('link', { name: /^Integrations/ }).focus()
  await page.keyboard.press('Tab')
  await expect(item).toBeFocused()
  await expect(tip).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tip).toBeHidden()

  let change: Record<string, unknown> = {}
  await page.route(
    organizationCall,
    changeAnswer((json) => ({ ...json, ...change })),
  )
  for (const [trial, text, color] of TRIALS) {
    change = trial
    const answered = page.waitForResponse(organizationCall)
    await page.reload()
    await answered
    await expect(setup(page)).toContainText('85%')
    await expect(item).toHaveAccessibleName(`Billing ${text}`.trim())
    if (color) await expect(badge).toHaveCSS('background-color', color)
  }
})
