import type { Page } from '@playwright/test'
import type { Profile } from '../../src/contract/profile.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { answerWith, GREEN, selectOrganization } from '../support/organizations.ts'
import { readStored, SAVED, storeElsewhere, unfoldAll } from '../support/settings.ts'

const modal = (page: Page) => page.getByRole('dialog', { name: 'Widget Preview' })
const preview = (page: Page) => page.frameLocator('iframe[title="Widget preview"]')
const chat = (page: Page) => preview(page).frameLocator('fieldhand-widget iframe')
const bubbles = (page: Page) => chat(page).getByRole('listitem')

/** The messages to the preview, across all its loads. */
async function recordActions(page: Page): Promise<string[]> {
  const actions: string[] = []
  await page.exposeFunction('noteAction', (action: string) => actions.push(action))
  await page.addInitScript(() => {
    if (location.pathname !== '/preview.html') return
    const { noteAction } = window as unknown as { noteAction: (action: string) => void }
    addEventListener('message', ({ data }) => data?.action && noteAction(data.action))
  })
  return actions
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the preview opens over the settings with the chat, accepts suggested questions, and starts over', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const actions = await recordActions(page)
  await page.goto('/playground')
  await expect(modal(page)).toBeVisible()
  await expect(modal(page).locator('iframe')).toHaveAttribute(
    'src',
    new RegExp(`^${TEST_ORIGINS.widget}/preview\\.html\\?org_id=${GREEN}#pass=[\\w-]+$`),
  )
  expect((await modal(page).boundingBox())?.width).toBe(0.6 * 1440)
  await expect(bubbles(page)).toHaveCount(1)
  await expect.poll(() => actions).toContain('autoOpenWidget')
  await expect(modal(page).getByText('This preview shows your saved settings.')).toBeVisible()

  const suggestions = modal(page).getByRole('region', { name: 'Try questions that visitors ask' })
  const first = 'How much would lawn care & maintenance cost?'
  await suggestions.getByRole('button', { name: first, exact: true }).click()
  await expect(bubbles(page).nth(1)).toContainText(first)
  await expect(bubbles(page).nth(2)).toBeVisible()
  await suggestions.getByRole('button', { name: `Copy: ${first}` }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)

  // Neither another window nor the console itself can send messages as the preview.
  for (const type of ['error', 'escaped']) {
    await page.evaluate((type) => postMessage({ source: 'fieldhand-preview', type }, '*'), type)
  }
  await modal(page).getByRole('button', { name: 'Refresh' }).click()
  await expect.poll(() => actions.join()).toMatch(/clearUserData,.*autoOpenWidget/)
  await expect(bubbles(page)).toHaveCount(1)
  await expect(page.getByText('Widget Preview Error')).toBeHidden()

  await modal(page).getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/agent$/)
  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Business Information' })).toBeVisible()
})

test('Escape closes first the chat and then the preview, which shows settings once they are saved', async ({
  page,
}) => {
  const actions = await recordActions(page)
  await page.goto('/playground')
  const log = chat(page).getByRole('log')
  // At the start and after the load: once both have passed, nothing opens the chat again.
  await expect.poll(() => actions).toEqual(['autoOpenWidget', 'autoOpenWidget'])
  await chat(page).getByLabel('Your message').click()
  await page.keyboard.press('Escape')
  await expect(log).toBeHidden()
  await expect(preview(page).getByRole('button', { name: /^Chat with us: / })).toBeFocused()
  await expect(modal(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/agent$/)
  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Business Information' })).toBeVisible()

  // Also from the end of a page with folded sections.
  await page.getByRole('heading', { name: 'Installation' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Playground' }).click()
  await expect(modal(page)).toBeVisible()
  await modal(page).getByRole('button', { name: 'Close' }).first().click()
  await expect(page).toHaveURL(/\/agent$/)

  // Unsaved settings are reported as missing, and a save shows them without reloading the page.
  await unfoldAll(page)
  await storeElsewhere(page, GREEN, 'profile', { bubble_type: 'expanded' })
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByLabel('Welcome Heading').fill('Howdy')
  await page.getByRole('link', { name: 'Preview Widget' }).click()
  await expect(page).toHaveURL(/\/playground$/)
  await expect(modal(page).getByText('You have unsaved changes.')).toBeVisible()
  await expect(chat(page).getByRole('heading', { level: 1 })).toHaveText('Welcome to Green Acres')
  await modal(page).getByRole('button', { name: 'Save and show' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await expect(chat(page).getByRole('heading', { level: 1 })).toHaveText('Howdy')
  await expect(modal(page).getByText('This preview shows your saved settings.')).toBeVisible()
  expect((await readStored<Profile>(page, GREEN, 'profile')).welcome_heading).toBe('Howdy')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/agent$/)
  await expect(page.getByLabel('Welcome Heading')).toHaveValue('Howdy')
  expect(await page.evaluate(() => (window as unknown as { same?: boolean }).same)).toBe(true)
})

test.describe('without a preview', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the reason is shown, with Retry or an organization switcher', async ({ page }) => {
    const isConfig = /\/api\/v1\/widget\/[^/]+\/config(\?|$)/
    await page.route(isConfig, answerWith(500, { message: 'Away' }))
    await page.goto('/playground')
    await expect(modal(page).getByRole('heading', { name: 'Widget Preview Error' })).toBeVisible()
    await expect(modal(page).getByText('Failed to load widget preview.', { exact: true })).toBeVisible()
    await page.unroute(isConfig)
    await modal(page).getByRole('button', { name: 'Retry' }).click()
    await expect(bubbles(page)).toHaveCount(1)

    await selectOrganization(page, null)
    await expect(modal(page).getByRole('heading', { name: 'Organization Required' })).toBeVisible()
    await expect(
      modal(page).getByText('Please select an organization to preview the chat widget.'),
    ).toBeVisible()
    await selectOrganization(page, GREEN)
    await expect(bubbles(page)).toHaveCount(1)
  })
})
