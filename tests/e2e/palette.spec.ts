import { FIELD_ORDER, SETTINGS_SECTIONS } from '../../src/domain/settings/fields.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { LEAD_LIST } from '../support/listed-leads.ts'
import { selectOrganization } from '../support/organizations.ts'
import {
  choose,
  chosenOption,
  openPalette,
  palette,
  paletteField,
  paletteOptions,
} from '../support/palette.ts'
import { openSettings } from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the first Ctrl K opens it, what is typed before it has loaded counts, and its code loads only then', async ({
  page,
}) => {
  const code: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && code.push(request.url()))
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_astro\/mount\.[^/]+\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Billing & Subscription' })).toBeVisible()
  expect(code.filter((url) => /\/(mount|keys)\./.test(url))).toEqual([])
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toContainText('Loading…')
  await page.keyboard.type('okafor')
  release()
  await expect(paletteField(page)).toHaveValue('okafor')
  await expect(paletteField(page)).toBeFocused()
  await expect(chosenOption(page)).toContainText('Marcus Okafor')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeHidden()

  // It opens again, empty, before the browser has reported that it closed.
  await openPalette(page, 'mower')
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('[data-palette-host] dialog')?.close()
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', code: 'KeyK', ctrlKey: true }))
  })
  await expect(palette(page)).toBeVisible()
  await page.keyboard.type('okafor')
  await expect(paletteField(page)).toHaveValue('okafor')
  await page.keyboard.press('ArrowDown')
  await expect(paletteField(page)).toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('Escape')
  await openPalette(page)
  // Nothing is named that is no longer there.
  await expect(paletteField(page)).not.toHaveAttribute('aria-activedescendant')
})

test('opens empty if it was closed before it had loaded', async ({ page }) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/_astro\/mount\.[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/billing')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toContainText('Loading…')
  await page.keyboard.type('mower')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  await page.keyboard.press('Control+k')
  await expect(page.locator('[data-palette-host] input')).toHaveValue('')
  await page.keyboard.type('mower')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
  held.resolve()
  await expect(page.locator('[cmdk-input]')).toBeAttached()
  await openPalette(page, 'okafor')
  await expect(paletteField(page)).toHaveValue('okafor')
})

test('a key pressed right after it has closed is a shortcut', async ({ page }) => {
  await page.goto('/leads')
  await openPalette(page)
  await expect(paletteOptions(page).first()).toBeVisible()
  await page.evaluate(() => {
    document.querySelector<HTMLDialogElement>('[data-palette-host] dialog')?.close()
    // The hidden field keeps the focus until the next frame.
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))
  })
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('everything works by keyboard alone, on every screen', async ({ page }) => {
  test.slow()
  await page.goto('/')
  await choose(page, 'integr', 'Integrations')
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeFocused()
  await choose(page, 'phone num', 'Phone Number')
  await expect(page).toHaveURL('/agent#phone')
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  await choose(page, 'website', 'Website')
  await expect(page.getByRole('textbox', { name: 'Website', exact: true })).toBeFocused()
  await choose(page, 'organization', 'Organization')
  await expect(page).toHaveURL('/organization')
  await choose(page, 'dark', 'Dark theme')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await choose(page, 'add lead', 'Add lead')
  await expect(page.getByRole('dialog', { name: 'Add lead' })).toBeVisible()
  await page.keyboard.press('Escape')

  await openPalette(page)
  await expect(paletteOptions(page).nth(0)).toContainText('Add lead')
  await expect(paletteOptions(page).nth(1)).toContainText('Dark theme')
  await page.keyboard.press('ArrowDown')
  await expect(chosenOption(page)).toContainText('Dark theme')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()
})

test('copies the embed code, exports and imports leads, and finds and changes one, from any screen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations')
  await choose(page, 'copy embed', 'Copy embed code')
  await expect(page.getByText('Embed code copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('data-organization="green-acres-lawn-&amp;-landscape"')
  const saved = page.waitForEvent('download')
  await choose(page, 'export', 'Export CSV')
  expect((await saved).suggestedFilename()).toMatch(/^leads-.*\.csv$/)
  await expect(page.getByText('60 leads exported')).toBeVisible()
  await choose(page, 'import', 'Import CSV')
  await expect(page).toHaveURL('/leads')
  await expect(page.getByRole('dialog', { name: 'Import leads' })).toBeVisible()
  await page.keyboard.press('Escape')
  await choose(page, 'billing', 'Billing')
  await expect(page).toHaveURL('/billing')
  await choose(page, 'copy embed', 'Copy embed code')
  await expect(page.getByText('Embed code copied to clipboard!')).toBeVisible()

  await choose(page, '740) 555-014', 'Owen Kowalski')
  const panel = page.getByRole('complementary', { name: /Owen Kowalski/ })
  await expect(panel.getByRole('link', { name: 'Call' })).toBeVisible()
  await expect(page).toHaveURL(/\/leads\?panel=/)
  await openPalette(page, 'mark converted')
  await expect(chosenOption(page)).toContainText('Change status')
  await expect(chosenOption(page)).toContainText('Owen Kowalski')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Converted' }).click()
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Lead status updated to new')).toBeVisible()
})

test('shows what is loading, what failed with Retry, no match, and what needs an organization', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/403|Forbidden/)
  let isBroken = true
  await page.route(LEAD_LIST, (route) =>
    isBroken && route.request().resourceType() === 'fetch'
      ? route.fulfill({ status: 403, json: { message: 'Not yours' } })
      : route.fallback(),
  )
  await page.goto('/billing')
  await openPalette(page, 'okafor')
  await expect(palette(page)).toContainText('Failed to fetch leads')
  isBroken = false
  await palette(page).getByRole('button', { name: 'Retry' }).click()
  await expect(paletteOptions(page)).toContainText(['Marcus Okafor'])
  await paletteField(page).fill('zzzz')
  await expect(palette(page)).toContainText('No matches for “zzzz”')
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')

  await selectOrganization(page, null)
  await openPalette(page, 'leads')
  await expect(palette(page)).toContainText('Select an organization')
  await expect(paletteOptions(page).filter({ hasText: /^Leads/ })).toHaveAttribute('aria-disabled', 'true')
  await paletteField(page).fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('every section and field of the settings is found and gets the focus', async ({ page }) => {
  await openSettings(page)
  const ids = [...SETTINGS_SECTIONS.map(({ id }) => `section-${id}`), ...FIELD_ORDER]
  const unfocused: string[] = []
  for (const id of ids) {
    await page.evaluate((hash) => {
      document.querySelector<HTMLElement>('main')?.focus()
      location.hash = hash
    }, id)
    const isThere = await page
      .waitForFunction((main) => document.activeElement?.localName !== main, 'main', { timeout: 2_000 })
      .catch(() => null)
    if (!isThere) unfocused.push(id)
  }
  expect(unfocused).toEqual([])
})

test.describe('in the dark theme', () => {
  test.use({ colorScheme: 'dark' })

  test('the palette and the list of keys pass axe', async ({ page }) => {
    test.slow()
    await page.goto('/leads')
    await openPalette(page)
    await expect(paletteOptions(page).first()).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.type('ma')
    await expect(palette(page).getByRole('group', { name: 'Leads' })).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(palette(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
