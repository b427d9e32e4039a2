import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { changeListedLeads } from '../support/listed-leads.ts'

/** Expects the page with this heading and title, styled. */
async function isWhole(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  // The number of waiting conversations may precede it.
  await expect(page).toHaveTitle(new RegExp(`^(\\(\\d+\\) )?${name}`))
  await expect(page.locator('.console')).toHaveCSS('display', 'grid')
}

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tab') })

async function openFirst(page: Page, path = '/leads'): Promise<string> {
  await page.goto(path)
  const view = page
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .first()
  const name = ((await view.getAttribute('aria-label')) ?? '').replace('View ', '')
  await view.click()
  await expect(dialog(page)).toBeVisible()
  return name
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('View opens a dialog with three tabs above the unchanged list, and shows the conversation', async ({
  page,
}) => {
  const name = await openFirst(page, '/leads?status=new&page=2')
  await expect(page).toHaveURL(/\/leads\?status=new&page=2&lead=/)
  await expect(dialog(page)).toHaveAccessibleName(`${name} Status: New`)
  // It grows to its final width.
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(900)
  await expect(page.getByRole('tab')).toHaveText(['Lead Details', 'Conversation', 'Agent Insights'])
  await page.goBack()
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?status=new&page=2$/)
  await isWhole(page, 'Leads')
  await page.goForward()
  await expect(dialog(page)).toContainText(name)

  await page.getByRole('tab', { name: 'Conversation' }).click()
  const messages = dialog(page).getByRole('region', { name: 'Messages' })
  await expect(messages.getByRole('listitem').first()).toContainText(/^(Customer|Agent)/)
  const rest = await messages.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
  expect(rest).toBeLessThanOrEqual(1)
  const time = messages.getByRole('listitem').last().getByRole('button')
  await time.click()
  await expect(time).toHaveText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/leads\?status=new&page=2$/)
})

test('going back during a page transition shows a complete page', async ({ page, expectedErrors }) => {
  // The browser reports a transition that another one replaces.
  expectedErrors.push(/Transition was skipped/)
  await openFirst(page)
  await page.evaluate(async () => {
    // A step that is still under way would cancel the next `goto`, or take the page that it opens away again.
    const stepped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
    document.addEventListener('astro:after-preparation', () => history.back(), { once: true })
    document.querySelector<HTMLElement>('a[href="/agent"]')?.click()
    await stepped
  })
  await expect(page).toHaveURL(/\/leads/)
  await isWhole(page, 'Leads')

  await page.goto('/agent')
  await openFirst(page)
  await page.evaluate(() => {
    history.back()
    setTimeout(() => history.forward(), 5)
    setTimeout(() => history.back(), 10)
  })
  // The browser may merge these steps, so the address decides which page must be complete.
  await expect(async () => {
    const title = new URL(page.url()).pathname === '/agent' ? 'Settings' : 'Leads'
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible({
      timeout: 1_000,
    })
  }).toPass({ timeout: 15_000 })
  const integrations = page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Integrations' })
  await expect(async () => {
    // The lead's dialog may open again and cover the menu, and a step that is still under way replaces the navigation.
    await page.keyboard.press('Escape')
    await integrations.click({ timeout: 2_000 })
    await expect(page.getByRole('heading', { level: 1, name: 'Integrations', exact: true })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 20_000 })
  await isWhole(page, 'Integrations')
})

test('a press while a lead’s page replaces the list does not close the dialog and cancel that', async ({
  page,
}) => {
  // The router waits as long as the browser may take to draw the old page.
  await page.addInitScript(() => {
    Object.assign(document, {
      startViewTransition(update: () => Promise<void>) {
        const done = new Promise<void>((swap) => Object.assign(window, { swap })).then(update)
        return { ready: done, updateCallbackDone: done, finished: done, skipTransition() {} }
      },
    })
  })
  await openFirst(page)
  await dialog(page).getByRole('link', { name: 'Open page' }).click()
  await page.waitForFunction(() => 'swap' in window)
  await page.mouse.click(10, 450)
  await page.evaluate(() => (window as unknown as { swap: () => void }).swap())
  await expect(page.getByRole('region', { name: 'History', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/leads\/[^?]+$/)
})

test('the dialog leads to the next lead and to its page, and says if there is none', async ({ page }) => {
  await test.step('the next lead within the filter, and back to the list', async () => {
    await openFirst(page, '/leads?status=converted')
    const bar = dialog(page).getByRole('navigation', { name: 'Leads in this list' })
    await expect(bar).toContainText(/^1 of \d+$/)
    await expect(bar.getByRole('button', { name: 'Previous' })).toBeDisabled()
    await bar.getByRole('button', { name: 'Next' }).click()
    await expect(bar).toContainText('2 of')
    await dialog(page).getByRole('link', { name: 'Open page' }).click()
    await expect(page).toHaveURL(/\/leads\/[^?]+\?status=converted$/)
    await expect(page.getByRole('navigation', { name: 'Leads in this list' })).toContainText('2 of')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expect(page.getByRole('navigation', { name: 'Leads in this list' })).toContainText('1 of')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Leads' }).click()
    await expect(page).toHaveURL(/\/leads\?status=converted$/)
  })

  await test.step('a booking shows its card', async () => {
    await page
      .getByRole('table')
      .getByRole('link', { name: /^View / })
      .first()
      .click()
    // Not every converted lead has a booking.
    await expect(async () => {
      const booking = dialog(page).getByText('Calendar event')
      if (!(await booking.isVisible())) await dialog(page).getByRole('button', { name: 'Next' }).click()
      await expect(booking).toBeVisible({ timeout: 500 })
    }).toPass()
    const card = dialog(page).locator('.booking-card')
    await expect(card.getByRole('term')).toHaveText([
      'Scheduled date',
      'Status',
      'Calendar event',
      'Booking link',
      'Appointment',
    ])
    await expect(card.getByRole('definition')).toHaveText([
      /^\w{3}, \w+ \d+, \d{4}, /,
      /^\w+$/,
      /^cal_/,
      /^https:/,
      'Estimate call, 30 min',
    ])
    await page.getByRole('tab', { name: 'Agent Insights' }).click()
    await expect(page.getByRole('tabpanel').getByRole('term')).toHaveText([
      'Name',
      'Email',
      'Phone',
      'Address',
      'Service needs',
      'Additional info',
      'Property size',
      'Budget',
      'Timeline',
      'Availability',
    ])
  })

  await test.step('a lead’s page opens directly by URL', async () => {
    const name = (await page.locator('.lead-modal-name').textContent()) ?? ''
    const path = await dialog(page).getByRole('link', { name: 'Open page' }).getAttribute('href')
    await page.goto('/billing')
    await page.goto(path ?? '')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText([
      'Dashboard',
      'Leads',
      name,
    ])
    await expect(
      page.getByRole('region', { name: 'History', exact: true }).getByRole('listitem'),
    ).not.toHaveCount(0)
    await expect(
      page.getByRole('navigation', { name: 'Leads in this list' }).getByRole('button', { name: 'Next' }),
    ).toBeVisible()
    await isWhole(page, name)
  })

  await test.step('on paper, it is alone and in light colors', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(33, 33, 33)')
    await expect(page.getByRole('region', { name: 'History', exact: true })).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Fieldhand' })).toBeHidden()
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await page.emulateMedia({ media: null, colorScheme: 'light' })
  })

  await test.step('a lead that does not exist says so', async () => {
    await page.goto('/leads/none')
    await isWhole(page, 'Lead Not Found')
    await expect(page.getByText('Lead Not Found')).toHaveCount(1)
    await expect(page.getByRole('alert')).toContainText(
      'It may have been deleted. If it belongs to another organization, switch to that organization in the menu.',
    )
    await page.getByRole('link', { name: 'Back to Leads' }).click()
    await expect(page).toHaveURL(/\/leads$/)
    await page.goto('/leads?lead=none')
    const missing = page.getByRole('dialog', { name: 'Lead Not Found' })
    await expect(missing.getByRole('alert')).toContainText('The requested lead could not be found.')
    await expect(missing.getByText('Lead Not Found')).toHaveCount(1)
    await expect(missing.getByRole('button', { name: /Previous|Next/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Back to Leads' }).click()
    await expect(page).toHaveURL(/\/leads$/)
  })
})

test.describe('on a device in London', () => {
  test.use({ timezoneId: 'Europe/London' })

  test("a booking shows the business's local time with its zone, or that it has none", async ({ page }) => {
    await changeListedLeads(page, (leads) => {
      const start = new Date(Date.now() + 86_400_000)
      start.setUTCHours(20, 0, 0, 0)
      Object.assign(leads[0] ?? {}, {
        converted_to_booking_id: 'booking_1',
        booking_status: 'scheduled',
        booking_start_time: start.toISOString(),
      })
      Object.assign(leads[1] ?? {}, { converted_to_booking_id: 'booking_2' })
      return leads
    })
    await page.goto('/')
    const job = page.getByRole('region', { name: 'Upcoming Jobs' }).getByRole('listitem')
    await expect(job.filter({ hasText: /(3:00 PM EST|4:00 PM EDT)/ }).first()).toBeVisible()
    await openFirst(page)
    const card = dialog(page).locator('.booking-card').getByRole('definition')
    await expect(card.first()).toHaveText(/, (3:00 PM EST|4:00 PM EDT)$/)
    await dialog(page).getByRole('button', { name: 'Next' }).click()
    await expect(card).toHaveText(['Not provided', 'Scheduled', 'Not provided', 'Not provided'])
  })
})

test('sets a status in the dialog and undoes it; lost asks for a reason, which can be skipped', async ({
  page,
}) => {
  await openFirst(page, '/leads?status=new')
  const status = dialog(page).getByLabel('Update Status')
  await status.selectOption('converted')
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Lead status updated to new')).toBeVisible()
  await expect(status).toHaveValue('new')

  const asked = page.getByRole('dialog', { name: 'Why was this lead lost?' })
  await status.selectOption('lost')
  await asked.getByRole('button', { name: 'Close' }).click()
  await expect(asked).toBeHidden()
  await expect(status).toHaveValue('new')
  await status.selectOption('lost')
  await asked.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('Lead status updated to lost')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Lead status updated to new')).toBeVisible()
  await expect(status).toHaveValue('new')

  await status.selectOption('lost')
  await asked.getByText('Too expensive').click()
  await asked.getByLabel('Note').fill('Wanted it weekly')
  const sent = page.waitForRequest((request) => request.url().includes('/status?'))
  await asked.getByRole('button', { name: 'Mark as lost' }).click()
  const query = new URL((await sent).url()).searchParams
  expect([query.get('status'), query.get('loss_reason')]).toEqual(['lost', 'Too expensive'])
  expect(query.get('notes')).toContain('Wanted it weekly')
  await expect(page.getByText('Lead status updated to lost')).toBeVisible()
})

test.describe('several leads at once', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('shows how many changes succeeded, and retries the rest', async ({ page, context }) => {
    await page.goto('/leads?status=new')
    const boxes = page.getByRole('checkbox', { name: /^Select / })
    for (const at of [0, 1, 2]) await boxes.nth(at).check()
    let refused = 0
    await context.route(/\/status\?/, async (route) => {
      if (route.request().method() !== 'PUT' || refused++ > 0) return route.fallback()
      await route.fulfill({
        status: 422,
        headers: { 'access-control-allow-origin': '*' },
        json: { message: 'Not this one' },
      })
    })
    const bar = page.getByRole('region', { name: 'Selected leads' })
    await bar.getByRole('button', { name: 'Set Converted' }).click()
    await expect(bar).toContainText('2 of 3 leads updated to converted.')
    await expect(bar).toContainText('1 lead kept the old status: Not this one')
    await bar.getByRole('button', { name: 'Retry the rest' }).click()
    await expect(bar).toContainText('1 lead updated to converted.')
    await bar.getByRole('button', { name: 'Undo' }).click()
    await expect(bar).toContainText('3 leads changed back.')
    await bar.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText(/of 23 leads$/)).toBeVisible()
  })
})
