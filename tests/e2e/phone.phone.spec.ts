import { expect, test } from '../support/e2e.ts'

test('leads are cards, the menu is within reach, and nothing is wider than the screen', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByRole('table')).toBeHidden()
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }),
  ).toBeInViewport()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
