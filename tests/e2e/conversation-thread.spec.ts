import type { Page } from '@playwright/test'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { ADA, visit } from '../support/visiting.ts'

const dialog = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('tab') })
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const field = (page: Page, name = 'Reply') => page.getByRole('textbox', { name, exact: true })
const bubble = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

async function openConversation(page: Page): Promise<void> {
  await page.goto('/leads')
  await page.getByRole('table').getByRole('link', { name: 'View Ada Lovelace' }).click()
  await dialog(page).getByRole('tab', { name: 'Conversation' }).click()
  await expect(field(page)).toBeVisible()
}

async function send(page: Page, text: string): Promise<void> {
  await field(page).fill(text)
  await field(page).press('Enter')
  await expect(field(page)).toHaveValue('')
}

let chat: Awaited<ReturnType<typeof visit>>

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  chat = await visit(page.request, GREEN, ADA)
})

test('a reply takes over; a note stays internal; the visitor’s answer appears by itself', async ({
  page,
}) => {
  await openConversation(page)
  await expect(dialog(page).getByText('Agent is answering')).toBeVisible()
  await field(page).fill('x'.repeat(4_001))
  await field(page).press('Enter')
  await expect(dialog(page).getByText('The reply is 1 character too long.')).toBeVisible()
  await field(page).fill('First line')
  await field(page).press('Shift+Enter')
  await field(page).pressSequentially('Second line')
  await field(page).press('Enter')
  await expect(dialog(page).getByText('You are answering')).toBeVisible()
  await expect(bubble(page, 'First line')).toContainText('Olivia Greene')

  await dialog(page).getByText('Note', { exact: true }).click()
  await field(page, 'Note').fill('The dog bites')
  await field(page, 'Note').press('Enter')
  await expect(bubble(page, 'The dog bites')).toContainText('Note · Olivia Greene')

  const { messages: answered } = await chat.say('Thanks, Olivia')
  expect(answered.map(({ author }) => author)).toEqual(['visitor'])
  await expect(bubble(page, 'Thanks, Olivia')).toBeVisible()
  const told = await (await chat.read()).text()
  expect(told).toContain('First line\\nSecond line')
  expect(told).not.toContain('The dog bites')

  await dialog(page).getByRole('button', { name: 'Hand back to agent' }).press('Enter')
  await expect(dialog(page).getByText('Agent is answering')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Take over' })).toBeFocused()
  const { messages: after } = await chat.say('What is next?')
  expect(after.some(({ author }) => author === 'agent')).toBe(true)
})

test.describe('while another member answers', () => {
  test.use({ expectedErrors: [/409/] })

  test('says so, and sends the reply only on request', async ({ page }) => {
    await openConversation(page)
    await page.route('**/conversations/*/messages', async (route) => {
      const { take } = route.request().postDataJSON() as { take?: boolean }
      if (take) return route.fallback()
      return route.fulfill({
        status: 409,
        headers: { 'Access-Control-Allow-Origin': '*' },
        json: {
          message: 'Sam is answering this conversation',
          details: { taken_by: 'user_sam', taken_by_name: 'Sam' },
        },
      })
    })
    await send(page, 'It is me')
    const refused = dialog(page).getByRole('alert')
    await expect(refused).toContainText('Not sent. Sam is answering.')
    await expect(bubble(page, 'It is me')).toContainText('Not sent')
    await refused.getByRole('button', { name: 'Edit' }).click()
    await expect(field(page)).toBeFocused()
    await expect(field(page)).toHaveValue('It is me')
    await expect(bubble(page, 'It is me')).toHaveCount(0)
    await field(page).press('Enter')
    await refused.getByRole('button', { name: 'Reply anyway' }).click()
    await expect(refused).toBeHidden()
    await expect(dialog(page).getByText('You are answering')).toBeVisible()
    await expect(bubble(page, 'It is me')).toHaveCount(1)
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a reply is kept, across a reload too, and sent once', async ({ page, context }) => {
    await openConversation(page)
    await context.setOffline(true)
    await send(page, 'Written offline')
    await expect(bubble(page, 'Written offline')).toContainText('Waits to be sent')
    await context.setOffline(false)
    await page.reload()
    await dialog(page).getByRole('tab', { name: 'Conversation' }).click()
    await expect(dialog(page).getByText('You are answering')).toBeVisible()
    await expect(bubble(page, 'Written offline')).toHaveCount(1)
    await expect(bubble(page, 'Written offline')).not.toContainText('Waits')
  })
})

test('the page of the lead replies, too, and keeps what is being written across a reload', async ({
  page,
}) => {
  await page.goto('/leads')
  await page.getByRole('table').getByRole('link', { name: 'View Ada Lovelace' }).click()
  await dialog(page).getByRole('link', { name: 'Open page' }).click()
  await page.getByText('Reply', { exact: true }).click()
  await field(page).fill('Half a sentence')
  await page.reload()
  await page.getByText('Reply', { exact: true }).click()
  await expect(field(page)).toHaveValue('Half a sentence')
  await send(page, 'From the page')
  await expect(page.getByRole('region', { name: 'History', exact: true })).toContainText('From the page')
  await expect(page.getByText('You are answering')).toBeVisible()
})

test.describe('erasing', () => {
  test.use({ expectedErrors: [/404|ERR_INTERNET_DISCONNECTED/] })

  test('asks first; the lead stays, without a conversation', async ({ page }) => {
    await openConversation(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Export as text' }).click()
    expect((await download).suggestedFilename()).toBe(`conversation-${chat.id}.txt`)
    await page.getByRole('button', { name: 'More about this conversation' }).click()
    await page.getByRole('menuitem', { name: 'Erase conversation…' }).click()
    await page.getByRole('button', { name: 'Erase conversation', exact: true }).click()
    await expect(page.getByText('Conversation erased')).toBeVisible()
    await expect(messages(page)).toBeHidden()
    await expect(dialog(page).getByText('No messages found')).toBeVisible()
    await expect(dialog(page)).toContainText('Ada Lovelace')
  })

  test('leaves a reply to read that came too late, with the lead and in the inbox', async ({
    page,
    context,
  }) => {
    await openConversation(page)
    const token = await tokenIn(page)
    await context.setOffline(true)
    await send(page, 'Came too late')
    await expect(bubble(page, 'Came too late')).toContainText('Waits to be sent')
    const path = `api/v1/organizations/${GREEN}/conversations/${chat.id}`
    const erased = await page.request.delete(`${TEST_ORIGINS.api}/${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(erased.status()).toBe(204)
    await context.setOffline(false)
    await expect(bubble(page, 'Came too late')).toContainText('Not sent')
    await expect(dialog(page).getByRole('alert')).toContainText('This conversation was erased.')
    await page.goto('/leads')
    await page.getByRole('alert').getByRole('link', { name: 'Open' }).click()
    await expect(page.getByText(/^It may have been erased/)).toBeVisible()
    await expect(bubble(page, 'Came too late')).toBeVisible()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('Came too late')).toHaveCount(0)
  })
})

test.describe('an API without an inbox', () => {
  test.use({ expectedErrors: [/404/] })

  test('shows the messages, and no field', async ({ page }) => {
    await page.route(`${TEST_ORIGINS.api}/api/v1/organizations/*/conversations/*`, (route) =>
      route.fulfill({
        status: 404,
        headers: { 'Access-Control-Allow-Origin': '*' },
        json: { detail: 'Not Found' },
      }),
    )
    await page.goto('/leads')
    await page.getByRole('table').getByRole('link', { name: 'View Ada Lovelace' }).click()
    await dialog(page).getByRole('tab', { name: 'Conversation' }).click()
    await expect(messages(page)).toContainText('My name is Ada Lovelace')
    await expect(messages(page).getByRole('listitem').first()).toContainText(/^(Customer|Agent)/)
    await expect(field(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
