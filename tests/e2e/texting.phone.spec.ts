import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { visit } from '../support/visiting.ts'

const PHONE = '+16145550188'
const SMS = `${TEST_ORIGINS.api}/__local/sms`
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })

/** Sends a text from the customer's phone. */
async function text(request: APIRequestContext, said: string): Promise<void> {
  const answer = await request.post(`${SMS}/reply`, { multipart: { phone: PHONE, text: said } })
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
