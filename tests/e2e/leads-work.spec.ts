import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { answerWith, GREEN } from '../support/organizations.ts'
import { storeElsewhere } from '../support/settings.ts'

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tab') })
const views = (page: Page) => page.getByRole('table').getByRole('link', { name: /^View / })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('adds, changes, and deletes a lead by hand; a deletion can be undone', async ({ page }) => {
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter a name, an email or a phone number')
  // Escape keeps what is typed; Cancel and Save do not.
  const reopen = () => page.getByRole('button', { name: 'Add lead' }).click()
  await form.getByLabel('Name').fill('Wilma')
  await page.keyboard.press('Escape')
  await reopen()
  await expect(form.getByLabel('Name')).toHaveValue('Wilma')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await reopen()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await form.getByLabel('Name').fill('Wilma <b>Handmade</b>')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Lead added')).toBeVisible()
  await reopen()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await page.keyboard.press('Escape')

  // A form that is opened while another one saves is empty, and what is typed meanwhile stays.
  const arrival = Promise.withResolvers<void>()
  await page.route(/\/leads$/, async (route) => {
    if (route.request().method() === 'POST') await arrival.promise
    await route.fallback()
  })
  await reopen()
  await form.getByLabel('Name').fill('Fred Slow')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('button', { name: 'Saving…' }).waitFor()
  await form.getByLabel('Budget').fill('$100')
  await page.keyboard.press('Escape')
  await reopen()
  await expect(form.getByLabel('Name')).toHaveValue('')
  await form.getByLabel('Name').fill('Barney')
  arrival.resolve()
  await expect(page.getByText(/of 62 leads$/)).toBeVisible()
  await expect(form.getByLabel('Name')).toHaveValue('Barney')
  await form.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('searchbox', { name: 'Search leads' }).fill('wilma')
  await expect(views(page)).toHaveCount(1)
  await views(page).click()

  // A lead with only a name shows every field, and actions that need a number or an address are disabled.
  const groups = dialog(page).locator('.lead-group')
  await expect(groups.getByRole('heading')).toHaveText([
    'Contact information',
    'Property details',
    'Service information',
    'Lead status',
  ])
  const missing = groups.getByRole('definition').filter({ hasText: /^Not provided$/ })
  await expect(missing).toHaveCount(10)
  await expect(groups.getByRole('definition').first()).toHaveText('Wilma <b>Handmade</b>')
  for (const label of ['Created', 'Updated']) {
    await expect(groups.last().locator('div', { hasText: label }).last()).toContainText('Just now')
  }
  for (const name of ['Call', 'Text', 'Email', 'Directions']) {
    await expect(dialog(page).getByRole('button', { name, exact: true })).toBeDisabled()
  }
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await expect(page.getByRole('tabpanel').getByRole('heading', { name: 'No messages found' })).toBeVisible()
  await page.getByRole('tab', { name: 'Agent Insights' }).click()
  await expect(page.getByRole('tabpanel')).toContainText('not extracted any information')

  await chooseMore(dialog(page), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit lead' })
  await edit.getByLabel('Phone').fill('512 555 0142')
  await edit.getByLabel('Email').fill('wilma@example.com')
  await edit.getByLabel('Property address').fill('1 Elm St & Oak Ave')
  await edit.getByLabel('Budget').fill('$900')
  await edit.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Lead Details' }).click()
  await expect(dialog(page)).toContainText('$900')
  await expect(groups.getByRole('link', { name: '(512) 555-0142' })).toHaveAttribute(
    'href',
    'tel:+15125550142',
  )
  const link = (name: string) => dialog(page).getByRole('link', { name, exact: true })
  await expect(link('Call')).toHaveAttribute('href', 'tel:+15125550142')
  await expect(link('Email')).toHaveAttribute(
    'href',
    /^mailto:wilma%40example\.com\?subject=Your%20request%20to%20/,
  )
  await expect(link('Directions')).toHaveAttribute(
    'href',
    /1%20Elm%20St%20%26%20Oak%20Ave|1\+Elm\+St\+%26\+Oak\+Ave/,
  )
  const card = page.waitForEvent('download')
  await chooseMore(dialog(page), 'Save contact')
  const text = await readFile(await (await card).path(), 'utf8')
  expect(text).toContain(
    'FN:Wilma <b>Handmade</b>\r\nTEL;TYPE=CELL:+15125550142\r\nEMAIL:wilma@example.com\r\n',
  )

  await chooseMore(dialog(page), 'Delete')
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The lead is restored')).toBeVisible()
  await expect(views(page)).toHaveCount(1)
})

test('contacts a lead by call, text, and email, and asks how the call went', async ({ page }) => {
  await page.goto('/leads?status=new')
  await page.getByRole('button', { name: 'Call now' }).click()
  const queue = page.getByRole('dialog', { name: /^Call now/ })
  await queue.getByRole('button', { name: /^View/ }).first().click()
  const call = dialog(page).getByRole('link', { name: 'Call' })
  await expect(call).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  await dialog(page).getByRole('button', { name: 'Text' }).click()
  await dialog(page).getByLabel('Message').fill('See you at 5 & bring boots')
  await expect(dialog(page).getByRole('link', { name: 'Open messages' })).toHaveAttribute(
    'href',
    /^sms:\+1\d{10}\?&body=See%20you%20at%205%20%26%20bring%20boots$/,
  )
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await expect(dialog(page).getByText('How did the call go?')).toBeHidden()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await dialog(page).getByRole('button', { name: 'No answer' }).click()
  await expect(dialog(page)).toContainText('Called, no answer')

  await call.click()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const asked = dialog(page).getByRole('group', { name: 'How did the call go?' })
  await expect(asked.getByRole('button')).toHaveText([
    'Reached',
    'Book a call…',
    'No answer',
    'Voicemail',
    'Converted',
    'Lost',
    'Not now',
  ])
  await asked.getByRole('button', { name: 'Converted' }).click()
  await expect(page.getByText('Lead status updated to converted')).toBeVisible()
  await expect(asked).toBeHidden()
})

test('the list works by keyboard, also after a form was left open', async ({ page }) => {
  const menu = page.getByRole('navigation').getByRole('link', { name: 'Leads' }).first()
  await page.goto('/')
  await menu.click()
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await expect(form).toBeVisible()
  // The user's Back would close the form.
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/$/)
  await menu.click()
  await expect(views(page).first()).toBeVisible()
  await expect(form).toBeHidden()

  const names = page.getByRole('table').locator('.lead-title a')
  await expect(names).toHaveCount(20)
  // The shortcuts load with the first key. The first row has no row above it.
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(names.first()).toBeFocused({ timeout: 1_000 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(names.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.locator('.lead-panel')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(panel).toContainText('2 of 60')
  await page.keyboard.press('k')
  await expect(panel).toContainText('1 of 60')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search leads' })).toBeFocused()
})

test('an owner without leads sees a sample with guidance for each status', async ({
  page,
  reset,
  signIn,
}) => {
  await reset({ leads: 0 })
  await signIn()
  await page.goto('/leads')
  await page.getByRole('button', { name: 'See a sample lead' }).click()
  const sample = page.getByRole('dialog', { name: /sample/ })
  const guidance = sample.getByRole('status')
  const texts = new Set<string | null>()
  for (const status of ['new', 'qualified', 'booked', 'lost']) {
    await sample.getByRole('radio', { name: status }).check()
    texts.add(await guidance.textContent())
  }
  expect(texts.size).toBe(4)
})

test('a field that a colleague also changed is shown with both values, and the choice is saved', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/409 \(Conflict\)|ERR_INTERNET_DISCONNECTED/)
  await page.goto('/leads')
  const form = page.getByRole('dialog', { name: 'Edit lead' })
  const both = form.getByRole('region', { name: 'Someone else changed these fields' })
  const id = (await page.locator('tr[data-row-key]').first().getAttribute('data-row-key')) ?? ''
  await test.step('online', async () => {
    await views(page).first().click()
    await chooseMore(dialog(page), 'Edit')
    await form.getByLabel('Budget').fill('$913')
    await form.getByLabel('Timeline').fill('In June')
    await storeElsewhere(page, GREEN, `leads/${id}`, { budget: '$717', property_size: '2 acres' })
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(both.locator('[data-conflict]')).toHaveCount(1)
    await expect(both).toContainText('$913')
    await expect(both).toContainText('$717')
    await expect(form.getByLabel('Property size')).toHaveValue('2 acres')
    await both.getByRole('button', { name: 'Keep mine: Budget' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Lead saved')).toBeVisible()
    for (const text of ['$913', 'In June', '2 acres']) await expect(dialog(page)).toContainText(text)
  })

  await test.step('a change made offline is refused on return, and can be reviewed', async () => {
    await page.context().setOffline(true)
    await chooseMore(dialog(page), 'Edit')
    await form.getByLabel('Budget').fill('$950')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await storeElsewhere(page, GREEN, `leads/${id}`, { budget: '$750' })
    await page.context().setOffline(false)
    await page.keyboard.press('Escape')
    await page
      .getByRole('alert')
      .filter({ hasText: 'Failed to update lead' })
      .getByRole('button', { name: 'Review' })
      .click()
    await expect(form.getByRole('textbox', { name: 'Budget' })).toHaveValue('$950')
    await form.getByRole('button', { name: 'Save' }).click()
    await both.getByRole('button', { name: 'Take theirs: Budget' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText('Failed to update lead')).toBeHidden()
  })

  await test.step('a change of a lead that is not in the list cannot be reviewed, and says so', async () => {
    await views(page).first().click()
    await chooseMore(dialog(page), 'Edit')
    const edited = new URL(page.url()).searchParams.get('lead') ?? ''
    await form.getByLabel('Budget').fill('$913')
    await page.context().setOffline(true)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await storeElsewhere(page, GREEN, `leads/${edited}`, { budget: '$717' })
    await page.keyboard.press('Escape')
    await page.route(/\/leads(\?|$)/, (route) =>
      route.request().url().includes('/api/v1/') && route.request().method() === 'GET'
        ? answerWith(200, [])(route)
        : route.fallback(),
    )
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Auto-Mark Lost' }).click()
    await expect(page.getByRole('heading', { name: 'No leads yet' })).toBeVisible()
    await page.getByRole('alert').getByRole('button', { name: 'Review' }).click()
    await expect(page.getByText('This lead is not in the list.')).toBeVisible()
  })
})
