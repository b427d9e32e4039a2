import type { Page } from '@playwright/test'
import { keyCaps, SHORTCUTS } from '../../src/domain/palette/shortcuts.ts'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const keysDialog = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' })
const names = (page: Page) => page.getByRole('table', { name: 'Leads' }).locator('.lead-title a')

/** Moves up until the list has its shortcuts and the first row the focus. */
async function startInList(page: Page): Promise<void> {
  await expect(names(page)).toHaveCount(20)
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(names(page).first()).toBeFocused({ timeout: 1_000 })
  }).toPass()
}

test('? lists the keys, which can be turned off, and g and a letter go to each screen', async ({ page }) => {
  test.slow()
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(keysDialog(page).getByRole('heading', { level: 3 })).toHaveText([
    'Every screen',
    'Go to',
    'Leads and conversations',
    'Actions',
  ])
  const listed = await keysDialog(page)
    .locator('.keys-line')
    .evaluateAll((lines) => lines.map((line) => line.textContent))
  expect(listed).toEqual(SHORTCUTS.map((one) => one.label + keyCaps(one, false).join(' then ')))
  await keysDialog(page).getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search and commands' })).toBeVisible()
  await expect(keysDialog(page)).toBeHidden()
  await page.keyboard.type('keyboard')
  await expect(page.locator('[role="option"][aria-selected="true"]')).toContainText('Keyboard shortcuts')
  await page.keyboard.press('Enter')
  await keysDialog(page).getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(keysDialog(page)).toBeHidden()

  const targets = {
    l: '/leads',
    c: '/conversations',
    a: '/agent',
    b: '/billing',
    i: '/integrations',
    d: '/',
    p: '/playground',
  }
  for (const [key, path] of Object.entries(targets)) {
    // On a busy machine, the second key can come too late.
    await expect(async () => {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(page).toHaveURL(path, { timeout: 3_000 })
    }).toPass()
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  }
})

test('the keys of the open screen do not open it again', async ({ page }) => {
  // Too narrow for a conversation beside the list, so j moves only the focus.
  await page.setViewportSize({ width: 1100, height: 900 })
  await page.goto('/conversations')
  const rows = page.locator('.inbox-rows [data-place]')
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(rows.first()).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.evaluate(() => {
    document.addEventListener('astro:before-preparation', () => Object.assign(window, { hasLeft: true }))
  })
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  expect(await page.evaluate(() => 'hasLeft' in window)).toBe(false)
})

test('s opens the statuses of the lead in focus; letters and arrows move in them, and Enter sets one', async ({
  page,
}) => {
  await page.goto('/leads?status=new')
  await startInList(page)
  const first = names(page).first()
  const name = (await first.textContent()) ?? ''
  const second = (await names(page).nth(1).textContent()) ?? ''
  const panel = page.getByRole('complementary', { name })
  for (const key of ['n', 'c', 'l', 'u', 'e', 'd', 'x']) await page.keyboard.press(key)
  await page.keyboard.press('s')
  const statuses = page.getByRole('menu', { name: `Update ${name}` })
  await expect(statuses.getByRole('menuitemradio', { name: 'New' })).toBeFocused()
  await page.keyboard.press('l')
  await expect(statuses.getByRole('menuitemradio', { name: 'Lost' })).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(statuses.getByRole('menuitemradio', { name: 'Converted' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(statuses).toBeHidden()
  await expect(names(page).first()).toHaveText(name)
  await expect(panel).toBeVisible()

  await page.keyboard.press('s')
  await expect(statuses.getByRole('menuitemradio', { name: 'New' })).toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await expect(names(page).first()).toHaveText(second)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(names(page).first()).toHaveText(name)

  // The status of a lead that is being updated stays closed.
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  await names(page).first().focus()
  await page.keyboard.press('s')
  await expect(page.getByRole('menu').getByRole('menuitemradio', { name: 'New' })).toBeFocused()
  await page.keyboard.press('l')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Why was this lead lost?' })).toBeVisible()
  // Letters belong to the dialog now.
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the focus returns after the palette, and starts in the first field of a new lead', async ({ page }) => {
  await page.goto('/leads')
  await startInList(page)
  await expect(page.locator('.lead-panel')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/leads$/)
  await names(page).nth(3).focus()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type('bill')
  await page.keyboard.press('Escape')
  await expect(names(page).nth(3)).toBeFocused()

  await page.keyboard.press('a')
  await page.keyboard.press('l')
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(page.getByText('Lead added')).toBeVisible()
})

test('keys act on the open lead, but not while typing, in other dialogs, or with a modifier', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  await page.route(/\/_astro\/keys\.[^/]+\.js$/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/leads')
  const form = page.getByRole('dialog', { name: 'Add lead' })
  const pressInForm = async () => {
    await page.getByRole('button', { name: 'Add lead' }).click()
    await expect(form).toBeVisible()
    await form.getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('?')
    await page.keyboard.press('g')
    await page.keyboard.press('d')
  }
  // Also while the shortcuts load, the dialog in which the keys were pressed counts.
  await pressInForm()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  held.resolve()
  await startInList(page)
  await expect(keysDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads/)
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search leads' })
  await expect(search).toBeFocused()
  await page.keyboard.type('gd?')
  await expect(search).toHaveValue('gd?')
  await expect(page).toHaveURL(/\/leads/)
  await search.fill('')
  await pressInForm()
  await page.keyboard.press('Control+k')
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(keysDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads/)

  await names(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/panel=/)
  const heading = page.locator('.lead-panel h2')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(names(page).first()).toBeFocused()

  await page
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .first()
    .press('Enter')
  await expect(page).toHaveURL(/lead=/)
  const first = page.url()
  await expect(page.getByRole('tab').first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(page).not.toHaveURL(first)
  await page.keyboard.press('s')
  await expect(page.locator('.lead-modal option:focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(names(page).nth(1)).toBeFocused()
})
