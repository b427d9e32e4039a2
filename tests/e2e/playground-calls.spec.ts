import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'

const phone = (page: Page) => page.getByRole('region', { name: /^Call your agent/ })
const turns = (page: Page) => phone(page).getByRole('log').getByRole('listitem')
const status = (page: Page) => phone(page).getByRole('status')
const button = (page: Page, name: string) => phone(page).getByRole('button', { name, exact: true })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

/** Opens the phone, and calls the agent, who isn't heard. */
async function call(page: Page): Promise<void> {
  await page.goto('/playground')
  await page.getByRole('button', { name: 'Try by phone' }).click()
  await phone(page).getByRole('switch', { name: 'Hear the agent' }).click()
  await button(page, 'Call').click()
  await expect(status(page)).toHaveText('The agent is speaking')
}

/** Lets time pass in the page until the agent has finished an answer with certain words. */
const hears = (page: Page, expected: RegExp) =>
  expect(async () => {
    await page.clock.runFor(5_000)
    const all = await turns(page).allTextContents()
    const asked = all.findLastIndex((text) => !text.startsWith('Agent:'))
    expect(all.slice(asked + 1).join(' ')).toMatch(expected)
    expect(await status(page).textContent()).toBe('The agent is listening')
  }).toPass()

async function say(page: Page, text: string, expected: RegExp): Promise<void> {
  await phone(page).getByRole('textbox', { name: 'What the caller says' }).fill(text)
  await page.keyboard.press('Enter')
  await hears(page, expected)
}

test('a phone in the playground books an estimate, which is a test with its call', async ({
  page,
  request,
}) => {
  await page.clock.install()
  await call(page)
  await expect(phone(page).getByText('Test', { exact: true })).toBeVisible()
  await expect(phone(page).getByRole('timer')).toContainText('0:')
  await hears(page, /the automated assistant of Green Acres/)
  await say(page, 'hi i need my lawn mowed every week', /name\?/)
  await say(page, 'jane doe', /address/)
  await say(page, '12 Oak Street, Columbus, OH 43215', /twelve Oak Street.*Is that right\?/)
  await say(page, 'yes', /\?/)
  await say(page, 'tuesday morning at nine', /Tuesday.*shall I book the call\?/)
  await say(page, 'yes that works', /is booked for Tuesday/)
  expect(await accessibilityProblems(page)).toEqual([])
  await button(page, 'Hang up').click()
  await expect(status(page)).toHaveText('You hung up.')
  expect(await (await request.get(`${TEST_ORIGINS.api}/__local/sms.json`)).json()).toEqual([])

  await phone(page).getByRole('link', { name: 'See the call in Conversations' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Test', { exact: true }).first()).toBeVisible()
  await expect(main.getByText(/Booked$/).first()).toBeVisible()
  await expect(main.getByText(/Jane Doe called about .* Booked: Tuesday/).first()).toBeVisible()
})

test('words that interrupt the agent cut it off, keys reach it, and the call ends', async ({ page }) => {
  await page.clock.install()
  await call(page)
  await page.clock.runFor(900)
  const field = phone(page).getByRole('textbox', { name: 'What the caller says' })
  await expect(field).toBeFocused()
  await field.fill('my lawn needs mowing')
  await page.keyboard.press('Enter')
  const greeting = turns(page).first()
  await expect(greeting.locator('s')).toContainText('How can I help you?')
  await expect(turns(page).nth(1)).toContainText('Caller: my lawn needs mowing')
  await hears(page, /name\?/)
  await button(page, '0').click()
  await expect(turns(page).last()).toContainText('Key 0')
  await hears(page, /person|team|call you/)
  await button(page, 'Hang up').click()
  await expect(status(page)).toHaveText('You hung up.')
  await expect(field).toBeHidden()

  // The owner sees what the caller has not heard.
  await phone(page).getByRole('link', { name: 'See the call in Conversations' }).click()
  await expect(page.locator('.message-unheard').first()).toContainText('How can I help you?')
})

test('a call that drops says so, and another one begins anew', async ({ page, context, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await call(page)
  await context.setOffline(true)
  await expect(status(page)).toHaveText('The line dropped. You are offline.')
  await expect(button(page, 'Call again')).toBeDisabled()
  await context.setOffline(false)
  await expect(status(page)).toHaveText('The line dropped.')
  await button(page, 'Call again').click()
  await expect(status(page)).toHaveText('The agent is speaking')
  await expect(turns(page)).toHaveCount(1)
  await button(page, 'Website chat').click()
  await expect(page.locator('iframe[title="Widget preview"]')).toBeVisible()
})

test('the microphone is heard instead of typing, and a refused one is explained', async ({ page }) => {
  await page.addInitScript(() => {
    class Recognition extends EventTarget {
      start() {
        Object.assign(globalThis, { microphone: this })
      }
      abort() {}
    }
    Object.assign(globalThis, { SpeechRecognition: Recognition })
  })
  const hear = (transcript: string, isFinal: boolean) =>
    page.evaluate(
      (result) => {
        const { microphone } = globalThis as unknown as { microphone: EventTarget }
        const results = [Object.assign([{ transcript: result.transcript }], { isFinal: result.isFinal })]
        microphone.dispatchEvent(Object.assign(new Event('result'), { resultIndex: 0, results }))
      },
      { transcript, isFinal },
    )
  await call(page)
  await phone(page).getByRole('switch', { name: 'Microphone' }).click()
  await expect(status(page)).toHaveText('The agent is speaking')
  await hear('i need', false)
  await expect(status(page)).toHaveText('The agent is listening')
  await hear('i need mulch', true)
  await expect(turns(page).filter({ hasText: 'Caller: i need mulch' })).toBeVisible()
  await expect(status(page)).toHaveText('The agent is speaking')
  await page.evaluate(() => {
    const { microphone } = globalThis as unknown as { microphone: EventTarget }
    microphone.dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' }))
  })
  await expect(phone(page).getByRole('alert')).toContainText('doesn’t allow the microphone')
  await expect(phone(page).getByRole('switch', { name: 'Microphone' })).not.toBeChecked()
})

test.describe('with an API that has no test calls', () => {
  test.use({ expectedErrors: [/status of (404|500)/] })

  test('the phone says so, and why a call could not begin', async ({ page }) => {
    await page.route('**/test-calls', (route) => route.fulfill({ status: 404, json: { message: 'No' } }))
    await page.goto('/playground')
    await page.getByRole('button', { name: 'Try by phone' }).click()
    await button(page, 'Call').click()
    await expect(status(page)).toHaveText('Your server cannot play calls yet.')
    await page.unroute('**/test-calls')
    await page.route('**/test-calls', (route) => route.fulfill({ status: 500, json: { message: 'Away' } }))
    await button(page, 'Call again').click()
    await expect(status(page)).toContainText('Away')
    await page.unroute('**/test-calls')
    await button(page, 'Call again').click()
    await expect(status(page)).toHaveText('The agent is speaking')
  })
})
