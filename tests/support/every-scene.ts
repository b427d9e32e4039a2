import type { Page } from '@playwright/test'
import { accessibilityProblems, sideways } from './accessibility.ts'
import { expect, test } from './e2e.ts'
import { layoutShift } from './organizations.ts'
import { SCENES, type Scene } from './scenes.ts'
import { sampleOf } from './thorough.ts'

interface Size {
  width: number
  height: number
}

/** Returns the running animations that last long enough to notice. */
function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getTiming().duration) > 1)
      .map((animation) => (animation as CSSAnimation).animationName ?? 'transition'),
  )
}

/** The number of scenes per test. More would come close to its time limit. */
const AT_ONCE = 6

/**
 * Returns the scenes in groups, each with a name for its test. Usually, each scene is in one of the two halves, so that
 * it is checked at one size and in one theme; if THOROUGH is set, both halves are all scenes.
 */
export function partsOf(half: 0 | 1): { part: string; scenes: readonly Scene[] }[] {
  const all = sampleOf(SCENES, 2, half)
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, index) => {
    const scenes = all.slice(index * AT_ONCE, (index + 1) * AT_ONCE)
    return { part: `${scenes[0]?.name} to ${scenes.at(-1)?.name}`, scenes }
  })
}

/** Checks that the sign-up screen passes axe and that its parts don't move. */
export async function checkSignUp(page: Page): Promise<void> {
  await page.goto('/sign-up')
  await expect(page.locator('.cl-formButtonPrimary')).toBeVisible()
  expect.soft(await accessibilityProblems(page), 'sign-up').toEqual([])
  expect.soft(await layoutShift(page), 'elements that move on sign-up').toBeLessThan(0.0001)
}

/**
 * Opens scenes for a user who prefers reduced motion. Checks that each one passes axe, fits the viewport (also at
 * `sizes`), and doesn't move.
 */
export async function checkScenes(
  page: Page,
  scenes: readonly Scene[],
  sizes: readonly Size[],
): Promise<void> {
  const usual = page.viewportSize()
  for (const { name, open } of scenes) {
    await test.step(name, async () => {
      await open(page)
      expect.soft(await accessibilityProblems(page), name).toEqual([])
      expect.soft(await page.getByRole('heading', { level: 1 }).count(), `headings of ${name}`).toBe(1)
      expect.soft(await sideways(page), `${name} scrolls sideways`).toBe(0)
      expect.soft(await movements(page), `${name} moves`).toEqual([])
      for (const size of sizes) {
        await page.setViewportSize(size)
        expect.soft(await sideways(page), `${name} scrolls sideways at ${size.width}`).toBe(0)
      }
      if (usual) await page.setViewportSize(usual)
    })
  }
}
