import type { Page } from '@playwright/test'
import { loadClerkIn } from '../support/clerk-in-page.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openQuestion, openSettings, storeElsewhere } from '../support/settings.ts'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' })

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('sections show one line, except the incomplete one; the device remembers what is unfolded', async ({
  page,
}) => {
  await page.goto('/agent')
  await expect(page.getByLabel('Escalation Email')).toBeVisible()
  await expect(page.getByLabel('Business Name')).toBeHidden()
  await expect(section(page, 'Estimation Call Availability')).toContainText('Mon–Fri 8–5, Sat 9–3 · New York')
  await expect(section(page, 'Service Area')).toContainText('Radius 30 miles')
  await expect(section(page, 'Frequently Asked Questions')).toContainText('8 questions')
  await expect(section(page, 'Installation')).toContainText(
    'Ready, but not complete: 1 required field is missing',
  )

  await heading(page, 'Service Area').click()
  await page.locator('#service_area_radius').fill('42')
  await heading(page, 'Service Area').click()
  await expect(section(page, 'Service Area')).toContainText('Unsaved')
  await expect(section(page, 'Service Area')).toContainText('Radius 42 miles')
  await heading(page, 'Agent Voice').click()
  await page.reload()
  await expect(page.getByLabel('Agent Name')).toBeVisible()
  await expect(page.locator('#service_area_radius')).toBeHidden()
})

test('a link, a search in the page, and a required field lead into a folded section', async ({ page }) => {
  await page.goto('/agent#timezone')
  await expect(page.getByLabel('Time Zone')).toBeFocused()
  await page.getByRole('link', { name: /^Services Offered/ }).click()
  await expect(page.getByLabel('Services Description')).toBeInViewport()
  await expect(page.getByRole('link', { name: /^Services Offered/ })).toHaveAttribute(
    'aria-current',
    'location',
  )

  // The browser's search in the page does this to show a match.
  await page.evaluate(() => {
    const details = document.querySelector('#section-voice details')
    if (details instanceof HTMLDetailsElement) details.open = true
  })
  await expect(page.getByLabel('Agent Summary')).toBeVisible()
  await expect(section(page, 'Agent Voice')).not.toContainText('Fern · Friendly')

  await heading(page, 'Escalation Contact').click()
  await expect(page.getByLabel('Escalation Email')).toBeHidden()
  await heading(page, 'Installation').click()
  await section(page, 'Installation').getByRole('link', { name: 'Escalation Email' }).click()
  await expect(page.getByLabel('Escalation Email')).toBeFocused()

  await page.getByRole('button', { name: 'Expand all' }).click()
  // A reload right after a move within the page can load the earlier URL.
  await page.goto('about:blank')
  await page.goto('/agent#escalation_email')
  await expect(page.getByRole('switch', { name: 'Thanksgiving Day' })).toBeVisible()
  await expect(page.getByLabel('Escalation Email')).toBeFocused()
  await expect(page.getByLabel('Escalation Email')).toBeInViewport()
})

test('the bar names the unsaved fields, leads to them, and discards them with Undo', async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Olive')
  await expect(bar(page)).toContainText('1 unsaved change')
  await page.getByRole('switch', { name: 'Sunday open' }).click()
  await page.getByLabel('Phone Number').fill('(614) 555-0199')
  await page.getByLabel('Booking Link').fill('https://cal.example.org')
  await expect(bar(page)).toContainText('4 unsaved changes')
  await expect(bar(page).getByRole('button', { name: 'and 1 more' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await bar(page).getByRole('button', { name: 'Agent Name' }).click()
  await expect(page.getByLabel('Agent Name')).toBeFocused()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await expect(bar(page)).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(bar(page)).toContainText('4 unsaved changes')
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olive')
})

test('a key changes only its field, also with a hundred questions and the preview open', async ({ page }) => {
  await openSettings(page)
  const faqs = Array.from({ length: 100 }, (_, index) => ({
    question: `Question ${index + 1}?`,
    answer: 'We look at it and tell you. '.repeat(70),
    order_index: index,
  }))
  await storeElsewhere(page, GREEN, 'faqs', faqs)
  await page.reload()
  // The first key would load it, and change the head of the page.
  await loadClerkIn(page)
  const field = page.getByLabel('Welcome Heading')
  await field.fill('H')
  await expect(bar(page)).toBeVisible()
  await expect(page.locator('.preview').first()).toContainText('H')
  await field.focus()
  await page.evaluate(() => {
    const changed = new Set<string>()
    Object.assign(window, { changed })
    new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        changed.add(element?.closest('.setting, .entry, .preview, section')?.className ?? 'nothing')
        const other = element?.closest<HTMLElement>('[data-field], [data-entry]')?.dataset
        if (other) changed.add(other.field ?? other.entry ?? '')
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  })
  const changedSince = () =>
    page.evaluate(() => {
      const { changed } = window as unknown as { changed: Set<string> }
      const all = [...changed].toSorted()
      changed.clear()
      return all
    })
  await page.keyboard.type('owdy')
  await expect(page.locator('.preview').first()).toContainText('Howdy')
  expect(await changedSince()).toEqual(['preview', 'setting', 'welcome_heading'])

  await openQuestion(page, 100)
  const answer = page.getByLabel('Answer 100')
  await answer.fill('Yes')
  await expect(bar(page)).toContainText('2 unsaved changes')
  await changedSince()
  await answer.focus()
  await page.keyboard.type(', we do')
  await expect(answer).toHaveValue('Yes, we do')
  expect((await changedSince()).map((name) => name.replace(/^stored-\d+$/, 'one'))).toEqual(['entry', 'one'])
})
