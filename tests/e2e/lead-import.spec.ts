import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { searchAndPick } from '../support/choices.ts'
import { expect, test } from '../support/e2e.ts'
import { chooseFile, importDialog, manyLeads, openImport } from '../support/lead-import.ts'
import { FRESH, selectOrganization } from '../support/organizations.ts'

const FILE = [
  'Leads of the trade fair,,,,,',
  'First,Last,Reach me;at,Phone,When added,Remark',
  'Ann,Lee,ann@import.test,ask her,3/4/2026 7:00 AM,"=1+1, and\nmore"',
  'Bob,Ray,,(614) 555-0171,,',
  'Cat,Low,ann@import.test,,,',
  ',,,,,Nobody',
  'Dan,Fox,dan,,,',
].join('\r\n')

/** Exports the leads of the list. */
async function exportLeads(page: Page): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('search').getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: 'Export CSV' }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('leads are imported from a file step by step, and the import is undone after a reload', async ({
  page,
}) => {
  await page.goto('/leads')
  const dialog = await openImport(page)
  expect(await accessibilityProblems(page)).toEqual([])
  await chooseFile(dialog, FILE)

  // What the headings do not tell, the cells do; each can be changed.
  await expect(dialog.getByLabel(/^Reach me/)).toHaveValue('prospect_email')
  await expect(dialog.getByLabel(/^When added/)).toHaveValue('')
  await expect(dialog.getByLabel(/^Names of the columns/)).toHaveValue('1')
  await dialog.getByLabel(/^Names of the columns/).selectOption({ index: 0 })
  await expect(dialog.getByLabel(/^Leads of the trade fair/)).toHaveValue('')
  await dialog.getByLabel(/^Names of the columns/).selectOption({ index: 1 })
  await expect(dialog.getByLabel('First', { exact: true })).toHaveValue('given_name')
  await dialog.getByLabel(/^When added/).selectOption('Created')
  const remark = dialog.getByLabel(/^Remark/)
  await searchAndPick(remark, 'note')
  await remark.press('ArrowDown')
  await expect(remark).toHaveAttribute('aria-expanded', 'true')
  // antd's lists scroll outside of the listbox; the keys move along the options, and scroll it.
  const [scrolling = '', ...others] = await accessibilityProblems(page)
  expect(scrolling).toMatch(/^(scrollable-region-focusable: .*)?$/)
  expect(others).toEqual([])
  await remark.press('Escape')
  await expect(remark).toHaveAttribute('aria-expanded', 'false')
  await expect(remark).toHaveAccessibleDescription(/^Notes/)
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await expect(preview.getByRole('row')).toHaveCount(6)
  await expect(preview).toContainText('Ann Lee')
  await expect(preview).toContainText('Mar 4, 2026')
  await dialog.getByLabel(/^Order of dates/).selectOption('Day/Month/Year')
  await expect(preview).toContainText('Apr 3, 2026')
  await dialog.getByLabel(/^Order of dates/).selectOption('Month/Day/Year')
  await expect(preview).toContainText('There is no name, email, or phone number')
  expect(await accessibilityProblems(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Check 5 rows' }).click()
  await expect(dialog).toContainText('nothing is imported yet')
  await expect(dialog.getByRole('definition')).toHaveText(['3', '1', '1'])
  const leftOut = dialog.getByRole('region', { name: 'Rows that are left out' })
  await expect(leftOut.getByRole('listitem')).toHaveText([
    'Row 6: There is no name, email, or phone number.',
    'Row 5: A lead with this email is already there.',
  ])
  const details = dialog.getByRole('region', { name: 'Details that differ from the file' })
  await expect(details.getByRole('listitem')).toHaveText([
    '1 row: Phone is not a phone number.',
    '1 row: Email is not an email address.',
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import 3 leads' }).click()
  await expect(importDialog(page)).toHaveAccessibleName('Leads imported')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download these rows' }).click()
  const saved = await readFile(await (await downloading).path(), 'utf8')
  expect(saved).toContain('Row,Reason\r\n')
  expect(saved).toContain('A lead with this email is already there')
  expect(saved).toContain('Phone is not a phone number')
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('searchbox', { name: 'Search leads' }).fill('import.test')
  await page.getByRole('table').getByRole('link', { name: 'View Ann Lee' }).click()
  const lead = page.getByRole('dialog').filter({ has: page.getByRole('tab') })
  await expect(lead).toContainText('=1+1, and')
  await expect(lead).toContainText('Phone: ask her')
  await expect(lead).toContainText(/Created\d+ (months|years?) ago/)
  await page.goto('/leads')

  await openImport(page)
  const past = dialog.getByRole('region', { name: 'Recent imports' }).getByRole('listitem')
  await expect(past).toContainText('3 leads imported, 1 already there, 1 rejected.')
  await past.getByRole('button', { name: 'Undo the import of leads.csv' }).click()
  await past.getByRole('button', { name: 'Remove leads' }).click()
  await expect(past).toContainText('Undone: 3 leads removed.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('import.test')
  await expect(page.getByText('Ann Lee')).toBeHidden()
})

test('the filtered leads are exported; another organization can import an export, and no other files', async ({
  page,
}) => {
  await page.goto('/leads?status=converted')
  const counted = await page.getByText(/of \d+ leads/).textContent()
  const converted = Number(/of (\d+) leads/.exec(counted ?? '')?.[1])
  const filtered = await exportLeads(page)
  expect(filtered.name).toMatch(/^leads-green-acres-lawn-landscape-\d{4}-\d\d-\d\d\.csv$/)
  expect(filtered.text.startsWith('\uFEFFLead,')).toBe(true)
  expect(filtered.text.match(/,Converted,/g)).toHaveLength(converted)

  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'All Status' })
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  const { text } = await exportLeads(page)
  const total = await page
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .count()
  expect(total).toBeGreaterThan(5)

  await selectOrganization(page, FRESH)
  const dialog = await openImport(page)
  for (const [content, problem] of [
    ['', 'The file is empty.'],
    ['PK\u0003\u0004...', 'This is a spreadsheet or an archive. Save it as CSV and choose that file.'],
    ['Ann,ann@x.test', 'The first row has no headings. Add a row with the names of the columns.'],
  ] as const) {
    await chooseFile(dialog, content)
    await expect(dialog.getByRole('alert')).toHaveText(problem)
  }
  await chooseFile(dialog, text)
  for (const heading of ['Lead', 'Created', 'Booking Status', 'Source']) {
    await expect(dialog.getByLabel(new RegExp(`^${heading}(?! )`))).not.toHaveValue('')
  }
  await expect(dialog.getByLabel(/^Updated/)).toHaveValue('')
  await dialog.getByRole('button', { name: /^Check \d+ rows/ }).click()
  await dialog.getByRole('button', { name: /^Import \d+ leads/ }).click()
  await expect(importDialog(page)).toHaveAccessibleName('Leads imported')
  await expect(dialog.getByText('Rejected')).toBeHidden()
})

test('a check without an answer can be left for the columns', async ({ page }) => {
  await page.goto('/leads')
  const dialog = await openImport(page)
  await chooseFile(dialog, manyLeads(2))
  await page.route('**/lead-imports/check', () => undefined)
  await dialog.getByRole('button', { name: 'Check 2 rows' }).click()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByRole('list', { name: 'Columns' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await dialog.getByRole('button', { name: 'Check 2 rows' }).click()
  await expect(dialog.getByRole('button', { name: 'Import 2 leads' })).toBeVisible()
})

test.describe('an import that is cut off', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('continues with the same file after a reload, and doubles nothing', async ({ page }) => {
    const file = manyLeads(2_000)
    await page.goto('/leads')
    const dialog = await openImport(page)
    await chooseFile(dialog, file)
    await dialog.getByRole('button', { name: 'Check 2,000 rows' }).click()
    let sent = 0
    let isCutOff = true
    await page.route('**/lead-imports/*/rows', async (route) => {
      sent += 1
      if (isCutOff && sent > 4) await route.abort()
      else await route.continue()
    })
    await dialog.getByRole('button', { name: 'Import 2,000 leads' }).click()
    await expect.poll(() => sent).toBeGreaterThan(4)
    await page.goto('/leads')
    await openImport(page)
    // Not earlier, because the page before the reload would resume the import.
    isCutOff = false
    const past = dialog.getByRole('region', { name: 'Recent imports' }).getByRole('listitem')
    await expect(past).toContainText(
      '1,200 leads imported. 800 rows are left: choose the file again to continue.',
    )
    await chooseFile(dialog, file)
    await dialog.getByRole('button', { name: 'Check 2,000 rows' }).click()
    await dialog.getByRole('button', { name: 'Import 800 leads' }).click()
    await expect(importDialog(page)).toHaveAccessibleName('Leads imported')
    await expect(dialog.getByRole('definition')).toHaveText('2,000')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('bulk.test')
    await expect(page.getByText('of 2,000')).toBeVisible()
  })
})

test.describe('in another time zone than the business', () => {
  test.use({ timezoneId: 'America/Los_Angeles' })

  test('the preview shows a booking in the time zone of the business, like the lead', async ({ page }) => {
    await page.goto('/leads')
    const dialog = await openImport(page)
    await chooseFile(dialog, 'Name,Phone,Booking\nAnn Lee,614 555 0188,2026-01-15 09:00\n')
    const preview = dialog.getByRole('region', { name: 'Preview' })
    await expect(preview).toContainText('Jan 15, 2026, 12:00 PM EST')
  })
})
