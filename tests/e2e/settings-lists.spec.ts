import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Faq } from '../../src/contract/knowledge.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { tagsOf } from '../support/choices.ts'
import { expect, test } from '../support/e2e.ts'
import { dropFiles } from '../support/files.ts'
import { GREEN } from '../support/organizations.ts'
import { openQuestion, openSettings, readStored, saveAndReload, storeElsewhere } from '../support/settings.ts'

const rows = (page: Page) => page.locator('#faqs > .entry')

/** The line of a question in the list. */
const question = (page: Page, place: number) =>
  rows(page)
    .nth(place - 1)
    .locator('.entry-question')

/** Drags one question over another and drops it once the other is marked. */
async function drag(page: Page, from: number, to: number, place: 'above' | 'below') {
  const row = (index: number) => page.locator('#faqs > .entry').nth(index - 1)
  await row(2).evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await row(from).locator('.entry-handle').hover()
  await page.mouse.down()
  await expect(async () => {
    const { x = 0, y = 0, height = 0 } = (await row(to).boundingBox()) ?? {}
    await page.mouse.move(x + 200, y + height * (place === 'below' ? 0.8 : 0.2), { steps: 4 })
    await expect(row(to)).toHaveAttribute('data-over', place, { timeout: 500 })
  }).toPass()
  await page.mouse.up()
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('three hundred questions are typed, moved by button and by drag, removed, restored, imported, and exported', async ({
  page,
}) => {
  test.slow()
  await openSettings(page)
  const many = Array.from({ length: 300 }, (_, index) => ({
    question: `Question about lawn ${index + 1}?`,
    answer: `${'We look at it and tell you. '.repeat(10)}(${index + 1})`,
    order_index: index,
  }))
  await storeElsewhere(page, GREEN, 'faqs', many)
  await openSettings(page)
  await expect(page.getByText('300 questions', { exact: true })).toBeVisible()
  await expect(question(page, 300)).toHaveText('Question about lawn 300?')

  await test.step('hidden entries cost no layout', async () => {
    const laidOut = await page
      .locator('#faqs > .entry')
      .evaluateAll(
        (rows) =>
          rows.filter((row) => row.firstElementChild?.checkVisibility({ contentVisibilityAuto: true }))
            .length,
      )
    expect(laidOut).toBeLessThan(60)
  })

  await test.step('typing renders only one of three hundred rows', async () => {
    await openQuestion(page, 150)
    await page.evaluate(() => {
      const touched = new Set<Element>()
      Object.assign(window, { touched })
      new MutationObserver((records) => {
        for (const { target } of records) {
          const row = (target instanceof Element ? target : target.parentElement)?.closest('.entry')
          if (row) touched.add(row)
        }
      }).observe(document.querySelector('#faqs') as Element, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      })
    })
    const answer = page.getByLabel('Answer 150', { exact: true })
    await answer.fill('')
    await answer.pressSequentially('Typed in the middle of the list')
    await expect(answer).toHaveValue('Typed in the middle of the list')
    expect(await page.evaluate(() => (window as unknown as { touched: Set<Element> }).touched.size)).toBe(1)
  })

  await test.step('moved by button, which keeps the focus, and undone', async () => {
    await page.getByRole('button', { name: 'Move Question 2 up' }).click()
    await expect(question(page, 1)).toHaveText('Question about lawn 2?')
    await expect(page.getByRole('button', { name: 'Move Question 1 down' })).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(question(page, 1)).toHaveText('Question about lawn 1?')
  })

  await test.step('moved by drag, and undone', async () => {
    await drag(page, 1, 3, 'below')
    await expect(question(page, 3)).toHaveText('Question about lawn 1?')
    await expect(page.getByText('Question 1 moved.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(question(page, 1)).toHaveText('Question about lawn 1?')
    await drag(page, 3, 1, 'above')
    await expect(question(page, 1)).toHaveText('Question about lawn 3?')
  })

  await test.step('removed, and undone', async () => {
    await page.getByRole('button', { name: 'Remove Question 5', exact: true }).click()
    await expect(page.getByText('299 questions', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(question(page, 5)).toHaveText('Question about lawn 5?')
  })

  await test.step('imported, with the skipped lines listed', async () => {
    const csv = [
      'Answer;Question',
      '"Yes, ""always"".";Do you edge?',
      'Twice;question about LAWN 7?',
      ';Without an answer',
      'On Fridays;When do you come?',
    ]
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import CSV' }).click()
    const file = { name: 'faqs.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\r\n')) }
    await (await choosing).setFiles(file)
    await expect(page.getByText('2 questions imported.')).toBeVisible()
    await expect(page.getByText('1 already in the list, left out.')).toBeVisible()
    await expect(page.getByText('Line 4: The answer is missing.')).toBeVisible()
    await expect(rows(page).nth(300)).toContainText('Yes, "always".')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(rows(page)).toHaveCount(300)
    const folder = await mkdtemp(join(tmpdir(), 'fieldhand-faqs-'))
    await writeFile(join(folder, 'faqs.csv'), csv.join('\r\n'))
    await dropFiles(page, page.getByText('or drop it here'), [join(folder, 'faqs.csv')])
    await expect(rows(page).nth(300)).toContainText('Yes, "always".')
    await rm(folder, { recursive: true })
  })

  await test.step('exported unchanged', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('faqs.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines).toHaveLength(303)
    // The byte order mark, by which spreadsheets recognize UTF-8.
    expect(lines[0]).toBe('\uFEFFQuestion,Answer')
    expect(lines[1]).toMatch(/^Question about lawn 3\?,/)
    expect(lines[301]).toBe('Do you edge?,"Yes, ""always""."')
  })

  await saveAndReload(page)
  const stored = await readStored<Faq[]>(page, GREEN, 'faqs')
  expect(stored.map(({ order_index }) => order_index)).toEqual(
    Array.from({ length: 302 }, (_, index) => index),
  )
  expect(stored.slice(0, 3).map((faq) => faq.question.match(/\d+/)?.[0])).toEqual(['3', '1', '2'])
  expect(stored[149]?.answer).toBe('Typed in the middle of the list')
})

test('a question is found by words of its answer, added at the top, and opened one at a time', async ({
  page,
}) => {
  await openSettings(page)
  const list = page.getByRole('list', { name: 'Frequently asked questions' })
  await page.getByRole('searchbox', { name: 'Search questions' }).fill('CARD invoices')
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('How can I pay?')
  await expect(page.getByText('1 of 8 questions', { exact: true })).toBeVisible()
  await expect(rows(page).getByRole('button', { name: /^Move/ }).first()).toBeDisabled()
  await page.getByRole('button', { name: /^Edit Question 5:/ }).click()
  await page.getByLabel('Answer 5', { exact: true }).fill('In cash')
  await expect(rows(page)).toContainText('How can I pay?')

  await page
    .getByRole('region', { name: 'Frequently Asked Questions' })
    .getByRole('button', { name: 'Add Question' })
    .click()
  await expect(page.getByLabel('Question 1', { exact: true })).toBeFocused()
  await page.keyboard.type('Do you edge?')
  await page.getByLabel('Answer 1', { exact: true }).fill('Yes')
  await expect(rows(page)).toHaveCount(9)
  await expect(list.getByRole('textbox')).toHaveCount(2)
  await saveAndReload(page)
  const stored = await readStored<Faq[]>(page, GREEN, 'faqs')
  expect(stored.map((faq) => faq.question).slice(0, 2)).toEqual(['Do you edge?', 'Are your estimates free?'])
  expect(stored[5]?.answer).toBe('In cash')
})

test('cities are removed and restored, and two thousand ZIP codes are pasted, rendered on demand, and stored', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSettings(page)
  await page.locator('#service_area_type').selectOption('cities')
  const cities = page.locator('#service_area_cities')
  const field = page.locator('[data-field="service_area_cities"]')
  await cities.fill('Dublin, Powell')
  await cities.press('Enter')
  await field.getByRole('button', { name: 'Remove all' }).click()
  await expect(tagsOf(field)).toHaveCount(0)
  await expect(cities).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(field.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(tagsOf(field)).toHaveCount(2)

  await page.locator('#service_area_type').selectOption('zipcodes')
  const codes = Array.from({ length: 2000 }, (_, index) => String(10_000 + index))
  await page.evaluate((text) => navigator.clipboard.writeText(text), ['10000', '', ...codes].join('\n'))
  const input = page.locator('#service_area_zipcodes')
  const zips = page.locator('[data-field="service_area_zipcodes"]')
  await input.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(zips.getByRole('status')).toHaveText('2,000 added, 1 already in the list')
  await expect(page.getByText('2,000 of at most 5,000')).toBeVisible()
  await expect(tagsOf(zips)).toHaveCount(200)
  await expect(zips.getByText('and 1,800 more')).toBeVisible()
  await page.getByRole('button', { name: 'Show all 2,000' }).click()
  await expect(tagsOf(zips)).toHaveCount(2000)

  const drawn = page.evaluate(
    () =>
      new Promise<number>((done) => {
        let count = 0
        const observer = new MutationObserver((records) => {
          count += records.length
        })
        observer.observe(
          document.querySelector('[data-field="service_area_zipcodes"] .tags-list') as Element,
          {
            childList: true,
          },
        )
        addEventListener('keydown', ({ key }) => key === 'Enter' && setTimeout(() => done(count)), {
          capture: true,
        })
      }),
  )
  await input.pressSequentially('43004')
  await input.press('Enter')
  expect(await drawn).toBe(1)
  await page.getByRole('button', { name: 'Remove 10001' }).click()
  await saveAndReload(page)
  const { service_area_zipcodes: stored } = await readStored<Profile>(page, GREEN, 'profile')
  expect(stored).toEqual([...codes.filter((code) => code !== '10001'), '43004'])
})

test('tags are pasted, reached, and removed on a keyboard alone, and announced', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSettings(page)
  await page.locator('#service_area_type').selectOption('zipcodes')
  const field = page.getByRole('group', { name: 'ZIP Codes' })
  const input = field.getByRole('combobox', { name: 'ZIP Codes' })
  await field.scrollIntoViewIfNeeded()
  await expect(input).toBeVisible()
  const codes = Array.from({ length: 40 }, (_, index) => String(43_000 + index))
  await page.evaluate((text) => navigator.clipboard.writeText(text), codes.join('; '))
  await input.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(field.getByRole('status')).toHaveText('40 added')
  await expect(tagsOf(field)).toHaveCount(40)
  await page.keyboard.press('ControlOrMeta+v')
  await expect(field.getByRole('status')).toHaveText('40 already in the list')
  expect(await accessibilityProblems(page)).toEqual([])

  await page.keyboard.press('Backspace')
  await expect(field.getByRole('status')).toHaveText('43039 removed')
  await page.keyboard.press('Shift+Tab')
  await expect(field.getByRole('button', { name: 'Remove 43038' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(field.getByRole('status')).toHaveText('43037 removed')
  await expect(field.getByRole('button', { name: 'Remove 43038' })).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(field.getByRole('button', { name: 'Remove 43036' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(input).toBeFocused()
  await page.keyboard.type('9021')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('10')
  await page.keyboard.press('Tab')
  await expect(field.getByRole('button', { name: 'Remove 90210' })).toBeVisible()
  await field.getByRole('button', { name: 'Remove 43000' }).click()
  await saveAndReload(page)
  const { service_area_zipcodes: stored } = await readStored<Profile>(page, GREEN, 'profile')
  expect(stored).toEqual([...codes.slice(1, 37), '90210'])
})

test('tags work before antd has loaded, which keeps the focus and the typed text', async ({ page }) => {
  await openSettings(page)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/_astro\/[^?]+\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  await page.locator('#service_area_type').selectOption('cities')
  const field = page.getByRole('group', { name: 'Cities' })
  const input = field.getByRole('textbox', { name: 'Cities' })
  const before = await tagsOf(field).count()
  await input.fill('Dublin, OH; Powell')
  await input.press('Enter')
  await expect(tagsOf(field)).toHaveCount(before + 2)
  await input.pressSequentially('New ')
  const size = await field.boundingBox()
  arrive()
  const loaded = field.getByRole('combobox', { name: 'Cities' })
  await expect(loaded).toBeFocused()
  await expect(loaded).toHaveValue('New ')
  expect(await field.boundingBox()).toEqual(size)
  await page.keyboard.type('Albany')
  await page.keyboard.press('Enter')
  await expect(field.getByRole('button', { name: 'Remove New Albany' })).toBeVisible()
})

/** Opens the settings with a list of ZIP codes, and returns its group and field. */
async function openZipCodes(page: Page, codes: readonly string[]) {
  await openSettings(page)
  const profile = await readStored<Profile>(page, GREEN, 'profile')
  const area = { service_area_type: 'zipcodes', service_area_zipcodes: codes }
  await storeElsewhere(page, GREEN, 'profile', { ...profile, ...area })
  await openSettings(page)
  const group = page.getByRole('group', { name: 'ZIP Codes' })
  const input = group.getByRole('combobox', { name: 'ZIP Codes' })
  await group.scrollIntoViewIfNeeded()
  await expect(input).toBeVisible()
  return { group, input, tag: (code: string) => group.getByRole('button', { name: `Remove ${code}` }) }
}

test('a pasted list replaces the selection, loses its quotes, and leaves what is refused in the field', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  }
  const { group, input, tag } = await openZipCodes(page, [])
  await input.fill('43099')
  await input.press('ControlOrMeta+a')
  await paste('"43001"\t"43002"')
  await expect(tagsOf(group)).toHaveCount(2)
  await expect(tag('43002')).toBeVisible()
  await input.fill('4301')
  await input.press('Home')
  await paste('43003, ')
  await expect(tagsOf(group)).toHaveCount(4)
  await expect(tag('43003')).toBeVisible()
  await expect(tag('4301')).toBeVisible()

  const sites = page.getByRole('group', { name: 'Allowed Websites' })
  await sites.scrollIntoViewIfNeeded()
  const site = sites.getByRole('combobox')
  await site.fill('a.test nonsense')
  await site.press('Enter')
  await expect(sites.getByRole('status')).toHaveText('1 added, Not a website address: nonsense')
  await expect(site).toHaveValue('nonsense')
  await expect(site).toHaveAttribute('aria-invalid', 'true')
  await site.fill('a.test')
  await expect(site).not.toHaveAttribute('aria-invalid', 'true')
  await site.press('Enter')
  await expect(sites.getByRole('status')).toHaveText('1 already in the list')
  await expect(site).toHaveValue('')
})

test('Undo after removing all brings the list back next to later entries, until all of it is there', async ({
  page,
}) => {
  const { group, input, tag } = await openZipCodes(page, ['43001', '43002'])
  const undo = group.getByRole('button', { name: 'Undo' })
  await group.getByRole('button', { name: 'Remove all' }).click()
  await expect(group.getByRole('status')).toHaveText('2 removed. Undo')
  await input.fill('43003')
  await input.press('Enter')
  await undo.click()
  await expect(tagsOf(group)).toHaveCount(3)
  await expect(tagsOf(group).first()).toHaveAccessibleName('Remove 43001')
  await expect(tag('43003')).toBeVisible()
  await expect(undo).toBeHidden()

  await group.getByRole('button', { name: 'Remove all' }).click()
  await input.fill('43001 43002 43003')
  await input.press('Enter')
  await expect(undo).toBeHidden()
  await expect(group.getByRole('status')).toHaveText('3 added')

  await group.getByRole('button', { name: 'Remove all' }).click()
  await expect(undo).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(tagsOf(group)).toHaveCount(2)
  // The added entry is still missing.
  await undo.click()
  await expect(tagsOf(group)).toHaveCount(3)
  await page.getByRole('button', { name: 'Discard' }).click()
  await group.getByRole('button', { name: 'Remove all' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(tagsOf(group)).toHaveCount(2)
  await expect(undo).toBeHidden()
  await expect(group.getByRole('status')).toHaveText('')
})

test('a button that is pressed while text is in the field gets its click, and Save stores the text', async ({
  page,
}) => {
  const codes = Array.from({ length: 30 }, (_, index) => String(43_000 + index))
  const { group, input, tag } = await openZipCodes(page, codes)
  const long = 'x'.repeat(120)
  await input.fill(long)
  await group.getByRole('button', { name: 'Remove all' }).click()
  await expect(tagsOf(group)).toHaveCount(0)
  await expect(input).toBeFocused()
  await expect(input).toHaveValue(long)
  await group.getByRole('button', { name: 'Undo' }).click()
  await expect(tagsOf(group)).toHaveCount(30)

  await input.fill('43100')
  await input.press('Enter')
  await input.fill(long)
  // The tag moves what is below it.
  const below = page.getByRole('group', { name: 'Allowed Websites' }).locator('input')
  await below.click()
  await expect(below).toBeFocused()
  await expect(tag(long)).toBeVisible()
  await tag(long).click()

  await input.fill('43101')
  await saveAndReload(page)
  const { service_area_zipcodes: stored } = await readStored<Profile>(page, GREEN, 'profile')
  expect(stored).toEqual([...codes, '43100', '43101'])
})

test('an entry that is not drawn is announced when it is added, and not removed unseen', async ({ page }) => {
  const codes = Array.from({ length: 201 }, (_, index) => String(10_000 + index))
  const { group, input } = await openZipCodes(page, codes)
  await input.fill('99991')
  await input.press('Enter')
  await expect(group.getByRole('status')).toHaveText('99991 added')
  await input.press('Backspace')
  await expect(page.getByText('202 of at most 5,000')).toBeVisible()
  await expect(group.getByRole('status')).toHaveText('99991 added')
  await group.getByRole('button', { name: 'Show all 202' }).click()
  await input.press('Backspace')
  await expect(group.getByRole('status')).toHaveText('99991 removed')
})
