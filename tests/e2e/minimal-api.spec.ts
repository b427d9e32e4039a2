import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { minimalResponse, minimalUrl } from '../support/minimal-api.ts'
import { chooseMore } from '../support/more-menu.ts'
import { buyPlan, endPlan } from '../support/plans.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { openQuestion, openSettings, saveAndReload } from '../support/settings.ts'

/** A screen's text for a response that it could not parse. */
const WRONG = /Failed to|Error Loading|could not be|Something went wrong|Invalid Date|\bNaN\b|undefined/
const VISIBLE = { useInnerText: true }

test.use({ expectedErrors: [/status of 40[249]/], timezoneId: 'Pacific/Kiritimati' })

test.beforeEach(async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await page.route(`${TEST_ORIGINS.api}/api/v1/**`, async (route) => {
    const request = route.request()
    if (/\/(widget|events)\b/.test(new URL(request.url()).pathname)) return route.continue()
    const response = await route.fetch({ url: minimalUrl(request.url()), maxRetries: 2 })
    const real = { status: response.status(), body: await response.text() }
    await route.fulfill({ response, ...minimalResponse(request.method(), request.url(), real) })
  })
})

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('with an API that supports less than ours, every screen shows the available data', async ({ page }) => {
  test.slow()
  const main = page.getByRole('main')
  await page.goto('/')
  await expect(main.getByText('60 total leads')).toBeVisible()
  await expect(page.getByText('Setup Billing To Go Live')).toBeVisible()
  await expect(page.getByText('Your agent is ready to help customers!')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toContainText(
    'Call ',
  )
  await expect(main).not.toContainText(WRONG, VISIBLE)
  await page.mouse.wheel(0, 5000)
  await expect(main.getByRole('heading', { name: 'Insights' })).toBeHidden()
  await takeScreenshots(page, 'minimal-dashboard')

  await page.goto('/leads')
  await expect(main.getByText('1-20 of 60 leads')).toBeVisible()
  await main
    .getByRole('table')
    .getByRole('link', { name: /^View / })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Lead status' })).toBeVisible()
  await dialog.getByRole('tab', { name: 'Conversation' }).click()
  await expect(dialog.getByText('Customer').first()).toBeVisible()
  await expect(dialog).not.toContainText(WRONG, VISIBLE)
  await takeScreenshots(page, 'minimal-lead')
  await page.goto('/leads')
  await main.getByRole('button', { name: 'List actions' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  await expect(dialog).toContainText('This version of the API cannot import leads.')

  // This API has no conversations.
  await expect(page.getByRole('navigation', { name: 'Leads and conversations' })).toBeHidden()
  await expect(page).toHaveTitle(/^Leads/)
  await page.goto('/conversations')
  await expect(main.getByRole('link', { name: 'Go to Leads' })).toBeVisible()
  await expect(main).not.toContainText(WRONG, VISIBLE)

  await openSettings(page)
  await expect(page.getByLabel('Business Name')).toHaveValue('Green Acres Lawn & Landscape')
  await expect(page.getByLabel('Monday opens')).toHaveValue('08:00')
  await openQuestion(page, 1)
  await expect(page.getByLabel('Answer 1', { exact: true })).not.toHaveValue('')
  await expect(main).not.toContainText(WRONG, VISIBLE)
  await takeScreenshots(page, 'minimal-settings')
  await expect(page.getByLabel('Escalation Email')).toHaveCount(1)
  await expect(page.getByLabel('Let the Agent Take Over Again')).toHaveCount(0)
  await expect(page.getByLabel('Allowed Websites')).toHaveCount(0)
  await expect(page.getByLabel('Private Notes')).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Services', exact: true })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Spanish Names' })).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Appointment Hours' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Offer calls' })).toHaveCount(0)
  const pricing = page.getByRole('textbox', { name: 'Pricing & Qualification Notes' })
  await pricing.fill('Never go below $38.')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible()
  await expect(page.getByText('withheld from your agent')).toHaveCount(0)
  await pricing.fill('')
  await expect(page.getByRole('link', { name: 'Check the agent' })).toHaveCount(0)

  await page.goto('/integrations')
  await expect(page.getByText('25 integrations found')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await page.keyboard.type('escalation')
  await expect(palette.getByRole('option', { name: 'Escalation Email' })).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Idle Conversation' })).toHaveCount(0)
  await palette.getByRole('combobox').fill('allowed websites')
  await expect(palette.getByRole('option', { name: 'Allowed Websites' })).toHaveCount(0)
  await palette.getByRole('combobox').fill('private notes')
  await expect(palette.getByRole('option', { name: 'Private Notes' })).toHaveCount(0)
  await palette.getByRole('combobox').fill('spanish names')
  await expect(palette.getByRole('option', { name: 'Spanish Names' })).toHaveCount(0)
  await palette.getByRole('combobox').fill('call hours')
  await expect(palette.getByRole('option', { name: 'Appointment Hours' })).toHaveCount(0)
  await palette.getByRole('combobox').fill('notification')
  await expect(palette.getByRole('option', { name: /notification/i })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(main).not.toContainText(WRONG, VISIBLE)

  await page.goto('/billing')
  await expect(main.getByText('Trial Period Active')).toBeVisible()
  await expect(main).not.toContainText(WRONG, VISIBLE)
})

test('settings and a lead are changed, and a call noted, with an API that returns nothing for writes', async ({
  page,
}) => {
  test.slow()
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Sage')
  await openQuestion(page, 1)
  await page.getByLabel('Answer 1', { exact: true }).fill('Yes, every week.')
  await saveAndReload(page)
  await expect(page.getByLabel('Agent Name')).toHaveValue('Sage')
  await openQuestion(page, 1)
  await expect(page.getByLabel('Answer 1', { exact: true })).toHaveValue('Yes, every week.')

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Leads/ })
    .click()
  await page.getByRole('button', { name: 'Call now' }).click()
  const queue = page.getByRole('dialog', { name: /^Call now/ })
  await queue.getByRole('button', { name: /^View/ }).first().click()
  const lead = page.getByRole('dialog').filter({ has: page.getByRole('tab') })
  const call = lead.getByRole('link', { name: 'Call' })
  await call.evaluate((link) => link.addEventListener('click', (event) => event.preventDefault()))
  await call.click()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await lead.getByRole('button', { name: 'No answer' }).click()
  await expect(page.getByText('Noted')).toBeVisible()

  await chooseMore(lead, 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit lead' })
  await form.getByLabel('Budget').fill('$900')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(lead).toContainText('$900')
  await expect(page.getByText(WRONG).filter({ visible: true })).toHaveCount(0)
})

test('without preview passes, the preview of a widget that is not live says that it failed', async ({
  page,
}) => {
  test.slow()
  await buyPlan(page.request)
  await endPlan(page.request)
  await page.goto('/playground')
  const preview = page.getByRole('dialog', { name: 'Widget Preview' })
  await expect(preview.getByText('Widget Preview Error')).toBeVisible()
  await expect(preview.getByText('Failed to load widget preview.')).toBeVisible()
  await expect(preview.getByRole('button', { name: 'Retry' })).toBeVisible()
  await takeScreenshots(page, 'minimal-preview')
})
