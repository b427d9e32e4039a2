import { expect, test } from '../support/e2e.ts'
import { GREEN, selectOrganization } from '../support/organizations.ts'

const MENU = ['Dashboard', 'Agent', 'Playground', 'Leads', 'Integrations', 'Billing']
const PATHS = ['/', '/agent', '/playground', '/leads', '/integrations', '/billing']

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('every route has its shell, menu item, and title', async ({ page }) => {
  await page.goto('/')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await expect(menu.getByRole('link')).toHaveText(MENU.map((name) => new RegExp(`^\\s*${name}`)))
  for (const [index, name] of MENU.entries()) {
    const item = menu.getByRole('link', { name: new RegExp(`^${name}`) })
    await item.click()
    await expect(page).toHaveURL(PATHS[index] ?? '')
    await expect(page).toHaveTitle(/ · Fieldhand$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(item).toHaveAttribute('aria-current', 'page')
    if (name !== 'Playground') continue
    // It covers the menu. Once the chat inside it has the focus, Escape closes only the chat.
    await page
      .getByRole('dialog', { name: 'Widget Preview' })
      .getByRole('button', { name: 'Close', exact: true })
      .click()
  }
  await page.goto('/organization')
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' }).first()).toBeVisible()
})

test('the inbox is one click away with its count; leads and conversations lead to each other', async ({
  page,
}) => {
  await page.goto('/billing')
  const inbox = page.getByRole('complementary').getByRole('link', { name: 'Inbox 5 need a person' })
  await inbox.click()
  await expect(page).toHaveURL(/\/conversations$/)
  await expect(inbox).toHaveAttribute('aria-current', 'page')
  await page.goto('/leads')
  const item = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Leads/ })
  await expect(item).toHaveAttribute('aria-current', 'page')
  const screens = page.getByRole('navigation', { name: 'Leads and conversations' })
  await screens.getByRole('link', { name: 'Conversations 5 need a person' }).click()
  await expect(page).toHaveURL(/\/conversations$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Conversations' })).toBeVisible()
  await expect(item).not.toHaveAttribute('aria-current')
  await expect(page).toHaveTitle('(6) Conversations · Fieldhand')
  await screens.getByRole('link', { name: 'Leads' }).click()
  await expect(page).toHaveURL(/\/leads$/)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

  await page.getByRole('button', { name: /Green Acres/ }).click()
  await page
    .getByRole('menuitem', { name: /Fresh Cut Co/ })
    .or(page.getByRole('button', { name: /Fresh Cut Co/ }))
    .click()
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect(page.getByText('Marcus Okafor')).toBeHidden()
})

test('a screen of leads opened without an organization leads to a switcher', async ({ page }) => {
  for (const route of ['/leads', '/leads/lead_1']) {
    await page.goto(route)
    await selectOrganization(page, null)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Select an Organization' })).toBeVisible()
    await expect(main.getByText('Leads belong to an organization. Select or create one')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Retry' })).toBeHidden()
    await expect(main.getByRole('button', { name: 'Add lead' })).toBeHidden()
    await expect(main.getByRole('link', { name: 'Conversations' })).toBeHidden()
    // The item of the current screen is as legible as the others.
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.getByRole('link', { name: 'Leads' })).toBeDisabled()
    await expect(menu.getByRole('link', { name: 'Leads' })).toHaveCSS('color', 'rgb(255, 255, 255)')
    await main.getByRole('button', { name: /organization switcher/i }).click()
    await page
      .getByRole('menuitem', { name: /Green Acres/ })
      .or(page.getByRole('button', { name: /Green Acres/ }))
      .first()
      .click()
    await expect(main.getByRole('heading', { name: 'Select an Organization' })).toBeHidden()
  }
  await page.goto('/leads')
  await selectOrganization(page, GREEN)
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
})

test('logging out ends the session everywhere', async ({ page, context }) => {
  await page.goto('/leads')
  await expect(page.getByText(/of 60 leads/)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/sign-up/)
  const again = await context.newPage()
  await again.goto('/leads')
  await expect(again).toHaveURL(/\/sign-up/)
})

test("the theme is the system's until the user chooses one, which persists, as does the sidebar's width", async ({
  page,
}) => {
  const root = page.locator('html')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/integrations')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  expect(await background()).toBe('rgb(20, 21, 23)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')

  await page.getByRole('button', { name: 'System theme' }).click()
  await page.getByRole('button', { name: 'Light theme' }).click()
  await expect(page.getByRole('button', { name: 'Dark theme' })).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'dark')

  const sidebar = page.getByRole('complementary', { name: 'Fieldhand' })
  const width = async () => (await sidebar.boundingBox())?.width
  await expect.poll(width).toBe(220)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(width).toBe(80)
  await page.reload()
  await expect.poll(width).toBe(80)
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(width).toBe(220)

  await page.getByRole('link', { name: /^Billing/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Billing/ })).toBeVisible()
  await expect(root).toHaveAttribute('data-theme', 'dark')
})
