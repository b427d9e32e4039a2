import { sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { layoutShift } from '../support/organizations.ts'

const ROUTES = ['/', '/leads', '/agent', '/integrations', '/organization', '/billing', '/nothing-here']

test.beforeEach(async ({ reset, signIn, expectedErrors }) => {
  expectedErrors.push(/404 \(Not Found\)/)
  await reset()
  await signIn()
})

test('no page scrolls sideways, has uneven edges, or shifts while it loads', async ({ page }) => {
  test.slow()
  for (const route of ROUTES) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(route)
    await expect(page.getByRole('region', { name: /^Complete Agent Setup/ })).toBeVisible()
    await expect(page.locator('main .skeleton').filter({ visible: true })).toHaveCount(0)
    // The settings' map loads after the fields above it.
    expect(await layoutShift(page), `${route} shifts`).toBeLessThan(0.01)
    await expect(page.locator('.page-head')).toBeVisible()
    for (const width of [360, 390, 768, 960, 1100, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await sideways(page), `${route} scrolls sideways at ${width}`).toBe(0)
      if (width !== 390 && width !== 1920) continue
      const edges = await page.locator('main > *, main > astro-island > *').evaluateAll((parts) =>
        parts
          .filter((part) => part.matches(':not(.banners, astro-island)') && part.checkVisibility())
          .map((part) => part.getBoundingClientRect())
          .filter(({ height }) => height > 0)
          .map(({ left, right }) => `${left} to ${right}`),
      )
      expect(new Set(edges).size, `${route} at ${width}: ${edges}`).toBe(1)
    }
  }
})

test('the table of leads uses the width of the screen, aligns all names, and cuts nothing off beside an open lead', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/leads')
  await expect(page.getByRole('link', { name: 'نورة بنت عبد الله الحربي', exact: true })).toBeVisible()
  // Whatever their direction.
  const starts = await page.locator('.lead-title a').evaluateAll((names) =>
    names.map((name) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return Math.round(text.getBoundingClientRect().left)
    }),
  )
  expect(new Set(starts).size, String(starts)).toBe(1)

  const table = page.getByRole('table', { name: 'Leads' })
  await expect(table.getByRole('row')).toHaveCount(21)
  expect((await table.boundingBox())?.width).toBeGreaterThan(1500)
  await table.getByRole('cell', { name: 'Snow Removal' }).first().click()
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Add note' })).toBeVisible()
  for (const width of [1920, 1440, 1200]) {
    await page.setViewportSize({ width, height: 900 })
    const parts = page.locator('.lead-toolbar :is(button, select), .lead-table :is(.status-tag, time)')
    const cutOff = await parts.evaluateAll((all) =>
      all
        .filter((part) => part.checkVisibility())
        .filter((part) => part.scrollWidth > part.clientWidth || part.getClientRects().length > 1)
        .map((part) => part.textContent),
    )
    expect(cutOff, `at ${width}`).toEqual([])
    const heights = await page
      .locator('.lead-table .lead-actions')
      .evaluateAll((all) => all.map((actions) => actions.clientHeight))
    expect(Math.max(...heights), `the actions take one line at ${width}`).toBeLessThan(40)
  }
})

test('pages cross-fade for less than 200 ms, and not with reduced motion', async ({ page }) => {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    document.addEventListener('astro:after-swap', () => {
      requestAnimationFrame(() => {
        for (const { effect } of document.getAnimations()) {
          const isPage = (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition')
          if (isPage) durations.push(Number(effect?.getTiming().duration))
        }
      })
    })
  })
  const durations = () => page.evaluate(() => (window as unknown as { durations: number[] }).durations)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto('/billing')
  await page.getByRole('link', { name: 'Integrations' }).click()
  await expect(page).toHaveURL('/integrations')
  await expect.poll(async () => (await durations()).length).toBeGreaterThan(0)
  expect(Math.max(...(await durations()))).toBeLessThan(200)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/billing')
  await page.getByRole('link', { name: 'Integrations' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Integrations' })).toBeFocused()
  expect((await durations()).filter((duration) => duration > 1)).toEqual([])
})
