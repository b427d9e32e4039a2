import { join } from 'node:path'
import type { Page } from '@playwright/test'

const FOLDER = join(import.meta.dirname, '../../.cache/photographs')
const SIZES = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Saves desktop and phone screenshots of a page for people to review, outside git. */
export async function takeScreenshots(page: Page, name: string): Promise<void> {
  const before = page.viewportSize()
  for (const [where, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size)
    await page.screenshot({ path: join(FOLDER, `${name}-${where}.png`), animations: 'disabled' })
  }
  if (before) await page.setViewportSize(before)
}
