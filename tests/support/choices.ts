import { expect, type Locator } from '@playwright/test'

/** Picks from a long list on a desk: points at it, types a part of a label, and presses Enter. */
export async function searchAndPick(field: Locator, text: string): Promise<void> {
  await field.hover()
  await expect(field).toHaveJSProperty('tagName', 'INPUT')
  await field.fill(text)
  await field.press('Enter')
}

/** The buttons that remove the tags of a field. */
export const tagsOf = (field: Locator) => field.getByRole('button', { name: /^Remove (?!all$)/ })
