import { expect, type Page } from '@playwright/test'

export const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' })
export const paletteField = (page: Page) => palette(page).getByRole('combobox')
export const paletteOptions = (page: Page) => palette(page).getByRole('option')
/** Returns the option that Enter would choose. */
export const chosenOption = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]')

/** Opens the palette with the keyboard and types a query. */
export async function openPalette(page: Page, query = ''): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(paletteField(page)).toBeFocused()
  if (query) await page.keyboard.type(query)
}

/** Types a query, waits until the desired option is selected, and presses Enter. */
export async function choose(page: Page, query: string, wanted: string | RegExp): Promise<void> {
  await openPalette(page, query)
  await expect(chosenOption(page)).toContainText(wanted)
  await page.keyboard.press('Enter')
  await expect(palette(page)).toBeHidden()
}
