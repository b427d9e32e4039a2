import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Clerk renders these, so we can't fix their markup. */
const FOREIGN = ['[class*="cl-"]']
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe's findings on the current page, one line per rule, with the first matching elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(STANDARDS)
  // Without frames, axe doesn't need a second page to collect its findings.
  if (page.frames().length === 1) builder.setLegacyMode()
  for (const selector of FOREIGN) builder.exclude(selector)
  const { violations } = await builder.analyze()
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes
        .map(({ target }) => target.join(' '))
        .slice(0, 3)
        .join(' | ')}`,
  )
}

/** Returns how many pixels the page extends beyond the screen's width. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}
