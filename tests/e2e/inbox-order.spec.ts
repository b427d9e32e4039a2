import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { bubbles, message, say } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { changeAnswer, GREEN } from '../support/organizations.ts'

const needing = (page: Page) => page.getByRole('list', { name: 'Needs a person' })
const next = (page: Page) => page.getByRole('button', { name: /^Next waiting/ })
const field = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })
const bar = (page: Page) => page.locator('.thread-bar').getByRole('status')
const receipt = (page: Page) => page.locator('.message-receipt')

async function reply(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

/** Hides or shows a tab, as its browser does. */
const setHidden = (tab: Page, isHidden: boolean) =>
  tab.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('who needs a person is first, most urgent first; one is answered after the other', async ({ page }) => {
  await page.goto('/conversations')
  const links = needing(page).getByRole('link')
  await expect(links).toHaveCount(5)
  await expect(links.nth(0)).toHaveAccessibleName(/Needs a person: emergency, waiting .+, 1 unread$/)
  for (const [index, reason] of ['emergency', 'danger', 'complaint', 'Asked', 'unanswered'].entries())
    await expect(links.nth(index)).toHaveAccessibleName(new RegExp(reason))
  await expect(needing(page).getByText(/^Waiting/)).toHaveCount(5)
  await expect(page.getByRole('combobox', { name: 'Channel' })).toHaveCount(0)

  await links.nth(0).click()
  await expect(field(page)).toBeVisible()
  await expect(next(page)).toBeHidden()
  await reply(page, 'Please leave the house')
  await expect(next(page)).toContainText('Next waiting 4')
  await expect(links).toHaveCount(4)
  expect(await accessibilityProblems(page)).toEqual([])
  await next(page).click()
  await expect(bar(page)).toContainText('possible danger')
  await expect(next(page)).toBeHidden()

  await reply(page, 'Is everyone safe?')
  await expect(next(page)).toContainText('Next waiting 3')
  await field(page).press('Control+Enter')
  await expect(bar(page)).toContainText('complaint')
  await page.getByRole('heading', { level: 2 }).first().click()
  await page.keyboard.press('w')
  await expect(bar(page)).toContainText('Asked for a person')
})

test('the last one that is answered leads nowhere else', async ({ page }) => {
  await page.goto('/conversations')
  for (let left = 4; left >= 0; left -= 1) {
    await needing(page).getByRole('link').first().click()
    await expect(bar(page)).not.toContainText('You are answering')
    await reply(page, `Hello ${left}`)
    await expect(needing(page).getByRole('link')).toHaveCount(left)
    if (left > 0) await expect(next(page)).toContainText(`Next waiting ${left}`)
  }
  await expect(needing(page)).toHaveCount(0)
  await expect(next(page)).toHaveCount(0)
})

test('a draft that finds nothing says so where the button is', async ({ page }) => {
  await page.route(/\/draft$/, (route) => route.fulfill({ json: { draft: null } }))
  await page.goto('/conversations')
  await needing(page).getByRole('link').first().click()
  const help = page.locator('.reply-help')
  await help.getByRole('button', { name: 'Draft' }).click()
  await expect(help.getByRole('status')).toContainText('don’t answer the visitor’s last message')
  await expect(page.locator('.toast')).toHaveCount(0)
})

test('a member sees whether the visitor is there and has read, with two tabs as one visitor', async ({
  page,
  visitor,
}) => {
  const [started] = await Promise.all([
    visitor.waitForResponse(/\/conversations$/),
    visitor.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`),
  ])
  const { conversation_id } = await started.json()
  await say(visitor, 'mowing', 'And your name?')
  await page.goto(`/conversations/${conversation_id}`)
  await expect(bar(page)).toContainText('Here now')
  await expect(page.locator('.reply-absence')).toHaveCount(0)

  await reply(page, 'Olivia here')
  await expect(bubbles(visitor).last()).toContainText('Olivia here')
  await expect(receipt(page)).toHaveText(/^Seen \d/)

  const other = await visitor.context().newPage()
  await other.goto(visitor.url())
  await expect(bubbles(other).last()).toContainText('Olivia here')
  const reports = () => other.waitForRequest(/\/presence$/)
  await Promise.all([reports(), setHidden(other, true)])
  await Promise.all([reports(), setHidden(other, false)])
  await setHidden(visitor, true)
  await expect(bar(page)).toContainText('Here now')
  await other.close()
  await expect(bar(page)).toContainText('Left just now')
  await expect(page.locator('.reply-absence')).toHaveText(
    /^Visitor .*left just now\. Your reply waits in the chat, because there is no email address/,
  )
  await reply(page, 'Are you there?')
  await expect(receipt(page)).toHaveText('Delivered')
  expect(await accessibilityProblems(page)).toEqual([])

  await setHidden(visitor, false)
  await expect(bar(page)).toContainText('Here now')
  await expect(receipt(page)).toHaveText(/^Seen \d/)
  await message(visitor).fill('Yes')
  await message(visitor).press('Enter')
  await expect(receipt(page)).toHaveCount(0)
})

test('an API that knows nothing about presence shows none', async ({ page }) => {
  await page.route(
    /\/conversations\/[^/]+$/,
    changeAnswer(({ visitor: _, ...json }) => json),
  )
  await page.goto('/conversations')
  await needing(page).getByRole('link').first().click()
  await reply(page, 'Olivia here')
  await expect(bar(page)).toHaveText('You are answering')
  await expect(page.locator('.reply-absence, .message-receipt, .thread-presence')).toHaveCount(0)
})
