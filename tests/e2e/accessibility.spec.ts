import { sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { checkScenes, checkSignUp, partsOf } from '../support/every-scene.ts'
import { enlargeText, overflowing } from '../support/large-letters.ts'
import { SCENES } from '../support/scenes.ts'
import { openSettings } from '../support/settings.ts'

test('the sign-up screen passes axe and moves nothing', ({ page }) => checkSignUp(page))

for (const { part, scenes } of partsOf(0)) {
  test(`the screens from ${part} pass axe and fit the viewport`, async ({
    page,
    reset,
    signIn,
    expectedErrors,
  }) => {
    test.slow()
    expectedErrors.push(/404 \(Not Found\)/)
    await reset()
    await signIn()
    // A tablet, and this window at a zoom of 200 %.
    await checkScenes(page, scenes, [
      { width: 768, height: 1024 },
      { width: 720, height: 450 },
    ])
  })
}

/** Boxes that contain text of any length. */
const BOXES =
  '.shell-item, .shell-brand, .performance li, .activity-panel li, .nav-list a, .integration-card, .lead-action'

test('text at 200% stays in its boxes, and the page fits the viewport', async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    for (const { name, open } of SCENES) {
      if (!['dashboard', 'leads', 'conversations', 'settings', 'integrations', 'billing'].includes(name))
        continue
      await open(page)
      await expect(page.locator('.activity-panel .skeleton')).toHaveCount(0)
      await enlargeText(page)
      const where = `${name} at ${size.width}`
      if (name === 'dashboard') {
        const date = page.locator('.today-date')
        await expect(date).toBeVisible()
        const height = async () => (await date.boundingBox())?.height ?? Number.POSITIVE_INFINITY
        await expect.poll(height, `lines of the date at ${size.width}`).toBeLessThan(100)
      }
      expect.soft(await overflowing(page, BOXES), where).toEqual([])
      expect.soft(await sideways(page), `${where} scrolls sideways`).toBe(0)
    }
  }
})

test('in forced colors, buttons have an edge, and switches and the menu show their state', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.emulateMedia({ forcedColors: 'active' })
  await openSettings(page)
  const edge = await page
    .getByRole('button', { name: 'Save Changes' })
    .evaluate((button) => getComputedStyle(button).borderTopWidth)
  expect(edge).toBe('1px')
  const { surface, thumb } = await page
    .getByRole('switch')
    .first()
    .evaluate((element) => ({
      surface: getComputedStyle(element).backgroundColor,
      thumb: getComputedStyle(element, '::before').backgroundColor,
    }))
  expect(thumb).not.toBe(surface)
  const item = (name: string) => page.getByRole('link', { name, exact: true })
  const current = await item('Agent').evaluate((link) => getComputedStyle(link).backgroundColor)
  await expect(item('Playground')).not.toHaveCSS('background-color', current)
})
