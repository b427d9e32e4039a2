import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { message, say, snippetOf } from '../support/chat.ts'
import { expect, RIVAL, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openHostPage } from '../support/host-page.ts'
import { answerWith, GREEN, selectOrganization } from '../support/organizations.ts'
import { buyPlan, endPlan } from '../support/plans.ts'

test.use({ expectedErrors: [/status of 40[23]/] })

const banner = (page: Page) => page.getByRole('region', { name: 'Setup Billing To Go Live' })
const installation = (page: Page) => page.getByRole('region', { name: 'Installation' })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('without a plan, a website shows no widget and a reason, and the preview still works', async ({
  page,
  visitor,
}) => {
  await buyPlan(page.request)
  await endPlan(page.request)
  const reason = visitor.waitForEvent('console', (message) => message.type() === 'warning')
  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  expect((await reason).text()).toBe(
    'Fieldhand: This chat is not live: the business has no active trial or plan',
  )
  await expect(visitor.locator('fieldhand-widget')).toBeHidden()
  await visitor.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`)
  await expect(visitor.getByText('This chat is closed at the moment.')).toBeVisible()

  await page.goto('/playground')
  const chat = page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
  await expect(message(chat)).toBeEnabled()
  await say(chat, 'mowing', 'And your name?')
})

test('without a plan, Retry in the preview gets a pass again', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 503/)
  await buyPlan(page.request)
  await endPlan(page.request)
  await page.route('**/preview-passes', (route) =>
    route.request().method() === 'POST' ? answerWith(503, { message: 'Away' })(route) : route.fallback(),
  )
  await page.goto('/playground')
  const retry = page.getByRole('dialog', { name: 'Widget Preview' }).getByRole('button', { name: 'Retry' })
  await expect(retry).toBeVisible()
  await page.unroute('**/preview-passes')
  await retry.click()
  const chat = page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
  await expect(message(chat)).toBeEnabled()
})

test('billing, settings, and banner agree about a trial, a plan, and no plan', async ({ page }) => {
  const NO_PLAN = 'You have no paid plan: the widget is not live. The preview still works.'
  const stories: [string, (request: APIRequestContext) => Promise<void>, string | null][] = [
    [
      'Your trial keeps the widget live for 9 more days.',
      async () => {},
      'Your trial counts as a plan for 9 more days.',
    ],
    ['Your plan is active: the widget is live.', buyPlan, null],
    [NO_PLAN, endPlan, NO_PLAN],
  ]
  for (const [story, begin, note] of stories) {
    await begin(page.request)
    await page.goto('/billing')
    await expect(page.getByRole('main').getByText(story)).toBeVisible()
    await page.goto('/agent#section-installation')
    await expect(installation(page)).toContainText(story)
    await expect(installation(page).getByText('Your widget is not live')).toHaveCount(
      story.includes('not live') ? 1 : 0,
    )
    if (note) {
      await expect(banner(page)).toContainText(
        `A billing plan is needed to embed the widget or capture leads to go live. ${note}`,
      )
      if (story.includes('not live')) {
        await page.evaluate(() => scrollTo(0, 0))
        await expect(banner(page).getByText(note)).toBeInViewport()
      }
    } else {
      await expect(banner(page)).toBeHidden()
    }
  }
})

test('a member sees what requires an admin, and why', async ({ page, signIn }) => {
  const invited = await page.request.post(`/__clerk/v1/organizations/${GREEN}/invitations`, {
    form: { email_address: RIVAL, role: 'org:member' },
  })
  const { response } = await invited.json()
  await page.context().clearCookies()
  await signIn(RIVAL)
  await page.request.post(`/__clerk/v1/me/organization_invitations/${response.id}/accept`)
  await page.goto('/integrations')
  await selectOrganization(page, GREEN)
  const card = page.getByRole('listitem').filter({ hasText: 'HubSpot' })
  await expect(card).toContainText('Only admins can connect integrations.')
  await expect(card.getByRole('button', { name: 'Connect' })).toBeDisabled()
  await page.goto('/billing')
  await expect(page.getByText('Only admins of this organization can change its plan.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Statements' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upgrade Now' })).toBeHidden()

  await page.goto('about:blank')
  await page.request.delete(`/__clerk/v1/me/organization_memberships/${GREEN}`)
  await page.goto('/leads')
  await expect(page.getByText(/^You are no longer a member of Green Acres/)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
})
