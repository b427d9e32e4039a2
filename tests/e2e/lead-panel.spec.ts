import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { answerWith, GREEN } from '../support/organizations.ts'
import { storeElsewhere } from '../support/settings.ts'

const panel = (page: Page) => page.getByRole('complementary').filter({ has: page.getByLabel('Details') })
const heading = (page: Page) => panel(page).getByRole('heading', { level: 2 })
const history = (page: Page) => panel(page).getByRole('region', { name: 'History' })
const idIn = (page: Page) => new URL(page.url()).searchParams.get('panel') ?? ''

const TABS = ['Lead Details', 'Conversation', 'Agent Insights']

/** The number of changes that this device has not sent, or keeps for Undo. */
const keptChanges = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fieldhand')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const counting = opening.result.transaction('outbox').objectStore('outbox').count()
          counting.onsuccess = () => {
            opening.result.close()
            resolve(counting.result)
          }
        }
      }),
  )

test.beforeEach(async ({ reset, signIn }) => {
  test.slow()
  await reset()
  await signIn()
})

/** Opens the first lead beside the list. Returns its name. */
async function openFirst(page: Page, path = '/leads'): Promise<string> {
  await page.goto(path)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(panel(page)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  return (await heading(page).textContent()) ?? ''
}

test('j and k move through the leads beside the list; a reload and Back work, and Escape closes', async ({
  page,
}) => {
  const first = await openFirst(page, '/leads?status=new')
  const shown = () => page.locator('tr[data-row-key]').evaluateAll((all) => all.map((row) => row.textContent))
  const rows = await shown()
  await expect(page).toHaveURL(/\/leads\?status=new&panel=/)
  const order = panel(page).getByRole('navigation', { name: 'Leads in this list' })
  await expect(order).toContainText('1 of')
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('j')
  await expect(order).toContainText('2 of')
  await expect(heading(page)).not.toHaveText(first)
  expect(await page.evaluate(() => scrollY)).toBe(before)
  expect(await shown()).toEqual(rows)
  await page.keyboard.press('k')
  await expect(heading(page)).toHaveText(first)
  await order.getByRole('button', { name: 'Next' }).click()
  await expect(order.getByRole('button', { name: 'Next' })).toBeFocused()
  await expect(order).toContainText('2 of')

  const second = (await heading(page).textContent()) ?? ''
  await page.reload()
  await expect(heading(page)).toHaveText(second)
  await expect(page.getByRole('table')).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?status=new$/)
  await page.goForward()
  await expect(heading(page)).toHaveText(second)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?status=new$/)
})

test('the panel opens beside a list that stays usable', async ({ page }) => {
  await test.step('a lead that does not exist says so', async () => {
    await page.goto('/leads?panel=none')
    const missing = page.getByRole('complementary', { name: 'Lead Not Found' })
    await expect(missing.getByRole('alert')).toContainText('The requested lead could not be found.')
    await missing.getByRole('button', { name: 'Close' }).last().click()
    await expect(missing).toBeHidden()
    await expect(page).toHaveURL(/\/leads$/)
  })

  await test.step('a click on a row opens the lead', async () => {
    const row = page.getByRole('row').nth(2)
    const service = row.getByRole('cell').nth(1)
    await expect(async () => {
      await service.click()
      await expect(panel(page)).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(row).toContainText((await heading(page).textContent()) ?? '')
    await page.getByRole('row').nth(4).getByRole('cell').nth(1).click()
    await expect(page.getByRole('row').nth(4)).toContainText((await heading(page).textContent()) ?? '')
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(/\/leads$/)
  })

  await test.step('the dialog replaces the panel, and closing it returns to the row', async () => {
    await page.keyboard.press('j')
    await expect(panel(page)).toBeVisible()
    const name = (await heading(page).textContent()) ?? ''
    await chooseMore(panel(page), 'All details')
    await expect(page.getByRole('dialog').getByRole('tab')).toHaveText(TABS)
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(/\/leads\?lead=/)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(/\/leads$/)
    const link = page.locator('.lead-title a', { hasText: name }).first()
    await expect(link).toBeFocused()

    await link.click()
    await expect(heading(page)).toHaveText(name)
    const view = page
      .getByRole('row')
      .nth(3)
      .getByRole('link', { name: /^View / })
    await view.click()
    await expect(page.getByRole('dialog').getByRole('tab')).toHaveText(TABS)
    await expect.poll(async () => (await page.getByRole('dialog').boundingBox())?.width).toBe(900)
    await expect(panel(page)).toBeHidden()
    await page.goBack()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(/\/leads$/)

    await link.focus()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(name)
    await expect(heading(page)).toBeFocused()
    await page.goBack()
    await expect(link).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toBeFocused()
  })

  await test.step('axe finds no problems in either theme', async () => {
    await expect(history(page).getByRole('listitem').first()).toBeVisible()
    await panel(page).getByText('Task', { exact: true }).click()
    await panel(page)
      .getByRole('button', { name: /^(Edit Budget: .*|Budget)$/ })
      .click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
      expect(await accessibilityProblems(page)).toEqual([])
    }
  })
})

test('a detail is edited in place, with the reason for a wrong value and both values of a conflict', async ({
  page,
  expectedErrors,
}) => {
  // The second change can be based on the lead before the first one. It is merged and sent again.
  expectedErrors.push(/409 \(Conflict\)/)
  await openFirst(page)
  await panel(page)
    .getByRole('button', { name: /^(Edit Budget: .*|Budget)$/ })
    .click()
  await panel(page).getByRole('textbox', { name: 'Budget' }).fill('$1,250')
  await page.keyboard.press('Enter')
  const budget = panel(page).getByRole('button', { name: 'Edit Budget: $1,250' })
  await expect(budget).toBeFocused()
  await expect(history(page)).toContainText('Changed Budget')
  await expect(history(page)).toContainText('→ $1,250')

  await budget.press('Enter')
  await panel(page).getByRole('textbox', { name: 'Budget' }).fill('$9')
  await page.keyboard.press('Escape')
  await expect(budget).toBeFocused()
  await expect(panel(page)).toBeVisible()

  await panel(page)
    .getByRole('button', { name: /^(Edit Email: .*|Email)$/ })
    .last()
    .click()
  const email = panel(page).getByRole('textbox', { name: 'Email' })
  await email.fill('not an address')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('alert')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('new@example.com')
  await email.blur()
  await expect(panel(page).getByRole('button', { name: 'Edit Email: new@example.com' })).toBeVisible()
  await expect(history(page)).toContainText('Changed Email')
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Edit Email: new@example.com' })).toBeVisible()

  // Meanwhile, a colleague changes the same detail.
  await expect.poll(() => keptChanges(page)).toBe(0)
  await panel(page)
    .getByRole('button', { name: /^(Edit Budget: .*|Budget)$/ })
    .click()
  await storeElsewhere(page, GREEN, `leads/${idIn(page)}`, { budget: '$717' })
  await panel(page).getByRole('textbox', { name: 'Budget' }).fill('$913')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Edit lead' })
  await expect(form.getByRole('region', { name: 'Someone else changed these fields' })).toContainText('$717')
  await form.getByRole('button', { name: 'Keep mine: Budget' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(panel(page).getByRole('button', { name: 'Edit Budget: $913' })).toBeVisible()
})

test('sets the status with Undo or after a call, and the history says who changed it', async ({ page }) => {
  await openFirst(page, '/leads?status=new')
  await panel(page).getByRole('button', { name: 'Status: New' }).click()
  await page.getByRole('menuitemradio', { name: 'Converted' }).click()
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Status: Converted' })).toBeVisible()
  await expect(history(page)).toContainText('Status: New → Converted · You')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(panel(page).getByRole('button', { name: 'Status: New' })).toBeVisible()
  await expect(history(page)).toContainText('Status: Converted → New')

  // Not every lead has a phone number.
  const call = panel(page).getByRole('link', { name: 'Call' })
  await expect(async () => {
    if (!(await call.isVisible())) await page.keyboard.press('j')
    await expect(call).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await panel(page).getByRole('button', { name: 'Converted' }).click()
  await expect(panel(page).getByRole('button', { name: 'Status: Converted' })).toBeVisible()
  await expect(history(page)).toContainText('Called: answered · You')
})

test('notes and new leads survive a reload, and a note is sent after the next sign-in if the session expires', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401/)
  const note = panel(page).getByRole('textbox', { name: 'Note' })
  const form = page.getByRole('dialog', { name: 'Add lead' })
  const openForm = () => page.getByRole('button', { name: 'Add lead' }).click()
  await openFirst(page)
  await note.fill('Gate code is 4711')
  await openForm()
  await form.getByLabel('Name').fill('Wilma')
  await page.reload()
  await expect(note).toHaveValue('Gate code is 4711')
  await openForm()
  await expect(form.getByLabel('Name')).toHaveValue('Wilma')
  await page.keyboard.press('Escape')

  await page.route(/\/leads\/[^/]+$/, (route) =>
    route.request().method() === 'PUT'
      ? answerWith(401, { message: 'Sign in first' })(route)
      : route.fallback(),
  )
  await panel(page).getByRole('button', { name: 'Add note' }).click()
  await expect(page).toHaveURL(/\/sign-up/)
  await page.unrouteAll({ behavior: 'wait' })
  await context.clearCookies()
  await signIn()
  await openFirst(page)
  const noted = history(page).getByRole('listitem').filter({ hasText: 'Gate code is 4711' })
  await expect(noted.filter({ hasText: 'You', hasNotText: 'Waits to be sent' })).toHaveCount(1)
  await expect(noted).toHaveCount(1)
  await expect(note).toHaveValue('')
  await openForm()
  await expect(form.getByLabel('Name')).toHaveValue('Wilma')
  await form.getByRole('button', { name: 'Cancel' }).click()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /note|new-lead/.test(key))),
  ).toEqual([])
})

test('notes and tasks are added, kept, completed, and restored; a task that is due is in Today', async ({
  page,
}) => {
  const name = await openFirst(page)
  await test.step('a note is kept while another lead is open', async () => {
    await panel(page).getByRole('textbox', { name: 'Note' }).fill('x'.repeat(5_003))
    await expect(panel(page).getByText('The note is 3 characters too long.')).toBeVisible()
    await expect(panel(page).getByRole('button', { name: 'Add note' })).toBeDisabled()
    await panel(page).getByRole('textbox', { name: 'Note' }).fill('Gate code is 4711')
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('j')
    await expect(panel(page).getByRole('textbox', { name: 'Note' })).toHaveValue('')
    await page.keyboard.press('k')
    await expect(panel(page).getByRole('textbox', { name: 'Note' })).toHaveValue('Gate code is 4711')
    await panel(page).getByRole('button', { name: 'Add note' }).click()
    await expect(history(page).getByRole('listitem').filter({ hasText: 'Gate code is 4711' })).toContainText(
      'You',
    )
    await expect(panel(page).getByRole('textbox', { name: 'Note' })).toHaveValue('')
  })

  await test.step('a task is completed, moved, deleted, and restored', async () => {
    await panel(page).getByText('Task', { exact: true }).click()
    await panel(page).getByText('Tomorrow 9 AM').click()
    await panel(page).getByRole('textbox', { name: 'Task' }).fill('Send the quote')
    await page.keyboard.press('Enter')
    const task = panel(page)
      .getByRole('list', { name: 'Tasks' })
      .getByRole('listitem')
      .filter({ hasText: 'Send the quote' })
    await expect(task).toContainText('Tomorrow, 9:00 AM')
    await expect(history(page)).toContainText('Task: Send the quote')
    await task.getByRole('checkbox').check()
    await expect(page.getByText('Task completed')).toBeVisible()
    await expect(task.getByRole('checkbox')).toBeChecked()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(task.getByRole('checkbox')).not.toBeChecked()
    await task.getByRole('button', { name: /Tomorrow/ }).click()
    await task.getByText('Next week').click()
    await task.getByRole('button', { name: 'Save' }).click()
    await expect(task).toContainText(/Mon, .*9:00 AM/)
    await task.getByRole('button', { name: 'Delete task: Send the quote' }).click()
    await expect(task).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(task).toContainText(/Mon, .*9:00 AM/)
    await expect.poll(() => keptChanges(page)).toBe(0)
    await page.reload()
    await expect(task).toBeVisible()
  })

  await test.step('a task that is due reappears in Today, and leads back to its lead', async () => {
    await panel(page).getByText('Task', { exact: true }).click()
    await panel(page).getByText('Other', { exact: true }).click()
    const other = panel(page).getByRole('group', { name: 'Date and time' })
    await other.getByLabel('Date').fill('2026-01-05')
    await other.getByLabel('Time').fill('09:00')
    await panel(page).getByRole('textbox', { name: 'Task' }).fill('Measure the yard')
    await page.keyboard.press('Enter')
    await expect(history(page)).toContainText('Task: Measure the yard')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    const today = page.getByRole('region', { name: 'Today' })
    await today.getByRole('button', { name: /^Show all/ }).click()
    const row = today.getByRole('listitem').filter({ hasText: 'Measure the yard' })
    await expect(row).toContainText('Overdue since Jan 5')
    await expect(row).toContainText(name)
    await row.getByRole('link', { name: 'Measure the yard', exact: true }).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
  })
})

test('a task that cannot be saved stays in the field; one added offline is kept, and sent after Undo', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/, /ERR_INTERNET_DISCONNECTED/)
  await openFirst(page)
  await panel(page).getByText('Task', { exact: true }).click()
  const field = panel(page).getByRole('textbox', { name: 'Task' })
  await page.route(/\/leads\/[^/]+\/tasks$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 503,
          headers: { 'access-control-allow-origin': '*' },
          json: { message: 'Not now' },
        })
      : route.fallback(),
  )
  await field.fill('Call back about the fence')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('alert')).toContainText('The task was not saved.')
  await expect(field).toHaveValue('Call back about the fence')
  await page.unroute(/\/leads\/[^/]+\/tasks$/)
  await panel(page).getByRole('button', { name: 'Retry' }).click()
  await expect(
    panel(page).getByRole('list', { name: 'Tasks' }).getByText('Call back about the fence'),
  ).toHaveCount(1)
  await expect(field).toHaveValue('')

  await expect.poll(() => keptChanges(page)).toBe(0)
  await context.setOffline(true)
  await field.fill('Send the quote')
  await page.keyboard.press('Enter')
  const task = panel(page)
    .getByRole('list', { name: 'Tasks' })
    .getByRole('listitem')
    .filter({ hasText: 'Send the quote' })
  await expect(task).toBeVisible()
  await expect(field).toHaveValue('')
  await task.getByRole('checkbox').check()
  await expect(page.getByText('2 changes will send when you are back online')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(task.getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByText('1 change will send when you are back online')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/will send when you are back online/)).toBeHidden()
  await expect(history(page)).toContainText('Task: Send the quote')
  await page.reload()
  await expect(task.getByRole('checkbox')).not.toBeChecked()
})

test('an open menu stays at its button when the dialog moves, and inside the window', async ({ page }) => {
  await openFirst(page)
  const id = idIn(page)
  await page.goto(`/leads?lead=${id}`)
  const dialog = page.getByRole('dialog')
  const more = dialog.getByRole('button', { name: 'More', exact: true })
  await more.click()
  const last = dialog.getByRole('menuitem').last()
  const distance = async () => {
    const [button, item] = await Promise.all([more.boundingBox(), last.boundingBox()])
    return button && item ? Math.abs(item.y - button.y) : Number.POSITIVE_INFINITY
  }
  const menuHeight = (await dialog.getByRole('menu').boundingBox())?.height ?? 0
  for (const by of [-150, 150]) {
    await dialog.evaluate((box, to) => {
      box.style.translate = `0 ${to}px`
    }, by)
    await expect.poll(distance).toBeLessThan(menuHeight + 50)
    await expect(last).toBeInViewport({ ratio: 1 })
  }
})

test('after a deletion beside the list or in the dialog, focus is on the next row', async ({ page }) => {
  await openFirst(page)
  const rows = page.locator('tr[data-row-key]')
  const idOf = async (at: number) => (await rows.nth(at).getAttribute('data-row-key')) ?? ''
  const first = await idOf(0)
  const second = await idOf(1)
  const third = await idOf(2)
  const linkOf = (id: string) => page.locator(`tr[data-row-key="${id}"] a[href]`).first()
  await chooseMore(panel(page), 'Delete')
  await expect(page.locator(`tr[data-row-key="${first}"]`)).toHaveCount(0)
  await expect(linkOf(second)).toBeFocused()
  await page.goto(`/leads?lead=${second}`)
  await chooseMore(page.getByRole('dialog'), 'Delete')
  await expect(page.locator(`tr[data-row-key="${second}"]`)).toHaveCount(0)
  await expect(linkOf(third)).toBeFocused()
})
