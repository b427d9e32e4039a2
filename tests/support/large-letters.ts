import type { Page } from '@playwright/test'

/** Doubles the font size of all text on the current page and nothing else, like browsers that enlarge only text. */
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

/** Returns the text of the boxes that match `selector` and whose content overflows. */
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
