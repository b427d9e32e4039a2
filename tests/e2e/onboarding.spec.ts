import type { Locator, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { answerWith, FRESH, selectOrganization } from '../support/organizations.ts'
import { takeScreenshots } from '../support/screenshots.ts'

const STEPS = ['Business Information', 'Services & Agent Identity', 'Scheduling Hours'] as const
const PRESETS = [
  'Lawn Care & Maintenance',
  'Landscape Design',
  'Tree Services',
  'Irrigation Systems',
  'Hardscaping',
  'Planting & Garden Care',
  'Snow Removal',
  'Pest Control',
]

const step = (page: Page, number: 1 | 2 | 3) => page.getByRole('dialog', { name: STEPS[number - 1] })
const proceed = (dialog: Locator) => dialog.getByRole('button', { name: 'Continue', exact: true })

async function openOnboarding(page: Page): Promise<Locator> {
  await page.goto('/')
  await selectOrganization(page, FRESH)
  await expect(step(page, 1)).toBeVisible()
  return step(page, 1)
}

/** Selects the first address of the search. */
async function chooseAddress(page: Page, dialog: Locator): Promise<void> {
  await dialog.getByLabel('Business address').pressSequentially('Maple Av')
  await page.locator('.ant-select-item-option').first().click()
  await expect(dialog.getByRole('img', { name: /^Map of/ })).toBeVisible()
}

async function fillStep2(dialog: Locator): Promise<void> {
  await dialog.getByRole('checkbox', { name: 'Tree Services' }).check()
  await dialog.getByLabel('Agent name').fill('Clip')
}

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test("the three steps, from the organization's name to the playground", async ({ page }) => {
  const first = await openOnboarding(page)
  await expect.poll(async () => (await first.boundingBox())?.width).toBe(600)
  await expect(first).toContainText('Step 1 of 3')
  await expect(first).toContainText('Tell us about your business and service area.')
  await expect(first).toContainText('You can test your agent after all steps are completed.')
  await expect(first.getByRole('progressbar', { name: 'Completed steps' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  const steps = page.getByRole('list', { name: 'Steps', exact: true }).getByRole('listitem')
  const current = steps.and(page.locator('[aria-current="step"]'))
  await expect(steps).toContainText(STEPS)
  await expect(current).toContainText(STEPS[0])
  expect(await accessibilityProblems(page)).toEqual([])
  const name = first.getByRole('textbox', { name: 'Business name', exact: true })
  await expect(name).toHaveValue('Fresh Cut Co')
  await expect(name).toHaveAttribute('aria-required', 'true')
  await expect(first.getByLabel('Service area radius (miles)')).toHaveValue('25')
  await chooseAddress(page, first)
  await takeScreenshots(page, 'onboarding-1')
  const sent = page.waitForRequest('**/complete-step/1')
  await proceed(first).click()
  expect((await sent).postDataJSON()).toMatchObject({
    business_name: 'Fresh Cut Co',
    address: {
      full_address: expect.stringContaining('Maple Avenue'),
      coordinates: { latitude: expect.any(Number), longitude: expect.any(Number) },
      context: expect.any(Object),
      properties: expect.any(Object),
    },
    service_area_radius: 25,
  })
  await expect(page.getByText('Step 1 completed!')).toBeVisible()

  const second = step(page, 2)
  await expect(second).toContainText('Step 2 of 3')
  await expect(second.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^33/)
  await expect(steps).toContainText([`${STEPS[0]} (completed)`, STEPS[1], STEPS[2]])
  await expect(current).toContainText(STEPS[1])
  await expect(second.getByRole('checkbox')).toHaveCount(PRESETS.length)
  for (const name of PRESETS) await expect(second.getByRole('checkbox', { name })).not.toBeChecked()
  await expect(second).toContainText('Friendly & Neighborly')
  const tones = second.getByRole('radiogroup', { name: 'Agent personality' })
  for (const [index, name] of [
    'Friendly & Neighborly',
    'Professional & Polished',
    'Concise & Businesslike',
  ].entries()) {
    await expect(tones.getByRole('radio').nth(index)).toHaveAccessibleName(name)
  }
  await expect(tones.getByRole('radio', { name: 'Friendly & Neighborly' })).toBeChecked()
  await tones.getByRole('radio', { name: 'Concise & Businesslike' }).check()
  await fillStep2(second)
  await takeScreenshots(page, 'onboarding-2')
  const sentAgent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/complete-step/')) {
      sentAgent.push(request.postDataJSON())
    }
  })
  // The second click neither sends the step again nor completes the next one.
  await proceed(second).dblclick()
  const third = step(page, 3)
  await expect(third).toBeVisible()
  await expect(page.getByText('Step 2 completed!')).toBeVisible()
  expect(sentAgent).toEqual([
    { services_offered: ['Tree Services'], agent_name: 'Clip', personality_tone: 'concise' },
  ])
  await expect(third).toContainText('Step 3 of 3')
  await expect(third).toContainText('your agent schedules estimate calls Monday to Friday 3-5 PM')
  await expect(third).toContainText('other times in your business hours: Mon–Fri 8–5, Sat 9–3, Eastern time.')
  await expect(third).toContainText('You can adjust this later in settings.')
  await takeScreenshots(page, 'onboarding-3')
  const sentHours = page.waitForRequest('**/complete-step/3')
  await third.getByRole('button', { name: 'Complete Setup' }).click()
  expect((await sentHours).postDataJSON()).toEqual({ scheduling_hours: {} })
  await expect(page.getByText('Onboarding completed! Redirecting to your agent...')).toBeVisible()
  await expect(third).toBeHidden()
  await expect(page).toHaveURL('/')
  await expect(page).toHaveURL('/playground')
})

test('steps 1 and 2 show missing or invalid input, and add a service once', async ({ page }) => {
  const first = await openOnboarding(page)
  await test.step('step 1', async () => {
    const name = first.getByLabel('Business name')
    const radius = first.getByLabel('Service area radius (miles)')
    await name.fill('  ')
    await radius.fill('')
    await proceed(first).click()
    await expect(first.getByText('Please enter your business name')).toBeVisible()
    await expect(first.getByText('Please enter your business address')).toBeVisible()
    await expect(first.getByText('Please enter service area radius')).toBeVisible()
    await expect(name).toBeFocused()
    await takeScreenshots(page, 'onboarding-1-errors')
    await expect(name).toHaveAttribute('aria-invalid', 'true')

    await name.fill('x'.repeat(256))
    await expect(first.getByText('Business name must be less than 255 characters')).toBeVisible()
    await name.fill('x'.repeat(255))
    await expect(first.getByText('Business name must be less than 255 characters')).toBeHidden()
    for (const wrong of ['0', '101', '-3']) {
      await radius.fill(wrong)
      await expect(first.getByText('Radius must be between 1 and 100 miles')).toBeVisible()
    }
    for (const right of ['1', '100']) {
      await radius.fill(right)
      await expect(first.getByText('Radius must be between 1 and 100 miles')).toBeHidden()
    }
    await expect(first).toContainText('Step 1 of 3')
    await chooseAddress(page, first)
    await proceed(first).click()
  })

  const second = step(page, 2)
  await test.step('step 2', async () => {
    await proceed(second).click()
    await expect(second.getByText('Please select at least one service')).toBeVisible()
    await expect(second.getByText('Please enter a name for your agent')).toBeVisible()
    await takeScreenshots(page, 'onboarding-2-errors')
    await second.getByLabel('Agent name').fill('x'.repeat(256))
    await expect(second.getByText('Agent name must be less than 255 characters')).toBeVisible()
    await second.getByRole('checkbox', { name: 'Hardscaping' }).check()
    await expect(second.getByText('Please select at least one service')).toBeHidden()
  })

  await test.step('custom services', async () => {
    const text = second.getByLabel('Another service')
    const add = second.getByRole('button', { name: 'Add', exact: true })
    await expect(add).toBeDisabled()
    await text.fill('   ')
    await expect(add).toBeDisabled()
    await text.fill('  Gutter Cleaning ')
    await add.click()
    await expect(second.getByRole('checkbox', { name: 'Gutter Cleaning' })).toBeChecked()
    await expect(text).toHaveValue('')
    for (const again of ['gutter cleaning', 'Pest Control']) {
      await text.fill(again)
      await text.press('Enter')
    }
    await expect(second.getByRole('checkbox')).toHaveCount(PRESETS.length + 1)
    await expect(second.getByRole('checkbox', { name: 'Pest Control' })).toBeChecked()
    await expect(second).toContainText('Step 2 of 3')
  })
})

test.describe("the device's location", () => {
  test.use({ expectedErrors: [/ERR_FAILED|status of 404/], geolocation: { latitude: 39.96, longitude: -83 } })

  const problemIn = (dialog: Locator) => dialog.getByRole('alert').filter({ hasText: 'type the address' })
  const button = (dialog: Locator) => dialog.getByRole('button', { name: 'Use my location' })

  test('that is denied loses nothing typed', async ({ page, context }) => {
    const dialog = await openOnboarding(page)
    const field = dialog.getByLabel('Business address')
    const browser = await context.newCDPSession(page)
    await browser.send('Browser.setPermission', { permission: { name: 'geolocation' }, setting: 'denied' })
    await field.fill('12 Oak')
    await button(dialog).click()
    await expect(problemIn(dialog)).toHaveText(
      'This page may not use your location. Allow it in the browser, or type the address.',
    )
    await expect(field).toHaveValue('12 Oak')
    await takeScreenshots(page, 'onboarding-location')
  })

  test('fills in the address as soon as it can be looked up', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await page.route('**/reverse?**', (route) => route.fulfill({ status: 404, body: '' }))
    const dialog = await openOnboarding(page)
    const field = dialog.getByLabel('Business address')
    await field.fill('12 Oak')
    await button(dialog).click()
    await expect(problemIn(dialog)).toContainText('could not be looked up')
    await expect(field).toHaveValue('12 Oak')

    await page.unroute('**/reverse?**')
    await button(dialog).click()
    await expect(field).toHaveValue(/Columbus, Ohio/)
    await expect(problemIn(dialog)).toBeHidden()
    await expect(dialog.getByRole('img', { name: /^Map of/ })).toBeVisible()
  })

  test('of no known address says so', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation({ latitude: 0, longitude: 0 })
    const dialog = await openOnboarding(page)
    await button(dialog).click()
    await expect(problemIn(dialog)).toContainText('no known address')
  })
})

test('a typed address that is almost known is offered when the field is left', async ({ page }) => {
  const dialog = await openOnboarding(page)
  const field = dialog.getByLabel('Business address')
  await field.fill('480 Maplewood')
  await field.press('Tab')
  await page.keyboard.press('Tab')
  const question = page.getByRole('dialog', { name: 'Check your address' })
  await expect(question.getByText('480 Maplewood', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: /^480 Maplewood Lane, Columbus/ }).click()
  await expect(field).toHaveValue(/^480 Maplewood Lane, Columbus/)
  await expect(dialog.getByRole('img', { name: /^Map of/ })).toBeVisible()
})

test('the address search suggests below its field, and an unknown address is confirmed', async ({ page }) => {
  const dialog = await openOnboarding(page)
  const field = dialog.getByLabel('Business address')
  await field.pressSequentially('M')
  await expect(page.getByText('Type in 2 or more characters for results.')).toBeVisible()
  await field.pressSequentially('aple Av')
  const list = page.locator('.ant-select-dropdown')
  const options = list.locator('.ant-select-item-option')
  const gap = async () => {
    const [above, below] = await Promise.all([field.boundingBox(), list.boundingBox()])
    return (below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)
  }
  await options.first().hover()
  const first = await gap()
  expect(first).toBeGreaterThanOrEqual(0)
  expect(first).toBeLessThan(20)
  await options.nth(3).hover()
  await expect(options.nth(3)).toHaveClass(/active/)
  expect(await gap()).toBe(first)
  await field.fill('zzqqxx')
  await expect(page.getByText('No search results.').first()).toBeVisible()

  await field.fill('Behind the old mill')
  await proceed(dialog).click()
  const question = page.getByRole('dialog', { name: 'Check your address' })
  await expect(question).toContainText(
    "We couldn't verify this address. Please check that your information is correct before continuing.",
  )
  await question.getByRole('button', { name: 'Edit' }).click()
  await expect(question).toBeHidden()
  await expect(dialog).toContainText('Step 1 of 3')
  await proceed(dialog).click()
  const sent = page.waitForRequest('**/complete-step/1')
  await question.getByRole('button', { name: 'Use this address' }).click()
  if (await proceed(dialog).isVisible()) await proceed(dialog).click()
  expect((await sent).postDataJSON()).toMatchObject({
    address: { full_address: 'Behind the old mill', coordinates: null },
  })
  await expect(step(page, 2)).toBeVisible()
})

test('leaving keeps the input and how to return, and at the end cancels the redirect', async ({ page }) => {
  await page.clock.install()
  const dialog = await openOnboarding(page)
  await dialog.getByLabel('Business name').fill('Fresher Cut')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  const reopen = page.getByRole('button', { name: 'Continue setup' })
  await expect(reopen).toBeFocused()
  await expect(page.getByText('No bookings yet')).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await takeScreenshots(page, 'onboarding-closed')
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click()
  await expect(page.getByText('No leads yet')).toBeVisible()
  await page.getByRole('link', { name: /^Dashboard/ }).click()
  await expect(reopen).toBeVisible()
  await reopen.click()
  await expect(dialog.getByLabel('Business name')).toHaveValue('Fresher Cut')

  await chooseAddress(page, dialog)
  await proceed(dialog).click()
  await fillStep2(step(page, 2))
  await proceed(step(page, 2)).click()
  await step(page, 3).getByRole('button', { name: 'Complete Setup' }).click()
  await expect(page.getByText('Onboarding completed!')).toBeVisible()
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click()
  await expect(page.getByText('No leads yet')).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page.getByText('No leads yet')).toBeVisible()
  await expect(page).toHaveURL('/leads')
})

test('the input survives a reload and a session that expires while it is sent', async ({
  page,
  context,
  signIn,
  expectedErrors,
}) => {
  expectedErrors.push(/401/)
  const dialog = await openOnboarding(page)
  await dialog.getByLabel('Business name').fill('Fresher Cut')
  await dialog.getByLabel('Service area radius (miles)').fill('42')
  await chooseAddress(page, dialog)
  await page.reload()
  await expect(dialog.getByLabel('Business name')).toHaveValue('Fresher Cut')
  await expect(dialog.getByLabel('Business address')).toHaveValue(/Maple Avenue/)
  await page.route('**/complete-step/1', answerWith(401, { message: 'Sign in first' }))
  await proceed(dialog).click()
  await expect(page).toHaveURL(/\/sign-up/)
  await page.unroute('**/complete-step/1')
  await context.clearCookies()
  await signIn()
  await page.goto('/')
  await selectOrganization(page, FRESH)
  await expect(dialog.getByLabel('Business name')).toHaveValue('Fresher Cut')
  await expect(dialog.getByLabel('Service area radius (miles)')).toHaveValue('42')
})

test('a failure of a step is shown and keeps its input', async ({ page, expectedErrors }) => {
  expectedErrors.push(/500/)
  let isFailing = true
  await page.route('**/complete-step/*', (route) =>
    isFailing && route.request().method() === 'POST'
      ? answerWith(500, { message: `Out of order: ${route.request().url().at(-1)}` })(route)
      : route.fallback(),
  )
  await chooseAddress(page, await openOnboarding(page))
  for (const number of [1, 2, 3] as const) {
    const dialog = step(page, number)
    const send = dialog.getByRole('button', { name: number === 3 ? 'Complete Setup' : 'Continue' })
    if (number === 2) await fillStep2(dialog)
    isFailing = true
    await send.click()
    await expect(page.getByText(`Failed to complete step ${number}. Please try again.`)).toBeVisible()
    await expect(page.getByText(`Out of order: ${number}`)).toBeVisible()
    await expect(dialog).toContainText(`Step ${number} of 3`)
    if (number === 1) await expect(dialog.getByLabel('Business address')).toHaveValue(/Maple Avenue/)
    if (number === 2) await expect(dialog.getByLabel('Agent name')).toHaveValue('Clip')
    isFailing = false
    await send.click()
    await expect(
      number === 3 ? page.getByText('Onboarding completed!') : step(page, number === 1 ? 2 : 3),
    ).toBeVisible()
  }
})
