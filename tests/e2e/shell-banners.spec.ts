import type { Page } from '@playwright/test'
import { expect, RIVAL, test } from '../support/e2e.ts'
import { answerWith, changeAnswer, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'

const DAY_MS = 86_400_000
const ROUTES = ['/', '/leads', '/agent', '/playground', '/integrations', '/organization', '/billing']
const organizationCall = new RegExp(`/api/v1/organizations/${GREEN}$`)
const profileCall = new RegExp(`/api/v1/organizations/${GREEN}/profile$`)

const billing = (page: Page) => page.getByRole('region', { name: 'Setup Billing To Go Live' })
const setup = (page: Page) => page.getByRole('region', { name: /^Complete Agent Setup/ })
const billingItem = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Billing/ })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('asks for billing on every page except billing, and links there', async ({ page }) => {
  await page.goto('/leads')
  await expect(billing(page)).toContainText(
    'A billing plan is needed to embed the widget or capture leads to go live.',
  )
  await billing(page).getByRole('link', { name: 'Setup Billing' }).click()
  await expect(page).toHaveURL('/billing')
  await expect(setup(page)).toBeVisible()
  await expect(billing(page)).toBeHidden()
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click()
  await expect(billing(page)).toBeVisible()
})

test('does not ask for billing that is set up', async ({ page }) => {
  await page.route(
    '**/setup-status',
    changeAnswer((json) => ({ ...json, billing: true })),
  )
  await page.goto('/leads')
  await expect(setup(page)).toBeVisible()
  await expect(billing(page)).toBeHidden()
})

const EMPTY = {
  business_name: null,
  agent_name: null,
  services_description: null,
  phone: null,
  email: null,
  escalation_email: null,
  service_area_type: null,
  business_hours: [],
  pricing_notes: null,
}
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
const ESSENTIALS =
  'Complete the essential fields to make sure your agent mirrors your brand and your business.'

for (const [percent, profile, tone, message, button, href] of [
  [0, EMPTY, 'red', ESSENTIALS, 'Complete Setup', '/agent#business_name'],
  [
    45,
    {
      ...FULL,
      phone: null,
      services_description: ' ',
      email: null,
      escalation_email: null,
      pricing_notes: '',
    },
    'orange',
    ESSENTIALS,
    'Complete Setup',
    '/agent#services_description',
  ],
  [
    65,
    { ...FULL, agent_name: null, phone: null, email: null },
    'warning',
    'Almost ready! Complete the remaining fields to go live.',
    'Finish Setup',
    '/agent#agent_name',
  ],
  [
    90,
    { ...FULL, email: null },
    'success',
    'Your agent is ready to help customers!',
    'View Setup',
    '/agent#email',
  ],
  [
    95,
    { ...FULL, pricing_notes: null },
    'success',
    'Your agent is ready to help customers!',
    'View Setup',
    '/agent',
  ],
] as const) {
  test(`at ${percent}% the agent's setup is ${tone}, its button ${button}`, async ({ page }) => {
    await page.route(
      profileCall,
      changeAnswer((json) => ({ ...json, ...profile })),
    )
    await page.goto('/billing')
    await expect(setup(page)).toContainText(`Complete Agent Setup ${percent}%`)
    await expect(setup(page)).toContainText(message)
    await expect(setup(page)).toHaveAttribute('data-tone', tone)
    await expect(setup(page).getByRole('link', { name: button })).toHaveAttribute('href', href)
  })
}

test('a banner offers its details only where they are cut off', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 900 })
  await page.goto('/leads')
  const details = billing(page).getByRole('button', { name: 'Details' })
  await expect(billing(page)).toContainText('Your trial keeps the widget live')
  await expect(details).toBeHidden()
  await page.setViewportSize({ width: 960, height: 900 })
  await details.click()
  await expect(billing(page).getByText('Your trial keeps the widget live')).toBeInViewport()
})

test('a complete profile has no banner, and the settings page no button', async ({ page }) => {
  await page.goto('/agent')
  await expect(setup(page)).toContainText(/Complete Agent Setup \d+%/)
  await expect(setup(page).getByRole('link')).toHaveCount(0)
  await page.route(
    profileCall,
    changeAnswer((json) => ({ ...json, ...FULL })),
  )
  await page.goto('/billing')
  await expect(billingItem(page)).toHaveAccessibleName(/days left/)
  await expect(setup(page)).toBeHidden()
})

test('the button scrolls to the first missing field', async ({ page }) => {
  await page.goto('/leads')
  await setup(page).getByRole('link', { name: 'View Setup' }).click()
  await expect(page).toHaveURL('/agent#escalation_email')
})

test('shows nothing unknown', async ({ page, expectedErrors }) => {
  expectedErrors.push(/403/)
  await page.route('**/setup-status', answerWith(403, { message: 'no' }))
  await page.route(profileCall, answerWith(403, { message: 'no' }))
  await page.goto('/billing')
  await expect(billingItem(page)).toHaveAccessibleName(/days left/)
  await page.goto('/leads')
  await expect(page.getByText(/of 60 leads/)).toBeVisible()
  await expect(billing(page)).toBeHidden()
  await expect(setup(page)).toBeHidden()
})

test('follows the selected organization', async ({ page }) => {
  await page.goto('/leads')
  await expect(setup(page)).toContainText('85%')
  await selectOrganization(page, FRESH)
  await expect(setup(page)).toContainText('5%')
  await expect(setup(page)).toHaveAttribute('data-tone', 'red')
  await selectOrganization(page, null)
  await expect(setup(page)).toBeHidden()
  await expect(billing(page)).toBeHidden()
})

test('banners shift no page, on a new device or a known one', async ({ page }) => {
  test.slow()
  await page.addInitScript(() => {
    const places = new Set<number>()
    Object.assign(window, { headingPlaces: places })
    const look = () => {
      const heading = document.querySelector('main h1')
      if (heading) places.add(heading.getBoundingClientRect().top)
      requestAnimationFrame(look)
    }
    look()
  })
  for (const route of ROUTES) {
    await page.goto(route)
    for (const device of ['new', 'known']) {
      if (device === 'new') await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect(setup(page)).toContainText(/Complete Agent Setup \d+%/)
      await expect(billingItem(page)).toHaveAccessibleName(/days left/)
      const places = await page.evaluate(() =>
        Array.from((window as unknown as { headingPlaces: Set<number> }).headingPlaces),
      )
      expect(places, `${route} on a ${device} device`).toHaveLength(1)
    }
  }
})

test('the remaining days of a trial are shown on Billing, amber, with a tooltip for pointer and keyboard', async ({
  page,
}) => {
  await page.goto('/integrations')
  const item = billingItem(page)
  await expect(item).toHaveAccessibleName('Billing 9 days left in trial')
  const badge = item.locator('[data-trial]')
  await expect(badge).toContainText('9')
  await expect(badge).toHaveCSS('background-color', 'rgb(251, 192, 45)')
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
})

for (const [days, text, color] of [
  [4, '4 days left in trial', 'rgb(251, 192, 45)'],
  [3, '3 days left in trial', 'rgb(211, 47, 47)'],
  [1, '1 day left in trial', 'rgb(211, 47, 47)'],
] as const) {
  test(`with ${days} left the badge is ${color === 'rgb(211, 47, 47)' ? 'red' : 'amber'}`, async ({
    page,
  }) => {
    const trial_ends_at = new Date(Date.now() + days * DAY_MS - 60_000).toISOString()
    await page.route(
      organizationCall,
      changeAnswer((json) => ({ ...json, trial_ends_at })),
    )
    await page.goto('/integrations')
    await expect(billingItem(page)).toHaveAccessibleName(`Billing ${text}`)
    await expect(billingItem(page).locator('[data-trial]')).toHaveCSS('background-color', color)
  })
}

for (const [what, change] of [
  ['that is over', { trial_ends_at: new Date(Date.now() - DAY_MS).toISOString() }],
  ['of another plan', { plan: 'pro' }],
  ['that was paid', { subscription_status: 'active' }],
] as const) {
  test(`a trial ${what} has no badge`, async ({ page }) => {
    await page.route(
      organizationCall,
      changeAnswer((json) => ({ ...json, ...change })),
    )
    await page.goto('/integrations')
    await expect(setup(page)).toContainText('85%')
    await expect(billingItem(page)).toHaveAccessibleName('Billing')
  })
}

test("the rival's trial ends in three days", async ({ page, context, signIn }) => {
  await context.clearCookies()
  await signIn(RIVAL)
  await page.goto('/integrations')
  await expect(billingItem(page)).toHaveAccessibleName('Billing 3 days left in trial')
})
