import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Clerk draws these; their markup is not ours to mend. */
const FOREIGN = ['[class*="cl-"]']
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong with the page as it stands, one line a kind, with the first places. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(STANDARDS)
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

/** What is wider than the screen, or made for a mouse alone on a phone. */
export async function sideways(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}
