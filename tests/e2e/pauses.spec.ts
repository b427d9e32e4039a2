import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { bubbles, say } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { answerWith, GREEN } from '../support/organizations.ts'

const openChat = (visitor: Page) => visitor.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`)
const agent = (page: Page) => page.getByRole('switch', { name: 'Answers visitors' })
const booking = (page: Page) => page.getByRole('switch', { name: 'Takes bookings' })
const status = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Bot Status' })
const notice = (page: Page) => page.getByRole('region', { name: 'Pause' })

test.beforeEach(async ({ reset, signIn, page }) => {
  await reset()
  await signIn()
  await page.goto('/')
})

test('the owner pauses the agent with two clicks, and resumes', async ({ page, visitor }) => {
  await agent(page).click()
  await expect(page.getByRole('button', { name: 'For 1 hour' })).toBeFocused()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('button', { name: 'For 1 hour' }).click()
  await expect(status(page)).toContainText(/Paused\s*Until (?:\d|tomorrow)/)
  await expect(notice(page)).toContainText(/Agent paused until (?:\d|tomorrow).*Visitors can leave a message/)
  await expect(booking(page)).toBeDisabled()
  expect(await accessibilityProblems(page)).toEqual([])

  await openChat(visitor)
  await expect(bubbles(visitor).first()).toContainText("We can't chat at the moment")
  await expect(visitor.getByText('Leave a message', { exact: true })).toBeVisible()
  await say(visitor, 'Please trim my hedge on Friday, 614-555-0188', 'And your name?')

  await notice(page).getByRole('button', { name: 'Resume' }).click()
  await expect(status(page)).toContainText('Online 24/7')
  await expect(notice(page)).toHaveCount(0)
  await visitor.reload()
  await expect(visitor.getByText('Leave a message', { exact: true })).toHaveCount(0)
})

test('another tab shows a pause of booking, and Undo resumes', async ({ page, context }) => {
  await booking(page).click()
  await page.getByRole('button', { name: 'Until you resume' }).click()
  await expect(status(page)).toContainText('Booking paused until you resume')
  await expect(agent(page)).toBeChecked()
  const other = await context.newPage()
  await other.goto('/')
  await expect(notice(other)).toContainText('Booking paused until you resume')
  await notice(other).getByRole('button', { name: 'Resume' }).click()
  await expect(status(other)).toContainText('Online 24/7')
  await page.reload()
  await booking(page).click()
  await page.getByRole('button', { name: 'For 1 hour' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(status(page)).toContainText('Online 24/7')
  await expect(booking(page)).toBeChecked()
})

test('another time must be in the future', async ({ page }) => {
  await agent(page).click()
  await page.getByRole('button', { name: 'Until another time…' }).click()
  const begin = page.getByRole('button', { name: 'Pause', exact: true })
  await expect(begin).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(agent(page)).toBeFocused()
  await expect(agent(page)).toBeChecked()
})

test.describe('an API that fails', () => {
  test('is reported, and nothing is paused', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of (?:404|503)/)
    await page.route('**/pauses/agent', answerWith(503, { message: 'Please try again later' }))
    await agent(page).click()
    await page.getByRole('button', { name: 'For 1 hour' }).click()
    await expect(page.getByText('Failed to save the pause')).toBeVisible()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(status(page)).toContainText('Online 24/7')
  })

  test('shows no switches if it has no pauses', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of (?:404|503)/)
    await page.route('**/pauses', answerWith(404, { message: 'Not found' }))
    await page.reload()
    await expect(status(page)).toContainText('Online 24/7')
    await expect(agent(page)).toHaveCount(0)
  })
})
