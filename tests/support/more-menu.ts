import type { Locator } from '@playwright/test'

/** Chooses an action behind a lead's More button. */
export async function chooseMore(place: Locator, action: string): Promise<void> {
  await place.getByRole('button', { name: 'More', exact: true }).click()
  await place.getByRole('menuitem', { name: action, exact: true }).click()
}
