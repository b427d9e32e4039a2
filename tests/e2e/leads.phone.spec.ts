import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { storeElsewhere } from '../support/settings.ts'

const rows = (page: Page) => page.locator('li[data-row-key]')

async function openLeads(page: Page, search = ''): Promise<void> {
  await page.goto(`/leads${search}`)
  await expect(rows(page).first()).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/**
 * Moves a finger from the middle of an element. Chromium decides whether that scrolls the page. The finger rests before
 * it leaves: Chromium takes a faster end for a fling and drops the tap that stops the fling.
 */
async function drag(place: Locator, across: number, down = 0): Promise<void> {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error('The element is not on the page')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const session = await place.page().context().newCDPSession(place.page())
  const touch = (type: string, step: number) =>
    session.send('Input.dispatchTouchEvent', {
      type: type as 'touchMove',
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: x + (across * step) / 8, y: y + (down * step) / 8, id: 1 }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', step)
  for (let frame = 0; frame < 12; frame += 1) {
    await place.page().evaluate(() => new Promise(requestAnimationFrame))
    await touch('touchMove', 8)
  }
  await touch('touchEnd', 8)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('leads are filtered, searched, and selected on a small screen', async ({ page }) => {
  await openLeads(page)
  await test.step('the filter sheet filters at once, counts, and clears', async () => {
    const filter = page.getByRole('button', { name: 'Filter' })
    await filter.click()
    const sheet = page.getByRole('dialog', { name: 'Filter leads' })
    await sheet.getByRole('radio', { name: 'Converted' }).check()
    await expect(page).toHaveURL(/status=converted$/)
    const created = sheet.getByRole('button', { name: 'Created: All time' })
    const days = page.getByRole('dialog', { name: 'Created' })
    await created.click()
    await days.getByRole('button', { name: 'Close' }).click()
    await expect(days).toBeHidden()
    await expect(created).toBeFocused()
    await created.click()
    await days.getByLabel('From').fill('2025-03-15')
    await expect(page).toHaveURL(/status=converted&from=2025-03-15/)
    await days.getByRole('button', { name: 'Last 90 days' }).click()
    await expect(page).toHaveURL(/status=converted&from=/)
    const show = sheet.getByRole('button', { name: /^Show \d+ leads?$/ })
    await expect(show).not.toHaveText('Show 60 leads')
    const count = Number(/\d+/.exec((await show.textContent()) ?? '')?.[0])
    await show.click()
    await expect(sheet).toBeHidden()
    await expect(filter).toHaveText('Filter2')
    await expect(filter).toBeFocused()
    await expect(page.getByText(new RegExp(`of ${count} leads?$`)).last()).toBeAttached()
    await filter.click()
    await sheet.getByRole('button', { name: 'Clear' }).click()
    await sheet.getByRole('button', { name: 'Show 60 leads' }).click()
    await expect(page).toHaveURL(/\/leads$/)
    await expect(filter).toHaveText('Filter')
  })

  await test.step('the search opens behind its button and stays while it filters', async () => {
    const field = page.getByRole('searchbox', { name: 'Search leads' })
    await expect(field).toBeHidden()
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(field).toBeFocused()
    await field.pressSequentially('marcus')
    await expect(rows(page)).toHaveCount(1)
    await field.blur()
    await expect(field).toBeVisible()
    await field.fill('')
    await field.blur()
    await expect(field).toBeHidden()
    await expect(rows(page).nth(1)).toBeVisible()
  })

  await test.step('the actions of wide screens are in the menu, and Select shows checkboxes', async () => {
    const more = page.getByRole('button', { name: 'List actions' })
    await more.click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Add lead',
      /^Call now/,
      'Auto-Mark Lost',
      'Import CSV',
      'Export CSV',
      'Sound and pop-up',
      'Select',
    ])
    await page.getByRole('menuitem', { name: 'Auto-Mark Lost' }).click()
    await expect(page.getByText(/automatically by the system/)).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: 'Select' }).click()
    const bar = page.getByRole('region', { name: 'Selected leads' })
    await page.getByRole('checkbox').nth(1).tap()
    await expect(bar).toContainText('1 lead selected')
    expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(44)
    await bar.getByRole('button', { name: 'Clear selection' }).tap()
    await expect(bar).toBeHidden()
  })
})

test('the numbers above the list are easy to tap, and scroll only sideways', async ({ page }) => {
  await openLeads(page)
  const strip = page.locator('.stats')
  expect(await strip.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  const box = await strip.getByRole('button', { name: 'Converted' }).boundingBox()
  const chip = await strip.locator('.stat').nth(2).boundingBox()
  if (!box || !chip) throw new Error('There are no numbers')
  await page.touchscreen.tap(box.x + box.width / 2, chip.y + chip.height + 3)
  await expect(page).toHaveURL(/status=converted/)
})

test('the status changes by a swipe to the left, with Undo, and by its tag', async ({ page }) => {
  await openLeads(page, '?status=new')
  const row = rows(page).nth(1)
  const id = await row.getAttribute('data-row-key')
  const same = page.locator(`li[data-row-key="${id}"]`)
  // Too short a movement uncovers nothing for good.
  await drag(same, -40)
  await expect(page.locator('.swipe-actions')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeHidden()

  await drag(same, -160)
  const statuses = same.getByRole('group', { name: /^Set the status of / })
  // Right after a fast movement, Chromium takes a tap for the stop of a fling.
  await expect(async () => {
    await statuses.getByRole('button', { name: 'Converted' }).tap({ timeout: 2_000 })
    await expect(page.getByText('Lead status updated to converted')).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(same).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(page.getByText('Lead status updated to new')).toBeVisible()
  await expect(same).toHaveCount(1)
  await expect(page.getByRole('dialog')).toBeHidden()

  // Lost asks for the reason.
  const why = page.getByRole('dialog', { name: 'Why was this lead lost?' })
  await expect(async () => {
    if (!(await why.isVisible())) {
      await drag(same, -160)
      await same.getByRole('button', { name: 'Lost', exact: true }).tap({ timeout: 2_000 })
    }
    await expect(why).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await why.getByRole('button', { name: 'Mark as Lost' }).tap()
  await expect(page.getByText('Lead status updated to lost')).toBeVisible()
  await expect(same).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await expect(same).toHaveCount(1)

  const update = page.getByRole('button', { name: /^Update / }).first()
  await update.tap()
  await expect(page.getByRole('menuitemradio', { name: 'New' })).toHaveAttribute('aria-checked', 'true')
  await page.getByRole('menuitemradio', { name: 'Converted' }).tap()
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a vertical movement scrolls, and a swipe to the right calls or emails', async ({ page }) => {
  await openLeads(page)
  await expect(page.getByRole('region', { name: 'Setup Billing To Go Live' })).toBeVisible()
  expect((await rows(page).first().boundingBox())?.y).toBeLessThanOrEqual(256)
  await drag(rows(page).nth(4), 30, -240)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50)
  await expect(page.locator('.swipe-actions')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.evaluate(() => scrollTo(0, 0))
  const call = page.getByRole('link', { name: /^Call / }).first()
  const row = rows(page).filter({ has: call }).first()
  await call.evaluate((link) =>
    link.addEventListener('click', (event) => {
      event.preventDefault()
      document.title = `Called ${link.getAttribute('href')}`
    }),
  )
  await drag(row.locator('.compact-main'), 40)
  await expect(page).toHaveTitle(/Leads/)
  await drag(row.locator('.compact-main'), 160)
  await expect(page).toHaveTitle(/^Called tel:\+?\d{10,11}$/)
  await expect(page.getByRole('dialog')).toBeHidden()

  await storeElsewhere(
    page,
    GREEN,
    'leads',
    { contact_name: 'Mail Only', contact_email: 'mail@x.test' },
    'POST',
  )
  await openLeads(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  const mailed = rows(page).filter({ hasText: 'Mail Only' })
  const email = mailed.getByRole('link', { name: 'Email Mail Only' })
  await email.evaluate((link) =>
    link.addEventListener('click', (event) => {
      event.preventDefault()
      document.title = `Mailed ${link.getAttribute('href')}`
    }),
  )
  await drag(mailed.locator('.compact-main'), 160)
  await expect(page).toHaveTitle('Mailed mailto:mail%40x.test')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the dialogs of the list fit the screen', async ({ page }) => {
  await openLeads(page)
  for (const name of ['Add lead', 'Call now', 'Sound and pop-up']) {
    await page.getByRole('button', { name: 'List actions' }).click()
    await page.getByRole('menuitem', { name }).click()
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 })
    const box = await dialog.boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  // An open menu follows its button when the window changes its size.
  await page.getByRole('button', { name: 'List actions' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await page.setViewportSize({ width: 320, height: 568 })
  await expect(async () => {
    const box = await menu.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(320)
  }).toPass()
})
