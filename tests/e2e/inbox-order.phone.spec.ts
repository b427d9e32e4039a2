import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the bar leads to the most urgent visitor in two taps, and on to the next one', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('navigation', { name: 'Main' })
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(main.getByRole('link')).toHaveText([
      /Dashboard/,
      /Inbox\s*5\s*need a person/,
      /Leads/,
      /Agent/,
    ])
    expect(await sideways(page)).toBe(0)
  }
  await main.getByRole('link', { name: /^Inbox/ }).tap()
  await expect(page).toHaveURL(/\/conversations$/)
  await expect(main.getByRole('link', { name: /^Inbox/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('list', { name: 'Needs a person' }).getByRole('link').first().tap()
  const field = page.getByRole('textbox', { name: 'Reply', exact: true })
  await field.fill('Please leave the house')
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  const next = page.getByRole('button', { name: 'Next waiting 4' })
  await expect(next).toBeVisible()
  expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  expect(await accessibilityProblems(page)).toEqual([])
  await next.tap()
  await expect(page.locator('.thread-bar')).toContainText('possible danger')
})
