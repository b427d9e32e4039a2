import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { SCENES } from '../support/scenes.ts'

test.use({ colorScheme: 'dark' })

test('on a phone, after dark, every screen is free of what axe can find, and no wider than the window', async ({
  page,
  reset,
  signIn,
  expectedErrors,
}) => {
  test.slow()
  expectedErrors.push(/404 \(Not Found\)/)
  await reset()
  await page.goto('/sign-up')
  await expect(page.locator('.cl-formButtonPrimary')).toBeVisible()
  expect.soft(await accessibilityProblems(page), 'sign-up').toEqual([])
  await signIn()
  for (const { name, open } of SCENES) {
    await test.step(name, async () => {
      await open(page)
      expect.soft(await accessibilityProblems(page), name).toEqual([])
      expect.soft(await sideways(page), `${name} scrolls sideways`).toBe(0)
    })
  }
})
