import type { Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'
import { holdWrites, UNAVAILABLE } from '../support/hold-writes.ts'
import { GREEN } from '../support/organizations.ts'
import { readStored, storeElsewhere } from '../support/settings.ts'
import { ADA, visit } from '../support/visiting.ts'

const field = (page: Page) => page.getByRole('textbox', { name: 'Reply', exact: true })
const saved = (page: Page) => page.getByRole('dialog', { name: 'Saved replies' })

test.use({ expectedErrors: [/409/] })

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  const chat = await visit(page.request, GREEN, ADA)
  await page.goto(`/conversations/${chat.id}`)
  await expect(field(page)).toBeVisible()
})

test('a draft or a saved reply fills the field, with Undo', async ({ page }) => {
  await page.route('**/draft', (route) =>
    route.request().method() === 'OPTIONS'
      ? route.fallback()
      : route.fulfill({
          headers: { 'Access-Control-Allow-Origin': '*' },
          json: { draft: 'We mow on Mondays.' },
        }),
  )
  await field(page).fill('Half a sentence')
  await page.getByRole('button', { name: 'Draft', exact: true }).click()
  await expect(field(page)).toHaveValue('We mow on Mondays.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(field(page)).toHaveValue('Half a sentence')

  await field(page).clear()
  await field(page).press('/')
  await saved(page).getByRole('button', { name: 'Start with this sample' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('x'.repeat(4_001))
  await expect(page.getByText('The reply is 1 character too long.')).toBeInViewport()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hi {{name}}, {{my_name}} here.')
  // A click outside does not discard it.
  await page.mouse.click(5, 5)
  await page.getByRole('button', { name: 'Save reply' }).click()
  const search = saved(page).getByRole('searchbox')
  await search.fill('thanks')
  await expect(saved(page).getByText('Hi Ada Lovelace, Olivia Greene here.')).toBeVisible()
  await search.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(saved(page)).toBeHidden()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' Bye')
  await expect(field(page)).toHaveValue('Hi Ada Lovelace, Olivia Greene here. Bye')
  await field(page).press('Enter')
  const thread = page.getByRole('region', { name: 'Messages' })
  await expect(thread.getByRole('listitem').filter({ hasText: 'here. Bye' })).toContainText('Olivia Greene')

  await page.getByRole('button', { name: 'Saved replies' }).click()
  await saved(page).getByRole('button', { name: 'Edit Thanks for writing' }).click()
  const [stored] = await readStored<{ id: string; title: string }[]>(page, GREEN, 'saved-replies')
  await storeElsewhere(page, GREEN, `saved-replies/${stored?.id}`, { title: stored?.title, text: 'Theirs' })
  await page.getByRole('textbox', { name: 'Text' }).fill('Mine')
  await page.getByRole('button', { name: 'Save reply' }).click()
  await expect(page.getByRole('alert')).toContainText(
    '“Thanks for writing: Theirs”. To replace it, save again.',
  )
  await page.getByRole('button', { name: 'Save reply' }).click()
  await expect(saved(page).getByText('Mine', { exact: true })).toBeVisible()
  await saved(page).getByRole('button', { name: 'Delete Thanks for writing' }).click()
  await expect(saved(page).getByText('No saved replies yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved(page).getByText('Thanks for writing')).toBeVisible()
})

test.describe('a saved reply whose form is left while it is saved', () => {
  test.use({ expectedErrors: [/503/] })

  test('is not lost if that fails, and leaves the next form open', async ({ page }) => {
    const held = await holdWrites(page, '**/saved-replies')
    await page.getByRole('button', { name: 'Saved replies' }).click()
    const dialog = page.getByRole('dialog', { name: /saved repl/i })
    await dialog.getByRole('button', { name: 'Start with this sample' }).click()
    await dialog.getByRole('button', { name: 'Save reply' }).click()
    await expect.poll(() => held.length).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByRole('button', { name: 'New saved reply' }).click()
    await dialog.getByLabel('Text').fill('The second one')
    await held.shift()?.fulfill(UNAVAILABLE)
    await expect(page.getByText('“Thanks for writing” was not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => held.length).toBe(1)
    const saved = page.waitForResponse(/saved-replies$/)
    await held.shift()?.continue()
    await saved
    await expect(dialog.getByLabel('Text')).toHaveValue('The second one')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByText('Thanks for writing', { exact: true })).toHaveCount(1)
  })
})

test.describe('erasing the visitor', () => {
  test.use({ expectedErrors: [/404|503/] })

  test('a question that is left says if it fails, and closes no other conversation', async ({ page }) => {
    const held = await holdWrites(page, '**/conversations/*/visitor')
    const question = page.getByRole('dialog', { name: 'Erase this visitor and the lead?' })
    const erase = async () => {
      await page.getByRole('button', { name: 'More about this conversation' }).click()
      await page.getByRole('menuitem', { name: 'Erase visitor and lead…' }).click()
      await question.getByRole('button', { name: 'Erase visitor and lead' }).click()
      await expect.poll(() => held.length).toBe(1)
    }
    await erase()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await held.shift()?.fulfill(UNAVAILABLE)
    await expect(page.getByText('The visitor and the lead were not erased.')).toBeVisible()

    await erase()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /Emily/ }).click()
    await held.shift()?.continue()
    await expect(page.getByText('Visitor and lead erased')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Emily')
  })

  test('asks first; conversation and lead are gone', async ({ page }) => {
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Erase visitor and lead…' }).click()
    await page.getByRole('button', { name: 'Erase visitor and lead', exact: true }).click()
    await expect(page.getByText('Visitor and lead erased')).toBeVisible()
    await expect(page).toHaveURL(/\/conversations$/)
    await expect(page.getByText('Ada Lovelace')).toHaveCount(0)
    await page.goto('/leads')
    await expect(page.getByRole('table').getByRole('link').first()).toBeVisible()
    await expect(page.getByText('Ada Lovelace')).toHaveCount(0)
  })
})
