import type { Page } from '@playwright/test'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, saveAndReload } from '../support/settings.ts'

/** Asks a question as a visitor of a chat of its own. */
async function ask(page: Page, content: string): Promise<void> {
  const send = async (path: string, data: unknown, token?: string) => {
    const headers = token ? { headers: { Authorization: `Bearer ${token}` } } : {}
    const response = await page.request.post(`${TEST_ORIGINS.api}/api/v1/widget/${path}`, {
      data,
      ...headers,
    })
    expect(response.status()).toBe(200)
    return response.json()
  }
  const { conversation_id, visitor_token } = await send(`${GREEN}/conversations`, {})
  await send(`conversations/${conversation_id}/messages`, { client_id: content, content }, visitor_token)
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test.describe('with a website that cannot be read', () => {
  test.use({ expectedErrors: [/400/] })

  test('the reason is shown, and another page is checked for the embed code', async ({ page }) => {
    await openSettings(page)
    await page.getByRole('button', { name: 'Learn from my website' }).click()
    const learning = page.getByRole('region', { name: 'Learn from my website' })
    const website = learning.getByLabel('Address of your website')
    await expect(website).toHaveValue('https://greenacres.example.com')
    await website.fill('http://10.0.0.8:3000')
    await learning.getByRole('button', { name: 'Read' }).click()
    await expect(learning.getByText('10.0.0.8:3000 is not on the public internet.')).toBeVisible()

    await page.getByRole('button', { name: 'Check my website' }).click()
    const section = page.getByRole('region', { name: 'Check my website' })
    const address = section.getByLabel('Address of the page with the chat')
    await expect(address).toHaveValue('https://greenacres.example.com')
    await expect(section.getByText('cannot be reached')).toBeVisible()

    await address.fill(`${TEST_ORIGINS.widget}/preview.html?org_id=${GREEN}`)
    await section.getByRole('button', { name: 'Check' }).click()
    await expect(section.getByRole('listitem')).toHaveText([
      /^The code is on your website/,
      /^Your website and your settings allow the chat/,
    ])

    await address.fill(`${TEST_ORIGINS.widget}/preview.html?org_id=org_other`)
    await section.getByRole('button', { name: 'Check' }).click()
    await expect(section.getByRole('listitem').first()).toContainText(
      'The code names an organization that cannot be found',
    )
  })
})

test('a question of visitors becomes an FAQ, and another one is dismissed', async ({ page }) => {
  await ask(page, 'Do you give senior discounts?')
  await ask(page, 'any discount for veterans?')
  await ask(page, 'Do you sell gift cards?')
  await openSettings(page)
  const asked = page.getByRole('region', { name: 'Visitors asked, and the agent had no answer' })
  await expect(asked.getByRole('listitem')).toHaveCount(2)
  await expect(asked.getByRole('listitem').first()).toContainText('2 visitors')

  await asked.getByRole('button', { name: 'Dismiss: Do you sell gift cards?' }).click()
  await expect(asked.getByRole('listitem')).toHaveCount(1)

  await asked.getByRole('button', { name: /^Answer: / }).click()
  const answer = page.getByRole('textbox', { name: 'Answer 1', exact: true })
  await expect(answer).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Question 1', exact: true })).toHaveValue(/discount/)
  await answer.fill('Yes, ten percent.')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const answered = page
    .getByRole('status')
    .filter({ hasText: 'the agent answers what visitors asked before' })
  await expect(answered.getByRole('listitem')).toHaveText([
    'any discount for veterans?',
    'Do you give senior discounts?',
  ])
  await expect(asked).toBeHidden()
})

test('what a website says goes into the form one by one, and is saved with it', async ({ page }) => {
  const source = 'https://greenacres.example.com/faq'
  await page.route(/website-reading/, (route) =>
    route.fulfill({
      json: {
        pages: ['https://greenacres.example.com/', source],
        faqs: [
          { question: 'Do you haul clippings away?', answer: 'Yes, at no charge.', source },
          { question: 'Are your estimates free?', answer: 'The list has this one.', source },
          { question: 'Do you mow slopes?', answer: 'Up to 20 degrees.', source },
        ],
        services: { text: 'Mowing and more.', source },
      },
    }),
  )
  await openSettings(page)
  await page.getByRole('button', { name: 'Learn from my website' }).click()
  const section = page.getByRole('region', { name: 'Learn from my website' })
  await section.getByRole('button', { name: 'Read' }).click()
  await expect(section.getByText('2 pages read.')).toBeVisible()
  await expect(section.getByRole('listitem')).toHaveCount(3)
  await expect(section.getByRole('link', { name: 'greenacres.example.com/faq' }).first()).toHaveAttribute(
    'href',
    source,
  )
  await section.getByRole('button', { name: 'Leave out: Do you mow slopes?' }).click()
  await section.getByRole('button', { name: 'Add: Do you haul clippings away?' }).click()
  await section.getByRole('button', { name: /^Add: Services description/ }).click()
  await expect(section.getByRole('listitem')).toHaveCount(0)
  await saveAndReload(page)
  await expect(page.getByText('Do you haul clippings away?')).toBeVisible()
  await expect(page.getByLabel('Services Description')).toHaveValue('Mowing and more.')
})
