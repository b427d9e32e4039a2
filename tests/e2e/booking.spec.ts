import { chatOf, quickReplies, say, sayWhat, sayWho, snippetOf } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openHostPage } from '../support/host-page.ts'
import { chooseMore } from '../support/more-menu.ts'

const GREEN = 'org_greenacres'
/** Maximum delay until a lead appears in the owner's open list after its visitor was answered. */
const LIVE_MS = 2_000

test("a visitor of another website becomes a lead and a booking in the owner's open list, and the slot is taken", async ({
  page,
  reset,
  signIn,
  visitor,
  browser,
}) => {
  test.slow()
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await openHostPage(visitor, { body: `<h1>A shop</h1>${snippetOf(GREEN)}` })
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  const chat = chatOf(visitor)
  await sayWho(chat, 'Jane Doe')
  const isLive = { timeout: LIVE_MS }
  await expect(page.getByText('New lead: Jane Doe')).toBeVisible(isLive)
  await expect(page.getByRole('row').filter({ hasText: 'Jane Doe' })).toContainText(/new/i, isLive)
  await sayWhat(chat)

  const second = await browser.newContext()
  const other = await second.newPage()
  await other.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`)
  await sayWho(other, 'Lena Comer')
  await sayWhat(other)
  const slot = (await quickReplies(chat).first().textContent()) ?? ''
  await expect(quickReplies(other).first()).toHaveText(slot)

  await quickReplies(chat).first().click()
  const card = chat.getByRole('region', { name: 'Your estimate call' })
  await expect(card).toContainText('Estimate call booked')
  await expect(page.getByText('Estimate booked: Jane Doe')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Jane Doe' })).toContainText(/converted/i)
  const [calendar] = await Promise.all([
    visitor.waitForEvent('download'),
    card.getByRole('link', { name: 'Add to calendar' }).click(),
  ])
  expect(calendar.suggestedFilename()).toBe('estimate.ics')

  await quickReplies(other).first().click()
  await expect(other.getByRole('log')).toContainText('Sorry, that time has just been taken.')
  await expect(quickReplies(other).first()).not.toHaveText(slot)
  await quickReplies(other).first().click()
  await expect(other.getByRole('region', { name: 'Your estimate call' })).toContainText(
    'Estimate call booked',
  )
  await say(other, 'please cancel the call', 'Your estimate call is canceled')
  await expect(other.getByRole('region', { name: 'Your estimate call' })).toBeHidden()
  await second.close()

  await page.getByRole('row').filter({ hasText: 'Jane Doe' }).getByText('View', { exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Scheduled')
  await visitor.reload()
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await expect(card).toContainText('Estimate call booked')

  // The visitor calls the business, and the owner cancels.
  const lead = page.getByRole('dialog').filter({ hasText: 'Scheduled' })
  await chooseMore(lead, 'Cancel call…')
  const question = page.getByRole('dialog', { name: 'Cancel this estimate call?' })
  // The visitor gave only a phone number.
  await expect(question).toContainText('The time becomes free again. No message is sent:')
  await question.getByRole('button', { name: 'Keep call' }).click()
  await expect(question).toBeHidden()
  await chooseMore(lead, 'Cancel call…')
  await question.getByRole('button', { name: 'Cancel call' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('dialog')).toContainText('Canceled')
  const canceled = /^Canceled by .+: \w+day, \w+ \d+ at \d+:\d\d [AP]M \w+$/
  await expect(card).toHaveText(canceled)
  await visitor.reload()
  await visitor.getByRole('button', { name: /^Chat with us: / }).click()
  await expect(card).toHaveText(canceled)
  await expect(page.getByRole('row').filter({ hasText: 'Jane Doe' })).toContainText(/new/i)
})
