import type { Locator, Page } from '@playwright/test'

/** Drags files or folders of this machine over an element, and drops them there. */
export async function dropFiles(page: Page, target: Locator, paths: readonly string[]): Promise<void> {
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const browser = await page.context().newCDPSession(page)
  const data = { items: [], files: [...paths], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', { type, x: x + width / 2, y: y + height - 4, data })
  }
  await browser.detach()
}
