import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseFile, importDialog, openImport } from '../support/lead-import.ts'

const LONG = 'Alexandrina-Maximiliane von und zu Hohenlohe-Schillingsfürst '.repeat(3).trim()

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('leads are imported and undone on a phone, and long names do not widen the dialog', async ({ page }) => {
  await page.goto('/leads')
  const dialog = await openImport(page)
  const isAsWide = () => dialog.evaluate((element) => element.scrollWidth <= innerWidth)
  await chooseFile(dialog, `${LONG},Email\n${LONG},long@import.test\n`, `${'x'.repeat(180)}.csv`)
  await dialog.getByLabel(/^Alexandrina/).selectOption('Name')
  expect(await isAsWide()).toBe(true)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Check 1 row' }).click()
  await dialog.getByRole('button', { name: 'Import 1 lead' }).click()
  await expect(importDialog(page)).toHaveAccessibleName('Leads imported')
  expect(await isAsWide()).toBe(true)
  await dialog.getByRole('button', { name: 'Undo' }).click()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove leads' }).click()
  await expect(dialog).toContainText('Undone: 1 lead removed.')
})
