import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { conversation, message, quickReplies } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'

/** The smallest target for a finger, in pixels. */
const FINGER = 44

test.use({ colorScheme: 'dark' })

test('on a phone, a visitor taps through the questions', async ({ page, reset }) => {
  await reset()
  await page.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`)
  await quickReplies(page).first().tap()
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await field('Name').fill('Cal')
  await send.tap()
  const contact = field('Phone number or email')
  await expect(contact).toHaveAttribute('inputmode', 'email')
  await contact.fill('614')
  await send.tap()
  await expect(page.getByRole('alert')).toBeInViewport()
  for (const target of [contact, send, page.getByRole('button', { name: 'Skip' })]) {
    await expect(target).toBeInViewport({ ratio: 1 })
    expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER)
  }
  expect(await accessibilityProblems(page)).toEqual([])
  await contact.fill('614 555 0188')
  await send.tap()
  await field('Address of the property').tap()
  await page.keyboard.type('main')
  const places = page.getByRole('option')
  await expect(places).toHaveCount(5)
  await expect(places.last()).toBeInViewport({ ratio: 1 })
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await sideways(page)).toBe(0)
  const address = (await places.nth(1).textContent()) ?? ''
  await places.nth(1).tap()
  await expect(field('Address of the property')).toHaveValue(address)
  await send.tap()
  await expect(conversation(page)).toContainText(`You: ${address}`)
  await expect(message(page)).toBeVisible()
})
