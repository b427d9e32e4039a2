import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { UNAVAILABLE } from '../support/hold-writes.ts'
import { GREEN } from '../support/organizations.ts'
import { from, withModel } from '../support/translated.ts'
import { visit } from '../support/visiting.ts'

const HOLA = 'Hola, necesito cortar el césped'
const NAME = 'Me llamo Ana Torres'
const LATER = '¿Cuánto cuesta la poda?'
const ENGLISH = {
  [HOLA]: 'Hi, I need my <b>lawn</b> cut',
  [NAME]: 'My name is Ana Torres',
  [LATER]: 'How much is the pruning?',
}

const thread = (page: Page) => page.getByRole('region', { name: 'Messages' })
const bubble = (page: Page, text: string) => thread(page).getByRole('listitem').filter({ hasText: text })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const status = (page: Page) => page.locator('.thread-translation').getByRole('status')

let chat: Awaited<ReturnType<typeof visit>>

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  chat = await visit(page.request, GREEN, [HOLA, NAME])
})

test('without a model, the screen says what a Spanish conversation needs, and says nothing in an English one', async ({
  page,
}) => {
  await page.goto(`/conversations/${chat.id}`)
  await expect(page.getByText('Translation needs a language model.')).toBeVisible()
  await expect(button(page, 'Translate')).toHaveCount(0)
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Emily/ }).click()
  await expect(thread(page)).toContainText('Emily')
  await expect(page.getByText('Translation needs a language model.')).toHaveCount(0)
})

test('an API that translates nothing has no such button', async ({ page }) => {
  await page.route(`**/api/v1/**/conversations/${chat.id}`, async (route) => {
    const response = await route.fetch()
    const { translation: _, ...read } = await response.json()
    await route.fulfill({ response, json: read })
  })
  await page.goto(`/conversations/${chat.id}`)
  await expect(bubble(page, HOLA)).toBeVisible()
  await expect(page.locator('.thread-translation')).toHaveCount(0)
})

test('a conversation is read in English, message by message, beside its originals', async ({ page }) => {
  const asked: string[][] = []
  await withModel(page, (contents, respond) => {
    asked.push(contents)
    return from(ENGLISH)(contents, respond)
  })
  await page.goto(`/conversations/${chat.id}`)
  await expect(status(page)).toHaveText('In Spanish')
  expect(asked).toEqual([])
  await button(page, 'Translate').press('Enter')
  const first = bubble(page, 'Hi, I need my <b>lawn</b> cut')
  await expect(first).toContainText('Translated from Spanish')
  await expect(first).not.toContainText(HOLA)
  await expect(first.locator('.message-text')).toHaveAttribute('lang', 'en')
  await expect(status(page)).toHaveText('2 messages not translated')
  await expect(button(page, 'Show originals')).toBeFocused()
  await expect(bubble(page, 'Not translated').first()).toContainText('Agent')
  expect(await accessibilityProblems(page)).toEqual([])

  await test.step('one message shows its original', async () => {
    await first.getByRole('button', { name: 'Show original' }).click()
    const original = bubble(page, HOLA)
    await expect(original).toContainText('Original in Spanish')
    await expect(original.locator('.message-text')).toHaveAttribute('lang', 'es')
    await original.getByRole('button', { name: 'Show translation' }).click()
    await expect(first).toBeVisible()
  })

  await test.step('a message that arrives is translated, too, and nothing else again', async () => {
    const before = asked.length
    await chat.say(LATER)
    await expect(bubble(page, 'How much is the pruning?')).toContainText('Translated from Spanish')
    const later = asked.slice(before).flat()
    expect(later).toContain(LATER)
    expect(later).not.toContain(HOLA)
  })

  await test.step('neither the visitor nor this device gets the translations', async () => {
    const told = await (await chat.read()).text()
    expect(told).toContain(HOLA)
    expect(told).not.toContain('lawn')
    const kept = await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { configurable: true, value: true })
      document.dispatchEvent(new Event('visibilitychange'))
      return JSON.stringify({ ...localStorage })
    })
    expect(kept).not.toContain('How much is the pruning?')
  })

  await test.step('the originals come back', async () => {
    const before = asked.length
    await button(page, 'Show originals').click()
    await expect(bubble(page, HOLA)).toBeVisible()
    await expect(thread(page)).not.toContainText('Translated from')
    await button(page, 'Translate').click()
    await expect(first).toBeVisible()
    expect(asked).toHaveLength(before)
    await page.reload()
    await expect(bubble(page, HOLA)).toBeVisible()
    await expect(button(page, 'Translate')).toBeVisible()
  })
})

test.describe('a model that fails', () => {
  test.use({ expectedErrors: [/503/] })

  test('leaves the originals, says why, and is asked again', async ({ page }) => {
    let isDown = true
    await withModel(page, (contents, respond, route) =>
      isDown ? route.fulfill(UNAVAILABLE) : from({ ...ENGLISH, [NAME]: null })(contents, respond),
    )
    await page.goto(`/conversations/${chat.id}`)
    await button(page, 'Translate').click()
    const note = page.getByRole('status').filter({ hasText: 'The translation failed.' })
    await expect(note).toContainText('Down for a moment')
    await expect(bubble(page, HOLA)).toBeVisible()
    isDown = false
    await note.getByRole('button', { name: 'Retry' }).click()
    await expect(bubble(page, 'Hi, I need my')).toBeVisible()
    await expect(note).toHaveCount(0)
    await expect(bubble(page, NAME)).toContainText('Not translated')
    const again = button(page, 'Try again')
    await again.click()
    await expect(again).toBeVisible()
    await expect(bubble(page, NAME)).toContainText('Not translated')
  })

  test('that hangs can be left alone', async ({ page }) => {
    let count = 0
    await withModel(page, () => {
      count += 1
    })
    await page.goto(`/conversations/${chat.id}`)
    await button(page, 'Translate').click()
    await expect(status(page)).toHaveText('Translating…')
    await button(page, 'Show originals').click()
    await expect(status(page)).toHaveText('In Spanish')
    await expect(bubble(page, HOLA)).toBeVisible()
    expect(count).toBe(1)
    // The request must not reach the server when the route ends.
    await page.close()
  })
})

test('the lead’s conversation can be read in English, too', async ({ page }) => {
  await withModel(page, from(ENGLISH))
  await chat.say('Mi teléfono es 614-555-0188')
  await page.goto('/leads')
  await page.getByRole('table').getByRole('link', { name: 'View Ana Torres' }).click()
  await page.getByRole('dialog').getByRole('tab', { name: 'Conversation' }).click()
  await button(page, 'Translate').click()
  await expect(bubble(page, 'Hi, I need my')).toContainText('Translated from Spanish')
})
