import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { answerWith, GREEN } from '../support/organizations.ts'
import { visit } from '../support/visiting.ts'

const TRACES = '**/messages/*/trace'
const WHY = 'Why did it say that?'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const bubble = (page: Page, text: string) => messages(page).getByRole('listitem').filter({ hasText: text })
const dialog = (page: Page) => page.getByRole('dialog', { name: WHY })
const why = (page: Page, text: string) => bubble(page, text).getByRole('button', { name: WHY })

async function openThread(page: Page, lines: readonly string[]): Promise<void> {
  const { id } = await visit(page.request, GREEN, lines)
  await page.goto(`/conversations/${id}`)
  await expect(bubble(page, lines.at(-1) ?? '')).toBeVisible()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('an answer shows what was understood and noted, and the settings that it comes from', async ({
  page,
}) => {
  let reads = 0
  await page.route(TRACES, async (route) => {
    reads += 1
    await route.continue()
  })
  await openThread(page, ['Are you insured?', "I'm Jane Doe, 614-555-0188"])

  // The greeting and the visitor's messages have no reasons.
  await expect(messages(page).getByRole('listitem').first().getByRole('button', { name: WHY })).toHaveCount(0)
  await expect(why(page, "I'm Jane Doe")).toHaveCount(0)

  const answer = bubble(page, 'insured').filter({ has: page.getByRole('button', { name: WHY }) })
  const button = answer.getByRole('button', { name: WHY })
  await expect(button).toHaveCSS('opacity', '0')
  await answer.hover()
  await expect(button).toHaveCSS('opacity', '1')
  await page.mouse.move(0, 0)
  await expect(button).toHaveCSS('opacity', '0')
  await button.focus()
  await expect(button).toHaveCSS('opacity', '1')
  expect(reads).toBe(0)

  await button.press('Enter')
  await expect(dialog(page)).toContainText('Visitor: Are you insured?')
  await expect(dialog(page)).toContainText(/The visitor asks about insurance or licenses \(\d+%\)/)
  await expect(dialog(page)).toContainText('From your FAQs for “Are you insured?”')
  await expect(dialog(page)).toContainText('not a language model')
  await expect(dialog(page).getByRole('link', { name: 'Answer this question' })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  expect(reads).toBe(1)

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(button).toBeFocused()
  await expect(messages(page)).toBeVisible()

  await messages(page).getByRole('button', { name: WHY }).last().click()
  await expect(dialog(page).getByRole('definition').first()).toHaveText('Jane Doe')
  await expect(dialog(page)).toContainText("(614) 555-0188 from “I'm Jane Doe, 614-555-0188”")
  await page.keyboard.press('Escape')

  await button.press('Enter')
  await expect(dialog(page)).toContainText('From your FAQs')
  expect(reads).toBe(2)
  await dialog(page).getByRole('link', { name: 'Edit in Frequently Asked Questions' }).click()
  await expect(page).toHaveURL(/\/agent#section-faqs$/)
  await expect(page.locator('#section-faqs summary')).toBeFocused()
})

test('a question that no text answers becomes an FAQ', async ({ page }) => {
  await openThread(page, ['Can I buy a hat with your logo?'])
  await messages(page).getByRole('button', { name: WHY }).last().press('Enter')
  await expect(dialog(page)).toContainText('It uses none of your texts')
  await dialog(page).getByRole('link', { name: 'Answer this question in your FAQs' }).click()
  await expect(page.getByRole('textbox', { name: 'Answer 1', exact: true })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Question 1', exact: true })).toHaveValue(
    'Can I buy a hat with your logo?',
  )
  await expect(page).toHaveURL(/\/agent#faqs$/)
})

test('a danger is named, and what no one understands is admitted', async ({ page }) => {
  await openThread(page, ['I smell gas in the house'])
  await messages(page).getByRole('button', { name: WHY }).last().press('Enter')
  await expect(dialog(page)).toContainText('It recognized a danger: a gas leak.')
  await expect(dialog(page).getByRole('link', { name: 'Answer this question' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await openThread(page, ['zorp blib qua'])
  await messages(page).getByRole('button', { name: WHY }).last().press('Enter')
  await expect(dialog(page)).toContainText('It did not understand this message.')
})

test.describe('when the reasons cannot be loaded', () => {
  test.use({ expectedErrors: [/status of 40[04]/] })

  test('they can be requested again, and may be gone', async ({ page }) => {
    await page.route(TRACES, answerWith(400, { message: 'Not today' }))
    await openThread(page, ['Are you insured?'])
    const button = messages(page).getByRole('button', { name: WHY }).last()
    await button.press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to load the reasons')
    await page.unroute(TRACES)
    await dialog(page).getByRole('button', { name: 'Retry' }).click()
    await expect(dialog(page)).toContainText('From your FAQs')

    await openThread(page, ['Are you insured?'])
    await page.route(TRACES, answerWith(404, { message: 'Gone' }))
    await button.press('Enter')
    await expect(dialog(page)).toContainText('no longer stored')
  })
})

test('with an API that has no reasons, messages have no button', async ({ page }) => {
  await page.route('**/api/v1/organizations/*/conversations/*', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace(/,?"has_trace":(true|false)/g, '') })
  })
  await openThread(page, ['Are you insured?'])
  await expect(bubble(page, 'Are you insured?')).toBeVisible()
  await expect(messages(page).getByRole('button', { name: WHY })).toHaveCount(0)
})

test('the playground explains the answers to what was just typed, latest first', async ({ page }) => {
  await page.goto('/playground')
  const modal = page.getByRole('dialog', { name: 'Widget Preview' })
  const chat = page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
  await expect(chat.getByRole('listitem')).toHaveCount(1)
  const explain = modal.getByRole('button', { name: WHY })
  await expect(explain).toHaveCount(0)

  const input = chat.getByLabel('Your message')
  await input.fill('Are you insured?')
  await input.press('Enter')
  await explain.click()
  await expect(dialog(page)).toContainText('From your FAQs')
  await page.keyboard.press('Escape')
  await expect(explain).toBeFocused()

  await input.fill('Can I buy a hat with your logo?')
  await input.press('Enter')
  await expect(chat.getByRole('listitem').filter({ hasText: 'asked the team' })).toHaveCount(1)
  await explain.click()
  const turns = dialog(page).locator('details')
  await expect(turns).toHaveCount(2)
  await expect(turns.first()).toContainText('Visitor: Can I buy a hat with your logo?')
  await expect(turns.first().getByRole('link', { name: 'Answer this question in your FAQs' })).toBeVisible()
  await turns.last().locator('summary').press('Enter')
  await expect(turns.last()).toContainText('From your FAQs')
  await expect(turns.last().getByRole('link', { name: /^Edit in/ })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])

  await page.keyboard.press('Escape')
  await modal.getByRole('button', { name: 'Refresh' }).click()
  await expect(chat.getByRole('listitem')).toHaveCount(1)
  await expect(explain).toHaveCount(0)
})
