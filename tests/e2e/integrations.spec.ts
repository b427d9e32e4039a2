import type { APIResponse, Locator, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { recordAntdFiles } from '../support/antd-files.ts'
import { searchAndPick } from '../support/choices.ts'
import { expect, OWNER, RIVAL, TEST_ORIGINS, test } from '../support/e2e.ts'
import { holdWrites } from '../support/hold-writes.ts'
import { answerWith, changeAnswer, FRESH, GREEN, selectOrganization } from '../support/organizations.ts'
import { storeElsewhere } from '../support/settings.ts'
import { fillSignInForm, signInByRequest } from '../support/sign-in.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Integrations' }).getByRole('listitem').filter({ hasText: name })
const found = (page: Page, count: string) => expect(page.getByText(count, { exact: true })).toBeVisible()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search integrations' })

const LONG_NAME = 'W'.repeat(100)
const PRIORITY_REQUESTS = '**/integrations/requests/*'
const CONNECTION = '**/organizations/*/integrations/hubspot'

async function connect(page: Page): Promise<void> {
  await card(page, 'HubSpot').getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByRole('heading', { name: 'Connect Fieldhand to HubSpot' })).toBeVisible()
  await page.getByRole('button', { name: 'Connect app' }).click()
}

/**
 * Waits until the import ends. Until then, the dialog grows and its buttons move. Returns the two leads that are refused
 * because they have neither an email address nor a phone number.
 */
async function waitForImport(dialog: Locator): Promise<Locator> {
  await expect(dialog).toContainText('2 leads could not be transferred', { timeout: 60_000 })
  await expect(dialog).toContainText('58 of 60 leads')
  const refused = dialog
    .getByRole('list', { name: 'Leads that could not be transferred' })
    .getByRole('listitem')
  await expect(refused).toHaveCount(2)
  return refused
}

test('the catalog can be searched and filtered, and a coming integration requested', async ({ page }) => {
  const antdFiles = recordAntdFiles(page)
  await page.goto('/integrations')
  await found(page, '25 integrations found')
  await expect(card(page, 'HubSpot')).toContainText('Available')
  await expect(card(page, 'Jobber')).toContainText('Coming Soon')
  await page.getByRole('button', { name: 'CRM 5' }).click()
  await found(page, '5 integrations found')
  await search(page).fill('leads')
  await found(page, '3 integrations found')
  await page.reload()
  await found(page, '3 integrations found')
  await search(page).fill('lawn mower')
  await expect(page.getByRole('heading', { name: 'No integrations found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all integrations' }).click()
  await found(page, '25 integrations found')
  await expect(search(page)).toBeFocused()
  expect(await antdFiles()).toEqual([])

  const request = card(page, 'Jobber').getByRole('button')
  await request.click()
  const dialog = page.getByRole('dialog', { name: 'Jobber is coming soon' })
  await dialog.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(dialog).toBeHidden()
  await expect(request).toBeFocused()
  await request.click()
  let isHeld = false
  await page.route(PRIORITY_REQUESTS, async (route) => {
    if (isHeld || route.request().method() !== 'PUT') await route.fallback()
    else isHeld = true
  })
  await dialog.getByRole('button', { name: 'Request Priority' }).click()
  await expect(request).toHaveText('Priority Requested')
  // The reload interrupts the request, which the next page then sends.
  await expect.poll(() => isHeld).toBe(true)
  const sent = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok())
  await page.route(
    '**/integrations/status',
    changeAnswer((status) => ({ ...status, hubspot_is_set_up: false })),
  )
  await page.reload()
  await expect(card(page, 'HubSpot')).toContainText('HubSpot is not set up on this server.')
  await expect(card(page, 'HubSpot')).not.toContainText('Available')
  await sent
  await expect(request).toHaveText('Priority Requested')
  await request.click()
  await dialog.getByRole('button', { name: 'Withdraw Request' }).click()
  await expect(request).toHaveText('Request Priority')
})

test('a click before the page has loaded its scripts counts once it has', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/_astro\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/integrations', { waitUntil: 'commit' })
  const category = page.getByRole('button', { name: 'CRM' })
  await category.click()
  await expect(page.locator('astro-island[ssr]').first()).toBeAttached()
  release()
  await found(page, '5 integrations found')
})

test('HubSpot is connected only by consent, managed in its organization, and disconnected', async ({
  page,
}) => {
  await test.step('a URL that claims a connection is not trusted', async () => {
    await page.goto('/integrations?hubspot=connected')
    await expect(page.getByText('HubSpot is not connected to this organization.')).toBeVisible()
  })

  await test.step('connecting can be canceled', async () => {
    await card(page, 'HubSpot').getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByText('Connecting HubSpot was canceled. Nothing has changed.')).toBeVisible()
    await expect(page).toHaveURL(`${TEST_ORIGINS.console}/integrations`)
    await page.getByRole('button', { name: 'Close message' }).click()
    await expect(page.getByText('Connecting HubSpot was canceled')).toBeHidden()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
  })

  await test.step('connecting leads through the consent page', async () => {
    await page.getByRole('button', { name: 'CRM 5' }).click()
    await connect(page)
    await expect(page).toHaveURL(`${TEST_ORIGINS.console}/integrations?category=crm`)
    await expect(page.getByText('HubSpot is connected.')).toBeVisible()
    await found(page, '5 integrations found')
  })

  const manage = card(page, 'HubSpot').getByRole('button', { name: 'Manage' })
  const dialog = page.getByRole('dialog')
  await test.step('the connection is managed', async () => {
    await manage.click()
    await expect(dialog).toContainText('greenacres.example')
    await waitForImport(dialog)
    await dialog.getByRole('button', { name: 'Disconnect…' }).click()
    await expect(dialog).toContainText('Fieldhand can no longer add contacts there, or change them.')
    await dialog.getByRole('button', { name: 'Keep Connected' }).click()
    await expect(manage).toBeFocused()
  })

  await test.step('an import that needs a new connection does not claim to continue', async () => {
    await page.route(CONNECTION, async (route) => {
      const answer = await route.fetch()
      const connection = { ...(await answer.json()), state: 'revoked', is_importing: true }
      await route.fulfill({ response: answer, json: connection })
    })
    const antdFiles = recordAntdFiles(page)
    await page.reload()
    await manage.click()
    await expect(dialog).toContainText('It continues after you reconnect.')
    const bar = dialog.getByRole('progressbar', { name: 'Import to HubSpot' })
    await expect(bar).toHaveAttribute('aria-valuetext', /leads/)
    await expect.poll(async () => (await antdFiles()).length).toBeGreaterThan(0)
    await page.unroute(CONNECTION)
    await page.reload()
  })

  await test.step('the dialog closes when the organization changes', async () => {
    await manage.click()
    await expect(dialog).toContainText('greenacres.example')
    await selectOrganization(page, FRESH)
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeVisible()
    await expect(dialog).toBeHidden()
    await selectOrganization(page, GREEN)
  })

  await test.step('the connection is removed', async () => {
    await manage.click()
    await waitForImport(dialog)
    await dialog.getByRole('button', { name: 'Disconnect…' }).click()
    const held = await holdWrites(page, '**/integrations/hubspot')
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect.poll(() => held.length).toBe(1)
    await expect(dialog.getByRole('button', { name: 'Keep Connected' })).toBeDisabled()
    await held[0]?.continue()
    await expect(page.getByText('HubSpot is disconnected.')).toBeVisible()
    await page.reload()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
  })
})

test('an approval is not for other scripts, and only connects where the member who began is signed in', async ({
  page,
  context,
  visitor,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      sessionStorage.setItem('addresses', `${sessionStorage.getItem('addresses') ?? ''} ${location.href}`)
    })
  })
  await page.goto('/integrations')
  await page.route('**/hubspot/oauth/authorize?**', (route) => route.abort('aborted'))
  const asked = page.waitForRequest('**/hubspot/oauth/authorize?**')
  await card(page, 'HubSpot').getByRole('button', { name: 'Connect' }).click()
  const consentPage = (await asked).url()

  await test.step('a stranger who is led through the consent page connects nothing', async () => {
    await signInByRequest(visitor.context().request, RIVAL)
    await visitor.goto(consentPage)
    await visitor.getByRole('button', { name: 'Connect app' }).click()
    await expect(visitor.getByText('The connection request to HubSpot has expired.')).toBeVisible()
    await expect(visitor).toHaveURL(`${TEST_ORIGINS.console}/integrations`)
    await expect(card(visitor, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
  })

  await page.unroute('**/hubspot/oauth/authorize?**')
  await test.step('a member who is signed out when they come back is told to connect again', async () => {
    await page.goto('/integrations')
    await card(page, 'HubSpot').getByRole('button', { name: 'Connect' }).click()
    await expect(page.getByRole('button', { name: 'Connect app' })).toBeVisible()
    await context.clearCookies()
    await page.getByRole('button', { name: 'Connect app' }).click()
    await expect(page).toHaveURL(/\/sign-up/)
    expect(page.url()).not.toContain('code')
    await fillSignInForm(page, OWNER)
    await expect(page.getByText('The connection request to HubSpot has expired.')).toBeVisible()
    await expect(page).toHaveURL(`${TEST_ORIGINS.console}/integrations`)
  })

  await test.step('the member who began connects', async () => {
    await connect(page)
    await expect(page.getByText('HubSpot is connected.')).toBeVisible()
  })
  const addresses = await page.evaluate(() => sessionStorage.getItem('addresses'))
  expect(addresses).toContain('hubspot=expired')
  expect(addresses).not.toContain('code=')
})

test.describe('if the API cannot be reached when the owner comes back', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('the screen says that it connects, why it has not, and tries again', async ({ page }) => {
    await page.goto('/integrations')
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/integrations/hubspot/connect', async (route) => {
      await held
      await route.abort()
    })
    await connect(page)
    await expect(page.getByText('Connecting HubSpot…')).toBeVisible()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connecting…' })).toBeDisabled()
    release()
    await expect(
      page.getByText('HubSpot is not connected yet. The server could not be reached.'),
    ).toBeVisible()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute('**/integrations/hubspot/connect')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('HubSpot is connected.')).toBeVisible()
    await expect(page).toHaveURL(`${TEST_ORIGINS.console}/integrations`)
  })
})

test('leads are transferred to HubSpot, and each links to its contact', async ({ page }) => {
  await page.route('**/hubspot/transfers?*only=refused*', async (route) => {
    const answer = await route.fetch()
    const { transfers, ...rest } = await answer.json()
    const named = transfers.map((transfer: object) => ({ ...transfer, lead_name: LONG_NAME }))
    await route.fulfill({ response: answer, json: { ...rest, transfers: named } })
  })
  await page.goto('/integrations')
  await connect(page)
  await card(page, 'HubSpot').getByRole('button', { name: 'Manage' }).click()
  const dialog = page.getByRole('dialog')
  const refused = await waitForImport(dialog)
  await expect(refused.first()).toContainText('Has neither email nor phone number')
  await expect(refused.first()).toContainText(LONG_NAME)
  expect(await refused.first().evaluate((row) => row.scrollWidth <= row.clientWidth)).toBe(true)
  await expect(refused.first().getByRole('button', { name: 'Retry' })).toBeEnabled()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByText('Transfers', { exact: true }).click()
  const transfers = dialog.getByRole('list', { name: 'Transfers' })
  const created = transfers.getByRole('listitem').filter({ hasText: 'Contact created' }).first()
  await expect(created).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeInViewport()

  const days = dialog.getByRole('button', { name: /^Days: / })
  await page.route('**/hubspot/transfers?*from=*', answerWith(200, { transfers: [], next_cursor: null }))
  await days.press('Enter')
  const choice = page.getByRole('dialog', { name: 'Days', exact: true })
  await expect(choice).toHaveCSS('position', 'fixed')
  await choice.getByText('Last 7 days', { exact: true }).click()
  await expect(dialog.getByText('Nothing was transferred in the chosen days: Last 7 days.')).toBeVisible()
  await expect(refused).toHaveCount(2)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Show all days' }).click()
  await page.unroute('**/hubspot/transfers?*from=*')
  await expect(days).toHaveAccessibleName('Days: All time')
  await expect(days).toBeFocused()
  await expect(created).toBeVisible()
  const asked = page.waitForResponse('**/hubspot/transfers?*from=*')
  await days.press('Enter')
  await choice.getByText('Today', { exact: true }).click()
  expect((await asked).ok()).toBe(true)
  await expect(created).toBeVisible()
  await created.getByRole('link').click()
  const inHubspot = page.getByRole('link', { name: 'In HubSpot' })
  await inHubspot.scrollIntoViewIfNeeded()
  const address = await inHubspot.getAttribute('href')
  const contact = await page.request.get(address ?? '')
  expect(contact.ok()).toBe(true)
})

test.describe('in two tabs', () => {
  test.use({ expectedErrors: [/404/] })

  test('a connection that ends in one is shown as ended in the other', async ({ page, context }) => {
    await page.goto('/integrations')
    await connect(page)
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Manage' })).toBeVisible()
    const other = await context.newPage()
    // The other tab has not heard of it when its owner saves.
    await other.route('**/leads/events*', (route) => route.abort())
    let first: APIResponse | null = null
    let isSaved = false
    await other.route('**/integrations/status*', async (route) => {
      if (isSaved) return route.continue()
      first ??= await route.fetch()
      await route.fulfill({ response: first })
    })
    other.on('request', (request) => {
      isSaved ||= request.method() === 'PUT' && request.url().endsWith('/hubspot/fields')
    })
    await other.goto('/integrations')
    await card(other, 'HubSpot').getByRole('button', { name: 'Manage' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByText('Fields', { exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Budget' }).selectOption('message')

    await card(page, 'HubSpot').getByRole('button', { name: 'Manage' }).click()
    await waitForImport(page.getByRole('dialog'))
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(page.getByText('HubSpot is disconnected.')).toBeVisible()

    await dialog.getByRole('button', { name: 'Save Fields' }).click()
    await expect(dialog).toContainText('HubSpot is no longer connected.')
    await expect(dialog.getByRole('button', { name: 'Disconnect…' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card(other, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
  })
})

test.describe('the fields of HubSpot', () => {
  test.use({ expectedErrors: [/409/] })

  test('are shared with contact properties of the account', async ({ page }) => {
    await page.goto('/integrations')
    await connect(page)
    await card(page, 'HubSpot').getByRole('button', { name: 'Manage' }).click()
    const dialog = page.getByRole('dialog')
    // A pointer above a field would replace its list.
    await page.mouse.move(1, 1)
    await dialog.getByText('Fields', { exact: true }).dispatchEvent('click')
    await expect(dialog.getByRole('combobox', { name: 'Lead status' })).toHaveValue('hs_lead_status')
    expect(await accessibilityProblems(page)).toEqual([])
    const service = dialog.getByRole('combobox', { name: 'Service interest' })
    await searchAndPick(service, '(mess')
    await dialog.getByRole('button', { name: 'Save Fields' }).click()
    await expect(dialog).toContainText('Saved. All leads are compared with HubSpot again.')

    await test.step('what another admin has saved in the meantime is shown, not overwritten', async () => {
      const fields = { address: 'city', status: 'hs_lead_status', service: 'state', property_size: '' }
      const theirs = { ...fields, timeline: '', budget: '' }
      await searchAndPick(service, 'postal')
      await storeElsewhere(page, GREEN, 'integrations/hubspot/fields', theirs)
      await dialog.getByRole('button', { name: 'Save Fields' }).click()
      await expect(dialog).toContainText(
        'because someone else has changed them: Property address is now city, Service interest is now state. To replace them, save again.',
      )
      await expect(dialog.locator('.hubspot-field').filter({ hasText: 'Property address' })).toContainText(
        'City (city)',
      )
      await expect(service).toHaveAccessibleDescription('Postal code (zip)')
      await searchAndPick(service, '(mess')
      await dialog.getByRole('button', { name: 'Save Fields' }).click()
      await expect(dialog).toContainText('Saved. All leads are compared with HubSpot again.')
    })

    await page.route('**/integrations/hubspot/properties', async (route) => {
      const answer = await route.fetch()
      const { properties } = await answer.json()
      const left = properties.filter(({ id }: { id: string }) => id !== 'message')
      await route.fulfill({ response: answer, json: { properties: left, problem: null } })
    })
    await page.reload()
    await card(page, 'HubSpot').getByRole('button', { name: 'Manage' }).click()
    await dialog.getByText('Fields', { exact: true }).click()
    await expect(service).toHaveAccessibleDescription(
      'HubSpot has no contact property “message” that can hold this. Choose another one.',
    )
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

test.describe('if the status cannot be loaded', () => {
  test.use({ expectedErrors: [/403/] })

  test('the catalog is shown, and a retry works', async ({ page }) => {
    await page.route('**/integrations/status', (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Not now' },
        headers: { 'Access-Control-Allow-Origin': TEST_ORIGINS.console },
      }),
    )
    await page.goto('/integrations')
    await expect(page.getByText('Your connections could not be loaded.')).toBeVisible()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Unknown' })).toBeDisabled()
    await found(page, '25 integrations found')
    await page.unroute('**/integrations/status')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(card(page, 'HubSpot').getByRole('button', { name: 'Connect' })).toBeEnabled()
    await expect(page.getByText('Your connections could not be loaded.')).toBeHidden()
  })
})
