import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored } from '../support/settings.ts'
import { visit } from '../support/visiting.ts'

const QUESTION = 'Do you bring your own fuel?'
const ANSWER = 'Yes, we bring our own.'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('two taps answer a visitor’s open question and teach the agent; a wish for texts decides the button', async ({
  page,
  request,
}) => {
  const chat = await visit(request, GREEN, [
    'Weekly mowing for a quarter acre',
    "I'm Ana Petrov",
    '614-555-0162 please text me, calls are no good',
    QUESTION,
  ])
  await page.goto('/leads')
  await page.getByRole('link', { name: 'Ana Petrov', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Ana Petrov' })
  const summary = panel.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('paragraph')).toHaveText(/Lawn Care & Maintenance, .*quarter acre\. $/)
  await expect(panel.getByRole('definition').filter({ hasText: 'Text messages, not calls' })).toBeVisible()
  await expect(panel.getByText('Asked:')).toHaveCount(0)
  await expect(panel.getByText('Prefers text')).toHaveCount(0)
  await expect(panel.getByRole('link', { name: 'Text' })).toHaveAttribute(
    'href',
    /^sms:\+16145550162\?&body=/,
  )
  await expect(panel.locator('.contact-actions .button:not(.quiet)')).toHaveText(['Text'])

  const question = summary.getByRole('button', { name: QUESTION })
  await question.click()
  const field = summary.getByRole('textbox', { name: `Answer: ${QUESTION}` })
  await expect(field).toBeFocused()
  await expect(summary.getByRole('checkbox', { name: "Also add to the agent's answers" })).toBeChecked()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    expect(await accessibilityProblems(page)).toEqual([])
  }
  await page.keyboard.type(ANSWER)
  await summary.getByRole('button', { name: 'Send to Ana' }).click()
  await expect(question).toHaveCount(0)
  await expect(panel.getByRole('region', { name: 'History' })).toContainText(ANSWER)
  await expect.poll(async () => (await chat.read()).text()).toContain(ANSWER)
  expect(await readStored(page, GREEN, 'faqs')).toContainEqual(
    expect.objectContaining({ question: QUESTION, answer: ANSWER }),
  )
})

test('the summary and its parts are edited in place, and a lead with only a name has none', async ({
  page,
}) => {
  await page.goto('/leads')
  await page.getByRole('button', { name: 'Add lead' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.keyboard.type('Nobody Known')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Nobody Known', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Nobody Known' })
  await expect(panel.getByRole('button', { name: 'Service', exact: true })).toBeVisible()
  const summary = panel.getByRole('region', { name: 'Summary' })
  await expect(summary).toBeHidden()
  await panel.getByRole('button', { name: 'Service', exact: true }).click()
  await page.keyboard.type('weekly mowing')
  await page.keyboard.press('Enter')
  await expect(summary.getByRole('paragraph')).toHaveText('Edit Service: Weekly mowing. ')
  const part = summary.getByRole('button', { name: 'Edit Service: Weekly mowing' })
  await expect(part).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(summary.getByRole('textbox', { name: 'Service' })).toHaveValue('weekly mowing')
  await page.keyboard.press('Escape')
  await expect(part).toBeFocused()
})

test('a call from a row asks about the outcome', async ({ page }) => {
  await page.goto('/leads')
  const row = page.getByRole('table').getByRole('row').nth(1)
  const call = row.getByRole('link', { name: /^Call / })
  await expect(call).toContainText(/\(\d{3}\) \d{3}-\d{4}$/)
  await expect(call).toHaveAttribute('href', /^tel:\+1\d{10}$/)
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await expect(page).toHaveURL(/\/leads$/)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  const asked = page.getByRole('dialog', {
    name: (await row.locator('.lead-title a').first().textContent()) ?? '',
  })
  await asked.getByRole('button', { name: 'Voicemail' }).click()
  await expect(asked).toBeHidden()
  await expect(page.getByText('Noted')).toBeVisible()
})
