import type { Profile } from '../../src/contract/profile.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { openSettings, readStored, saveAndReload, storeElsewhere, unfoldAll } from '../support/settings.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('a link to a section that is not rendered yet renders it', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const link = document.querySelector<HTMLElement>('.section-nav a[href="#section-installation"]')
      if (!link) return
      observer.disconnect()
      link.click()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto('/agent')
  const section = page.locator('#section-installation > details')
  await expect(section).toHaveAttribute('open')
  await expect(section).toBeInViewport()
})

test('a tone and a time zone outside the options are shown, kept, and can be replaced', async ({ page }) => {
  await openSettings(page)
  await storeElsewhere(page, GREEN, 'profile', { personality_tone: 'concise', timezone: 'Europe/Berlin' })
  await openSettings(page)
  const tones = page.getByRole('radiogroup', { name: 'Personality Tone' })
  const zone = page.getByLabel('Time Zone')
  await expect(tones.getByRole('radio', { name: 'Concise & Businesslike' })).toBeChecked()
  await expect(tones.getByRole('radio')).toHaveCount(5)
  await expect(zone).toHaveValue('Europe/Berlin')
  await expect(zone.locator('option')).toHaveCount(13)
  await page.getByLabel('Agent Name').fill('Olive')
  await saveAndReload(page)
  expect(await readStored<Profile>(page, GREEN, 'profile')).toMatchObject({
    agent_name: 'Olive',
    personality_tone: 'concise',
    timezone: 'Europe/Berlin',
  })
  const helpful = tones.getByRole('radio', { name: 'Helpful & Patient' })
  await expect(helpful).toHaveAccessibleDescription(/^“Yes, we can help with that\./)
  await tones.getByText('What name should I put on your request?').click()
  await expect(helpful).toBeChecked()
  await expect(tones.getByRole('radio')).toHaveCount(4)
})

test('the embed code and the preview follow what is typed, and Enterprise features lead to support', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSettings(page)
  await page.getByLabel('Business Name').fill('Ünder the "Oak"')
  await page.getByRole('button', { name: 'Copy Code' }).click()
  await expect(page.getByText('Embed code copied to clipboard!')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(
    `<script src="${TEST_ORIGINS.widget}/agent.js?organization-id=${GREEN}" ` +
      `data-organization="ünder-the-&quot;oak&quot;" data-organization-id="${GREEN}" data-button-text="Get Free Quote" data-closed-text="We're Closed" async></script>`,
  )
  const mail = await page.getByRole('link', { name: 'Send to whoever runs my website' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toContain(copied)

  await page.getByText('Advanced Settings').click()
  await expect(page.getByRole('switch', { name: 'Show Branding' })).toBeDisabled()
  await expect(page.getByRole('switch', { name: 'Enable File Upload' })).toBeDisabled()
  await page.getByRole('button', { name: 'Enterprise: ask support about Show Branding' }).click()
  await expect(page.getByRole('button', { name: 'Close Chat' })).toBeVisible()
  await page.getByRole('button', { name: 'Close Chat' }).click()
  await page.getByRole('button', { name: 'Need help installing? Ask support' }).click()
  await expect(page.getByRole('button', { name: 'Close Chat' })).toBeVisible()
  await page.getByRole('button', { name: 'Close Chat' }).click()
  await expect(page.getByRole('button', { name: 'Close Chat' })).toBeHidden()

  // The preview beside Design shows the values at a selected time.
  const preview = page.getByRole('region', { name: 'Design' }).locator('.preview')
  await page.getByLabel('Welcome Heading').fill('Howdy <b>')
  await expect(preview.getByText('Howdy <b>')).toBeVisible()
  await page.getByLabel('Widget Color', { exact: true }).fill('#ffd54f')
  await expect(page.locator('#widget_color-message')).toContainText(
    'White text is hard to read on this color',
  )

  await preview.getByLabel('Preview on').selectOption('sunday')
  await expect(preview.getByText('You are closed')).toBeVisible()
  await expect(preview.getByText('Online now · office opens tomorrow at')).toBeVisible()
  await preview.getByLabel('Preview on').selectOption('monday')
  await preview.getByLabel('Preview at').fill('23:30')
  await expect(preview.getByText('You are closed')).toBeVisible()
  await preview.getByLabel('Preview at').fill('10:00')
  await expect(preview.getByText('You are open')).toBeVisible()

  await page.getByLabel('Bubble Position').selectOption('left')
  await page.getByLabel('Bubble Type').selectOption('expanded')
  await preview.getByRole('radio', { name: 'Button' }).check()
  await expect(preview.locator('.preview-stage')).toHaveAttribute('data-side', 'left')
  await expect(preview.getByText('Get Free Quote')).toBeVisible()
  await preview.getByRole('radio', { name: 'Phone' }).check()
  await expect(preview.getByText('Howdy <b>')).toBeVisible()
})

test('completeness counts saved values and is shown once on every screen', async ({ page }) => {
  const banner = page.getByRole('region', { name: /^Complete Agent Setup/ })
  const whole = page.locator('[data-completeness]')
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Settings sections' }).getByRole('link', { name, exact: true })
  await page.goto('/billing')
  await expect(banner).toContainText('85%')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agent' }).click()
  await unfoldAll(page)
  await expect(page.getByLabel('Escalation Email')).not.toHaveValue('')
  await expect(whole).toHaveText('85%')
  await expect(banner).toBeVisible()
  await expect(banner).not.toContainText('%')
  await expect(
    section('Escalation Contact 0% complete, missing Escalation Email, unsaved changes'),
  ).toBeVisible()

  await page.getByLabel('Services Description').fill(' ')
  await expect(section('Services Offered complete, unsaved changes')).toBeVisible()
  await expect(whole).toHaveText('85%')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(whole).toHaveText('75%')
  await expect(banner).toContainText('Almost ready! Complete the remaining fields to go live.')
  await expect(section('Services Offered 0% complete, missing Services Offered')).toBeVisible()
  await expect(section('Escalation Contact complete')).toBeVisible()
})
