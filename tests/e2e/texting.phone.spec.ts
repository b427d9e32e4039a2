import type { APIRequestContext, Page } from '@playwright/test'
import type { Lead } from '../../src/contract/leads.ts'
import type { NotificationPage } from '../../src/contract/notifications.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { chooseMore } from '../support/more-menu.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored } from '../support/settings.ts'
import { visit } from '../support/visiting.ts'

const PHONE = '+16145550188'
const SMS = `${TEST_ORIGINS.api}/__local/sms`
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })

/** The number that the business has of its own, and its account. */
const OWN = { number: '+15005550007', account: `AC${'1'.repeat(32)}`, token: 'local-own-account' }

/** Sends a text from the customer's phone: to the shared number, or to another one. */
async function text(request: APIRequestContext, said: string, to?: string): Promise<void> {
  const answer = await request.post(`${SMS}/reply`, {
    multipart: { phone: PHONE, text: said, ...(to && { to }) },
  })
  expect(answer.ok()).toBe(true)
}

/** What the customer's phone has received. */
const received = async (request: APIRequestContext): Promise<string> =>
  (await request.get(`${SMS}.json?to=${encodeURIComponent(PHONE)}`)).text()

test('a customer answers a text, the agent replies, and the owner takes over by text from a phone', async ({
  page,
  request,
  reset,
  signIn,
}) => {
  test.slow()
  await reset()
  await signIn()
  const chat = await visit(request, GREEN, [
    'I need weekly mowing',
    'Renee Oduya, 614-555-0188',
    '40 Post Rd, Dublin, OH 43017',
    'tomorrow at 1pm',
    'yes',
  ])
  await chat.wantTexts(PHONE)
  await expect.poll(() => received(request)).toContain('Your estimate call is booked')

  await text(request, 'do you also spread mulch?')
  await expect.poll(() => received(request)).toContain('the automated assistant of Green Acres')

  await page.goto('/conversations')
  await page.getByRole('link', { name: /Renee Oduya/ }).click()
  await expect(page.getByText('do you also spread mulch?').last()).toBeVisible()
  await expect(page.getByText('Your reply is sent as a text to (614) 555-0188.')).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  await reply(page).fill('Yes, we do. I can bring some tomorrow.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => received(request)).toContain('Yes, we do. I can bring some tomorrow.')
  await expect(page.getByText('Delivered')).toBeVisible()

  await text(request, 'great, thanks!')
  await expect(page.getByText('great, thanks!').last()).toBeVisible()
  expect((await received(request)).match(/automated/g)).toHaveLength(1)
})

test('a text to the business becomes a lead, which the owner answers, books, and converts on a phone', async ({
  page,
  request,
  reset,
  signIn,
}) => {
  test.slow()
  await reset()
  await signIn()
  await page.goto('/agent#section-phone')
  const section = page.getByRole('region', { name: 'Phone' })
  await section.getByRole('button', { name: 'Use your own number' }).click()
  await section.getByLabel('Account SID').fill(OWN.account)
  await section.getByLabel('Auth token').fill(OWN.token)
  await section.getByLabel('Phone number', { exact: true }).fill(OWN.number)
  await section.getByRole('button', { name: 'Connect number' }).tap()
  await expect(section.getByText('Your texts come from your own number (500) 555-0007.')).toBeVisible()
  const leadOf = async () =>
    (await readStored<Lead[]>(page, GREEN, 'leads')).find(
      ({ prospect_name }) => prospect_name === 'Renee Oduya',
    )

  await text(request, 'hi, do you do weekly mowing?', OWN.number)
  await expect.poll(() => received(request)).toContain('the automated assistant of Green Acres')
  await text(request, 'Renee Oduya', OWN.number)
  await expect.poll(leadOf).toMatchObject({ prospect_phone: '(614) 555-0188', status: 'new' })
  const lead = await leadOf()

  await page.goto('/conversations')
  await page.getByRole('link', { name: /Renee Oduya/ }).click()
  await reply(page).fill('Hi Renee, I have time this week.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => received(request)).toContain('Hi Renee, I have time this week.')

  await page.goto(`/leads/${lead?.id}`)
  const main = page.getByRole('main')
  await chooseMore(main, 'Book call…')
  const dialog = page.getByRole('dialog', { name: 'Book an estimate call' })
  await dialog.getByRole('group', { name: /^Time/ }).locator('label').first().click()
  await dialog.getByRole('button', { name: 'Book call' }).click()
  await expect(dialog).toBeHidden()
  await expect(main).toContainText('Booked an estimate call')
  await expect.poll(leadOf).toMatchObject({ status: 'converted', booking_status: 'scheduled' })
  // At night, the text waits until the morning.
  const { notifications } = await readStored<NotificationPage>(
    page,
    GREEN,
    `notifications?lead_id=${lead?.id}`,
  )
  const confirmation = notifications.find(({ kind }) => kind === 'confirmation')
  expect(confirmation).toMatchObject({ channel: 'sms', recipient: PHONE, audience: 'visitor' })
  if (confirmation?.due_at === null) {
    await expect.poll(() => received(request)).toContain('Your estimate call is booked')
  }
})
