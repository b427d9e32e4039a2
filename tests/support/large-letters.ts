import type { Page } from '@playwright/test'

/** Doubles every letter of the page as it stands and nothing else, as browsers do that enlarge text alone. */
export async function enlargeText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const elements = [...document.querySelectorAll<HTMLElement>('body *')].filter(({ style }) => style)
    const sizes = elements.map((element) => {
      const { fontSize, lineHeight } = getComputedStyle(element)
      return { element, fontSize, lineHeight }
    })
    const twice = (size: string) => `${Number.parseFloat(size) * 2}px`
    for (const { element, fontSize, lineHeight } of sizes) {
      element.style.setProperty('font-size', twice(fontSize), 'important')
      if (lineHeight !== 'normal') element.style.setProperty('line-height', twice(lineHeight), 'important')
    }
  })
}

/** The text of each box among `selector` out of which something hangs. */
export function overflowing(page: Page, selector: string): Promise<string[]> {
  return page
    .locator(selector)
    .filter({ visible: true })
    .evaluateAll((boxes) =>
      boxes
        .filter(
          ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
            scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
        )
        .map(({ textContent }) => textContent ?? ''),
    )
}
