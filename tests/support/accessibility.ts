import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Clerk renders these; we cannot fix their markup. */
const FOREIGN = ['[class*="cl-"]']
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Returns axe's findings on the current page, one line per rule, with the first elements. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], preload: false })
    .withTags(STANDARDS)
  // Without frames, axe needs no second page to collect its findings.
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

/** Returns elements that are wider than the screen, or usable only with a mouse on a phone. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}
