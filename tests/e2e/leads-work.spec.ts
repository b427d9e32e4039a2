import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tab') })
const views = (page: Page) => page.getByRole('table').getByRole('link', { name: /^View / })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('adds, changes and deletes a lead by hand; a deletion can be undone', async ({ page }) => {
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Add lead' }).click()
  const form = page.getByRole('dialog', { name: 'Add lead' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toHaveText('Please enter a name, an email or a phone number')
  await form.getByLabel('Name').fill('Wilma Handmade')
  await form.getByLabel('Phone').fill('512 555 0142')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Lead added')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search leads' }).fill('wilma')
  await expect(views(page)).toHaveCount(1)
  await views(page).click()
  await dialog(page).getByRole('button', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit lead' })
  await edit.getByLabel('Budget').fill('$900')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page)).toContainText('$900')

  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No leads match')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The lead is back')).toBeVisible()
  await expect(views(page)).toHaveCount(1)
})

test('reaches a lead by call, text and e-mail, and asks how the call went', async ({ page }) => {
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
})

test('exports what the filter shows', async ({ page }) => {
  await page.goto('/leads?status=converted')
  const total = Number(/of (\d+) leads/.exec((await page.getByText(/of \d+ leads/).textContent()) ?? '')?.[1])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^leads-green-acres-lawn-landscape-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFFLead,')).toBe(true)
  expect(text.match(/,Converted,/g)).toHaveLength(total)
})

test('works by keyboard: search, walk, open, walk on, list the keys', async ({ page }) => {
  await page.goto('/leads')
  await expect(views(page)).toHaveCount(20)
  // The bars above the list bring the keys along.
  await expect(async () => {
    await page.keyboard.press('j')
    await expect(views(page).first()).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(views(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('2 of 60')
  await page.keyboard.press('k')
  await expect(dialog(page)).toContainText('1 of 60')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
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
