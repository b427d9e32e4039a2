import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { recordAntdFiles } from '../support/antd-files.ts'
import { searchAndPick } from '../support/choices.ts'
import { expect, test } from '../support/e2e.ts'
import { dropFiles } from '../support/files.ts'
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

const LONG = 'A long text in one cell. '.repeat(4).trim()

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
  const steps = dialog.getByRole('list', { name: 'Steps of the import' }).getByRole('listitem')
  const current = steps.and(page.locator('[aria-current="step"]'))
  await expect(steps).toContainText(['File', 'Columns', 'Check', 'Import'])
  await expect(current).toContainText('File')
  expect(await accessibilityProblems(page)).toEqual([])
  await chooseFile(dialog, FILE)
  await expect(current).toContainText('Columns')

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
  const preview = dialog.getByRole('table', { name: 'Preview' })
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
  await expect(current).toContainText('Check')
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
  await expect(steps.last()).toContainText('Import (completed)')
  await expect(current).toHaveCount(0)
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

/** Runs with files named like the keys, and with an empty folder named `folder`. */
async function withFiles(
  contents: Record<string, string>,
  run: (pathOf: (name: string) => string) => Promise<void>,
): Promise<void> {
  const parent = await mkdtemp(join(tmpdir(), 'fieldhand-import-'))
  const pathOf = (name: string) => join(parent, name)
  try {
    await mkdir(pathOf('folder'))
    for (const [name, content] of Object.entries(contents)) await writeFile(pathOf(name), content)
    await run(pathOf)
  } finally {
    await rm(parent, { recursive: true })
  }
}

test('a file is chosen with the keyboard or dropped, and each part of antd loads with its step', async ({
  page,
}) => {
  const loaded = recordAntdFiles(page)
  await page.goto('/leads')
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  expect(await loaded()).toEqual([])
  const dialog = await openImport(page)
  const choose = dialog.getByRole('button', { name: 'Choose CSV file' })
  const area = dialog.getByText(/^or drop it here/)
  await expect.poll(async () => (await loaded()).join()).toContain('drop-area')
  expect((await loaded()).join()).not.toContain('preview-table')
  for (const key of ['Enter', ' ']) {
    await expect(choose).toBeFocused()
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press(key)
    expect((await choosing).isMultiple()).toBe(false)
  }
  const choosing = page.waitForEvent('filechooser')
  await area.click()
  await choosing

  const files = {
    'ann.csv': 'Name,Email\nAnn,ann@drop.test',
    'bob.csv': 'Name,Email\nBob,bob@drop.test',
    'table.xlsx': 'PK\u0003\u0004',
    'large.csv': `Name\n${'x'.repeat(27_000_000)}`,
  }
  await withFiles(files, async (pathOf) => {
    for (const [name, problem] of [
      ['table.xlsx', 'This is a spreadsheet or an archive. Save it as CSV and choose that file.'],
      ['large.csv', 'The file is 26 MB. A file can be 25 MB. Split it.'],
      ['folder', 'The file could not be read.'],
    ] as const) {
      await dropFiles(page, area, [pathOf(name)])
      await expect(dialog.getByRole('alert')).toHaveText(problem)
      await expect(dialog.getByRole('listitem').filter({ hasText: 'File' })).toContainText('failed')
    }
    expect(await accessibilityProblems(page)).toEqual([])
    await dropFiles(page, area, [pathOf('ann.csv'), pathOf('bob.csv')])
    await expect(dialog.getByText('ann.csv')).toBeVisible()
    await expect.poll(async () => (await loaded()).join()).toContain('preview-table')
  })
})

test('a large file shows how much of it is read', async ({ page }) => {
  const large = `Name,Email,Notes\n${`Bob,bob@drop.test,${LONG.repeat(4)}\n`.repeat(49_000)}`
  await page.goto('/leads')
  const dialog = await openImport(page)
  const area = dialog.getByText(/^or drop it here/)
  await withFiles({ 'bob.csv': large }, async (pathOf) => {
    // Reading leaves no time for looking from outside.
    const half = page.evaluate(
      () =>
        new Promise<string>((done) => {
          const bars = document.getElementsByClassName('progress-bar')
          new MutationObserver(() => {
            for (const bar of bars) {
              if (bar.getAttribute('aria-valuetext') === '50%') done(bar.getAttribute('aria-label') ?? '')
            }
          }).observe(document.body, { subtree: true, childList: true, attributes: true })
        }),
    )
    await dropFiles(page, area, [pathOf('bob.csv')])
    expect(await half).toBe('Reading the file')
  })
  await expect(dialog.getByText('49,000 rows', { exact: true })).toBeVisible()
})

test('a file that is dropped while another one is read replaces it', async ({ page }) => {
  await page.goto('/leads')
  const dialog = await openImport(page)
  const area = dialog.getByText(/^or drop it here/)
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    Blob.prototype.arrayBuffer = async function () {
      if (this instanceof File && this.name === 'slow.csv') {
        await new Promise((proceed) => addEventListener('proceed', proceed, { once: true }))
      }
      return read.call(this)
    }
  })
  const files = { 'ann.csv': 'Name\nAnn', 'slow.csv': 'Name\nBob' }
  await withFiles(files, async (pathOf) => {
    await dropFiles(page, area, [pathOf('slow.csv')])
    await expect(dialog.getByRole('button', { name: 'Reading…' })).toBeDisabled()
    await dropFiles(page, area, [pathOf('ann.csv')])
    await expect(dialog.getByText('ann.csv')).toBeVisible()
    await page.evaluate(() => dispatchEvent(new Event('proceed')))
    await expect(dialog.getByText('slow.csv')).toBeHidden()
  })
})

test('the rows of the preview scroll by keyboard below their numbers', async ({ page }) => {
  await page.goto('/leads')
  const dialog = await openImport(page)
  const notes = 'הערה ארוכה מאוד על הדשא '.repeat(10)
  await chooseFile(dialog, `Name,Email,Phone,Address,Notes\n${LONG},a@x.test,6145550100,${LONG},${notes}\n`)
  const preview = dialog.getByRole('table', { name: 'Preview' })
  await expect(preview.getByRole('rowheader')).toHaveText('2')
  const name = preview.getByRole('columnheader', { name: 'Name' })
  const number = preview.getByRole('columnheader', { name: 'Row' })
  // antd's table replaces the plain one.
  await expect(dialog.locator('.import-preview .ant-table')).toBeVisible()
  await preview.focus()
  const leftOf = async (header: Locator) => Math.round((await header.boundingBox())?.x ?? 0)
  const before = { name: await leftOf(name), number: await leftOf(number) }
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => leftOf(name)).toBeLessThan(before.name)
  expect(await leftOf(number)).toBe(before.number)
  expect(await accessibilityProblems(page)).toEqual([])
})

test.describe('without antd', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('leads are imported with the controls of the browser', async ({ page }) => {
    await page.route(/(steps-line|progress-line|drop-area|preview-table)\.[^/]*\.js/, (route) =>
      route.abort(),
    )
    await page.goto('/leads')
    const dialog = await openImport(page)
    const steps = dialog.getByRole('list', { name: 'Steps of the import' }).getByRole('listitem')
    const area = dialog.getByText(/^or drop it here/)
    await withFiles({ 'ann.csv': 'Name,Email\nAnn,ann@drop.test' }, async (pathOf) => {
      await dropFiles(page, area, [pathOf('ann.csv')])
      await dialog.getByRole('button', { name: 'Choose another file' }).click()
      const choosing = page.waitForEvent('filechooser')
      await dialog.getByRole('button', { name: 'Choose CSV file' }).click()
      await (await choosing).setFiles(pathOf('ann.csv'))
    })
    await expect(dialog.getByRole('table', { name: 'Preview' })).toContainText('ann@drop.test')
    await expect(steps).toHaveText(['File (completed)', 'Columns', 'Check', 'Import'])
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Check 1 row' }).click()
    await dialog.getByRole('button', { name: 'Import 1 lead' }).click()
    await expect(importDialog(page)).toHaveAccessibleName('Leads imported')
  })
})

test('a file that is chosen while antd loads is not lost', async ({ page }) => {
  const { promise: held, resolve: proceed } = Promise.withResolvers<void>()
  await page.route(/drop-area\.[^/]*\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/leads')
  const dialog = await openImport(page)
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose CSV file' }).click()
  const chooser = await choosing
  const arriving = page.waitForResponse(/drop-area\.[^/]*\.js/)
  proceed()
  await (await arriving).finished()
  await chooser.setFiles({ name: 'ann.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nAnn') })
  await expect(dialog.getByText('ann.csv')).toBeVisible()
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
  const bar = dialog.getByRole('progressbar', { name: 'Checking leads.csv' })
  await expect(bar).toHaveAttribute('aria-valuetext', '0 of 2 rows')
  expect(await accessibilityProblems(page)).toEqual([])
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
    const preview = dialog.getByRole('table', { name: 'Preview' })
    await expect(preview).toContainText('Jan 15, 2026, 12:00 PM EST')
  })
})
