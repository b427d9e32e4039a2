import type { Faq, QualificationQuestion } from '../../src/contract/knowledge.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { answerWith, GREEN } from '../support/organizations.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import {
  openQuestion,
  openSettings,
  readStored,
  saveAndReload,
  savedParts,
  storeElsewhere,
  unfoldAll,
} from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test.describe('if a part cannot be saved', () => {
  test.use({ expectedErrors: [/status of (400|500)/] })

  test('the rest is saved, the failed part is named and kept, and the next save sends only that', async ({
    page,
  }) => {
    test.slow()
    await openSettings(page)
    const failures = [
      { part: 'profile', name: 'Profile' },
      { part: 'faqs', name: 'Frequently Asked Questions' },
      { part: 'qualification-questions', name: 'Lead Qualification Questions' },
    ]
    const parts = failures.map(({ part }) => part)
    const sent = savedParts(page)
    for (const { part, name } of failures) {
      const text = `Without the ${part}`
      const isPart = new RegExp(`/api/v1/organizations/${GREEN}/${part}$`)
      await page.route(isPart, (route) =>
        route.request().method() === 'PUT'
          ? answerWith(500, { message: 'Out of order' })(route)
          : route.fallback(),
      )
      await page.getByLabel('Agent Name').fill(text)
      await openQuestion(page, 1)
      await page.getByLabel('Answer 1', { exact: true }).fill(text)
      await page.getByLabel('Qualification question 1', { exact: true }).fill(text)
      sent.length = 0
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await expect(page.getByText('Failed to save settings. Please try again.').last()).toBeVisible()
      await expect(page.getByText(`${name} not saved. Out of order`)).toBeVisible()
      await expect(page.getByText('Everything else is saved. Save again to retry.')).toBeVisible()
      expect(sent).toEqual(parts)
      await expect(page.getByLabel('Agent Name')).toHaveValue(text)
      await expect(page.getByLabel('Answer 1', { exact: true })).toHaveValue(text)

      await page.unroute(isPart)
      sent.length = 0
      await saveAndReload(page)
      expect(sent).toEqual([part])
      const [first] = await readStored<Faq[]>(page, GREEN, 'faqs')
      const [question] = await readStored<QualificationQuestion[]>(page, GREEN, 'qualification-questions')
      expect((await readStored<Profile>(page, GREEN, 'profile')).agent_name).toBe(text)
      expect([first?.answer, question?.question_text]).toEqual([text, text])
    }
  })

  test('errors are shown at their fields, the first gets the focus, and typing clears them', async ({
    page,
  }) => {
    await openSettings(page)
    await openQuestion(page, 2)
    const answer = page.getByLabel('Answer 2', { exact: true })
    await answer.fill('x'.repeat(5_001))
    await page.getByLabel('Email Address').fill(`${'x'.repeat(260)}@example.com`)
    await page.getByRole('button', { name: 'Save Changes' }).dblclick()
    await expect(page.getByLabel('Email Address')).toBeFocused()
    await expect(page.locator('#email-message')).toContainText('Must be at most 254 characters')
    await expect(answer).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByText('Must be at most 5000 characters · 5,001 / 5,000')).toBeVisible()
    await page.getByLabel('Email Address').fill('office@example.com')
    await expect(page.locator('#email-message')).not.toContainText('Must be at most')
    await expect(answer).toHaveAttribute('aria-invalid', 'true')
    await page.getByRole('button', { name: /^Close Question 2:/ }).click()
    await expect(page.locator('#faqs > .entry').nth(1)).toContainText('Must be at most 5000 characters')
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(answer).toBeFocused()
  })
})

test.describe('while something cannot be loaded', () => {
  test.use({ expectedErrors: [/status of (503|403)/] })

  test('the profile and a list fail separately, and Retry loads each', async ({ page }) => {
    const isProfile = /\/api\/v1\/organizations\/[^/]+\/profile$/
    await page.route(isProfile, answerWith(503, { message: 'Away' }))
    await page.route('**/faqs', answerWith(403, { message: 'Not yours' }))
    await page.goto('/agent')
    await expect(page.getByRole('heading', { name: 'Error Loading Configuration' })).toBeVisible()
    await expect(
      page.getByText('Failed to load organization profile. Please try refreshing the page.'),
    ).toBeVisible()
    await page.unroute(isProfile)
    await page.getByRole('button', { name: 'Retry' }).click()

    await unfoldAll(page)
    const section = page.getByRole('region', { name: 'Frequently Asked Questions' })
    await expect(section.getByRole('alert')).toContainText('Failed to load frequently asked questions')
    await expect(page.getByLabel('Business Name')).toBeVisible()
    await page.unroute('**/faqs')
    await section.getByRole('button', { name: 'Retry' }).click()
    await expect(section.getByRole('button', { name: 'Add Question' })).toBeVisible()
  })
})

test("another person's changes are shown by field, and nothing is sent until resolved", async ({ page }) => {
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Mine')
  await page.getByLabel('Phone Number').fill('(614) 555-0111')
  await openQuestion(page, 1)
  await page.getByLabel('Answer 1', { exact: true }).fill('My answer')
  const [first, ...rest] = await readStored<Faq[]>(page, GREEN, 'faqs')
  await storeElsewhere(page, GREEN, 'faqs', [{ ...first, answer: 'Their answer' }, ...rest])
  await storeElsewhere(page, GREEN, 'profile', {
    agent_name: 'Theirs',
    phone: '(614) 555-0222',
    pricing_notes: 'Their notes',
  })
  const sent = savedParts(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const panel = page.getByRole('region', { name: 'Someone else changed these fields' })
  await expect(panel).toBeFocused()
  await expect(panel.locator('[data-conflict]')).toHaveCount(3)
  const agent = panel.locator('[data-conflict="agent_name"]')
  await expect(agent).toContainText('Mine')
  await expect(agent).toContainText('Theirs')
  expect(sent).toEqual([])
  await agent.getByRole('button', { name: 'Keep mine: Agent Name' }).click()
  await expect(panel).toBeFocused()
  await panel.getByRole('button', { name: 'Take theirs: Phone Number' }).click()
  await panel.getByRole('button', { name: 'Take theirs: Frequently Asked Questions' }).click()
  await expect(panel).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
  await expect(page.getByLabel('Phone Number')).toHaveValue('(614) 555-0222')
  await saveAndReload(page)
  expect(sent).toEqual(['profile'])
  expect(await readStored<Profile>(page, GREEN, 'profile')).toMatchObject({
    agent_name: 'Mine',
    phone: '(614) 555-0222',
    pricing_notes: 'Their notes',
  })
  expect((await readStored<Faq[]>(page, GREEN, 'faqs'))[0]?.answer).toBe('Their answer')
})

test('sentences that look private move to the private notes, which only the team gets', async ({ page }) => {
  test.slow()
  await page.goto('/agent')
  await storeElsewhere(page, GREEN, 'profile', {
    pricing_notes: "Mowing is $45 a visit. Don't go below $38.\n\nOur margin is 35%.\nStumps from $150.",
    private_notes: 'Gate code 12.',
  })
  await page.goto('/agent')
  const section = page.getByRole('region', { name: 'Pricing & Qualification Notes', exact: true })
  await expect(section.getByText('Private text')).toBeVisible()
  await unfoldAll(page)
  const pricing = page.getByRole('textbox', { name: 'Pricing & Qualification Notes' })
  const notes = page.getByLabel('Private Notes', { exact: true })
  await expect(notes).toHaveValue('Gate code 12.')
  const hint = page.getByRole('region', { name: 'Private in Pricing & Qualification Notes' })
  await expect(hint.getByRole('listitem')).toHaveText(["Don't go below $38.", 'Our margin is 35%.'])
  await takeScreenshots(page, 'private-notes')
  expect(await accessibilityProblems(page)).toEqual([])

  const sent = savedParts(page)
  await hint.getByRole('button', { name: 'Move all 2 to Private Notes' }).click()
  await expect(hint).toBeFocused()
  await expect(hint).toContainText('2 sentences moved to Private Notes, not saved yet.')
  await expect(pricing).toHaveValue('Mowing is $45 a visit.\n\nStumps from $150.')
  await expect(notes).toHaveValue("Gate code 12.\n\nDon't go below $38.\nOur margin is 35%.")
  expect(sent).toEqual([])
  await hint.getByRole('button', { name: 'Undo' }).click()
  await expect(notes).toHaveValue('Gate code 12.')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()

  await hint.getByRole('button', { name: 'Move all 2 to Private Notes' }).click()
  await hint.getByRole('button', { name: 'Edit Private Notes' }).click()
  await expect(notes).toBeFocused()
  await notes.press('ControlOrMeta+End')
  await notes.pressSequentially(' For winter.')
  // Private text is hinted at in each field that the agent reads.
  await page.getByRole('textbox', { name: 'Agent Summary' }).fill('Confidential: the Smiths pay $30.')
  await expect(page.getByRole('region', { name: 'Private in Agent Summary' })).toContainText('This sentence')
  await page.getByRole('textbox', { name: 'Agent Summary' }).fill('Family business.')
  await expect(page.getByRole('region', { name: 'Private in Agent Summary' })).toBeHidden()
  await saveAndReload(page)
  expect(await readStored<Profile>(page, GREEN, 'profile')).toMatchObject({
    pricing_notes: 'Mowing is $45 a visit.\n\nStumps from $150.',
    private_notes: "Gate code 12.\n\nDon't go below $38.\nOur margin is 35%. For winter.",
    prompt_summary: 'Family business.',
  })
  await expect(hint).toBeHidden()
})
