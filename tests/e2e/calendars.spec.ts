import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { searchAndPick } from '../support/choices.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { holdWrites } from '../support/hold-writes.ts'
import { changeAnswer, GREEN } from '../support/organizations.ts'
import { takeScreenshots } from '../support/screenshots.ts'

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Integrations' }).getByRole('listitem').filter({ hasText: name })

test('calendars subscribe to a private address, which can be replaced and ended', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/integrations?category=calendar')
  const apple = card(page, 'Apple Calendar')
  await expect(apple).toContainText('Available')
  await apple.getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apple Calendar' })
  await dialog.getByRole('button', { name: 'Create Address' }).click()
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Address copied to clipboard!')).toBeVisible()
  const address = await page.evaluate(() => navigator.clipboard.readText())
  expect(address).toMatch(/\/calendar\/feed_\w{22}\.ics$/)
  const feed = await request.get(address)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain('BEGIN:VEVENT')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(apple).toContainText('Connected')

  await page.reload()
  await apple.getByRole('button', { name: 'Manage' }).click()
  const field = dialog.getByRole('textbox', { name: 'Private address' })
  await expect(field).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Replace Address…' }).click()
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  await expect(field).not.toHaveValue(address)
  expect((await request.get(address)).status()).toBe(404)
  const next = await field.inputValue()
  await dialog.getByRole('button', { name: 'Stop Sharing…' }).click()
  await dialog.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(dialog.getByRole('button', { name: 'Create Address' })).toBeVisible()
  expect((await request.get(next)).status()).toBe(404)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(apple.getByRole('button', { name: 'Connect' })).toBeVisible()
})

test('a server that cannot keep addresses of calendars says so, and asks for none', async ({ page }) => {
  const reason = 'Calendars by address are not set up on this server. Set SECRETS_KEY.'
  await page.route(
    new RegExp(`/api/v1/organizations/${GREEN}$`),
    changeAnswer((json) => ({ ...json, off: [{ feature: 'calendar_addresses', reason }] })),
  )
  await page.goto('/integrations?category=calendar')
  await card(page, 'Apple Calendar').getByRole('button', { name: 'Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Apple Calendar' })
  await expect(dialog.getByText(reason)).toBeVisible()
  await expect(dialog.getByLabel('iCal address')).toHaveCount(0)
})

test.describe('an address that is replaced without a response', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('is no longer shown, and the new one is', async ({ page }) => {
    await page.goto('/integrations?category=calendar')
    await card(page, 'Apple Calendar').getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Apple Calendar' })
    await dialog.getByRole('button', { name: 'Create Address' }).click()
    const field = dialog.getByRole('textbox', { name: 'Private address' })
    const address = await field.inputValue()
    const held = await holdWrites(page, '**/calendars/feed')
    await dialog.getByRole('button', { name: 'Replace Address…' }).click()
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.fetch()
    await held.shift()?.abort()
    await expect(dialog.getByRole('alert')).toContainText('could not be reached')
    await expect(field).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Keep Address' }).click()
    await dialog.getByRole('button', { name: 'Show Address' }).click()
    await expect.poll(() => held.length).toBe(1)
    await held.shift()?.continue()
    await expect(field).not.toHaveValue(address)
  })
})

test.describe('with a calendar of the owner', () => {
  test.use({ expectedErrors: [/400/] })

  test('its appointments are read, and what cannot be read is refused with the reason', async ({ page }) => {
    const owner = createServer((request, response) => {
      response.end(
        request.url !== '/busy.ics'
          ? '<html></html>'
          : 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20991101T100000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      )
    })
    await new Promise<void>((done) => owner.listen(0, '127.0.0.1', done))
    const host = `127.0.0.1:${(owner.address() as AddressInfo).port}`
    await page.goto('/integrations?category=calendar')
    await card(page, 'Google Calendar').getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Google Calendar' })
    const field = dialog.getByRole('textbox', { name: 'iCal address' })
    await field.fill(`http://${host}/`)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText('a page that is not a calendar')
    await field.fill(`http://${host}/busy.ics`)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const calendars = dialog.getByRole('list', { name: 'Calendars' })
    await expect(calendars.getByRole('listitem')).toContainText(host)
    await expect(calendars.getByRole('listitem')).toContainText('Last read: Just now')
    await expect(field).toHaveValue('')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(card(page, 'Apple Calendar')).toContainText('Connected')
    await page.route('**/integrations/status', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({
        response: answer,
        json: { ...(await answer.json()), unreadable_calendars: [host] },
      })
    })
    await page.goto('/')
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today).toContainText(`Check your calendar at ${host}`)
    await takeScreenshots(page, 'dashboard-unreadable')
    await today.getByRole('link', { name: 'Check', exact: true }).click()
    await expect(card(page, 'Apple Calendar')).toContainText('A calendar cannot be read')
    await page.unroute('**/integrations/status')
    await card(page, 'Apple Calendar').getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('button', { name: `Remove ${host}` }).click()
    await expect(page.getByRole('list', { name: 'Calendars' })).toBeHidden()
    owner.close()
  })
})

test.describe('with a Google account', () => {
  test.use({ expectedErrors: [/409|ERR_FAILED/] })

  test('it is connected on its consent page, says that it was revoked, and is disconnected', async ({
    page,
    request,
  }) => {
    await page.goto('/integrations?category=calendar')
    const google = card(page, 'Google Calendar')
    await google.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog', { name: 'Google Calendar' })
    const connect = dialog.getByRole('button', { name: 'Connect Google Account' })
    await connect.click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Connecting Google Calendar was canceled. Nothing has changed.',
    )
    await expect(page).toHaveURL(/\/integrations\?category=calendar$/)

    await connect.click()
    await expect(page.getByRole('heading', { name: /Fieldhand wants access/ })).toBeVisible()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/integrations/google/connect', async (route) => {
      await held
      await route.abort()
    })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Connecting Google Calendar…')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Connecting…' })).toBeDisabled()
    release()
    await expect(dialog.getByRole('alert')).toContainText(
      'Google Calendar is not connected yet. The server could not be reached.',
    )
    await page.unroute('**/integrations/google/connect')
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect(dialog).toContainText('Google Calendar is connected.')
    await expect(page).toHaveURL(/\/integrations\?category=calendar$/)
    await expect(dialog).toContainText('greenacres.example@gmail.com')
    await dialog.getByRole('button', { name: 'Change calendar' }).click()
    await searchAndPick(dialog.getByRole('combobox', { name: 'Calendar' }), 'estim')
    await expect(dialog.getByRole('button', { name: 'Change calendar' })).toBeVisible()
    await expect(dialog.getByRole('definition').filter({ hasText: 'Estimates' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(google).toContainText('Connected')

    await request.post(`${TEST_ORIGINS.api}/__local/google/accounts/greenacres.example@gmail.com/remove-app`)
    await google.getByRole('button', { name: 'Manage' }).click()
    await dialog.getByRole('button', { name: 'Change calendar' }).click()
    await expect(dialog.getByRole('button', { name: 'Reconnect' })).toBeVisible()
    await expect(google).toContainText('Reconnect needed')
    await dialog.getByRole('button', { name: 'Done' }).click()

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
    const today = page.getByRole('region', { name: 'Today' })
    await expect(today).toContainText('Reconnect Google Calendar')
    await takeScreenshots(page, 'dashboard-reconnect')
    await today.getByRole('link', { name: 'Reconnect', exact: true }).click()
    await google.getByRole('button', { name: 'Manage' }).click()
    await dialog.getByRole('button', { name: 'Disconnect Google Calendar…' }).click()
    await expect(dialog).toContainText('stay there, and your leads stay here')
    await dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await expect(connect).toBeVisible()
  })
})
