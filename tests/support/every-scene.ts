import type { Page } from '@playwright/test'
import { accessibilityProblems, sideways } from './accessibility.ts'
import { expect, test } from './e2e.ts'
import { SCENES } from './scenes.ts'

/** Opens the sign-up screen, and after `signIn` every scene; each is free of what axe finds and no wider than the window. */
export async function lookAtEveryScene(page: Page, signIn: () => Promise<void>): Promise<void> {
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
}
