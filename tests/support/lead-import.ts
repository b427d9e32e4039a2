import type { Locator, Page } from '@playwright/test'

export const importDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Import leads|Leads imported)/ })

/** Opens the dialog from the list's menu. */
export async function openImport(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'List actions' }).filter({ visible: true }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  return importDialog(page)
}

/** Selects a file with the given text. */
export async function chooseFile(dialog: Locator, text: string, name = 'leads.csv'): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) }
  const choosing = dialog.page().waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose CSV file' }).click()
  await (await choosing).setFiles(file)
}

/** Returns a file of leads, each of which has an email address. */
export function manyLeads(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `Person ${at},person${at}@bulk.test,"${at} Elm St\nUnit 2"`,
  )
  return `Name,Email,Address\n${rows.join('\n')}\n`
}
