import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { pressBack } from '../support/press-back.ts'

test.use({ colorScheme: 'dark' })

/** The height of an on-screen keyboard. */
const KEYBOARD = 336

test('on a phone, the palette fills the screen, opens a lead by touch, and stays above the keyboard', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/billing')
  await page.getByRole('button', { name: 'Search and commands' }).tap()
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  expect(await palette.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 })
  expect(await sideways(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])

  // Like a keyboard that covers the lower part.
  await page.setViewportSize({ width: 390, height: 844 - KEYBOARD })
  await field.fill('ma')
  const options = palette.getByRole('option')
  await expect(options.first()).toBeVisible()
  await expect.poll(async () => (await palette.boundingBox())?.height).toBe(844 - KEYBOARD)
  const box = await field.boundingBox()
  expect(box && box.y >= 0 && box.y + box.height <= 844 - KEYBOARD).toBe(true)
  const heights = await options.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)

  await field.fill('okafor')
  await options.filter({ hasText: 'Marcus Okafor' }).first().tap()
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL(/\/leads\/lead_/)
  await expect(page.getByRole('heading', { level: 1, name: /Marcus Okafor/ })).toBeVisible()

  await page.goto('/billing')
  await page.getByRole('button', { name: 'Search and commands' }).tap()
  await expect(options.first()).toContainText('Marcus Okafor')
  await palette.getByRole('button', { name: 'Close' }).tap()
  await expect(palette).toBeHidden()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agent' }).tap()
  await expect(page).toHaveURL('/agent')
  await page.getByRole('button', { name: 'Search and commands' }).tap()
  await expect(palette).toBeVisible()
  pressBack(page)
  await expect(palette).toBeHidden()
  await expect(page).toHaveURL('/agent')
  await page.goBack()
  await expect(page).toHaveURL('/billing')
})
