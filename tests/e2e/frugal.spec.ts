import { expect, test } from '../support/e2e.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

for (const saveData of [true, false]) {
  test(`pointing at things ${saveData ? 'loads nothing with Save-Data' : 'loads what they open'}`, async ({
    page,
  }) => {
    await page.addInitScript((saved) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: saved, effectiveType: '4g' } })
    }, saveData)
    const loaded = new Set<string>()
    page.on('request', (request) => {
      const [, name] = /\/(mount|panel|modal|ui\.browser)\.[^/]*js$/.exec(request.url()) ?? []
      if (name) loaded.add(name)
    })
    await page.goto('/leads')
    await expect(page.getByText('1-20 of 60 leads')).toBeVisible()

    await page.locator('.lead-rows .lead-action').first().hover()
    await page.locator('[data-palette-open]').first().hover()
    await page.locator('[data-switcher] button').first().hover()
    // Requests are reported in the order in which the page makes them.
    await page.evaluate(() => fetch('/icons/favicon.svg?after'))
    if (saveData) expect([...loaded]).toEqual([])
    else await expect.poll(() => [...loaded].sort()).toEqual(['modal', 'mount', 'panel', 'ui.browser'])

    await page.locator('[data-palette-open]').first().click()
    await expect.poll(() => [...loaded]).toContain('mount')
  })
}
