import type { Page } from '@playwright/test'
import { Webhook } from 'standardwebhooks'
import { accessibilityProblems } from '../support/accessibility.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { holdWrites, UNAVAILABLE } from '../support/hold-writes.ts'
import { changeAnswer, GREEN } from '../support/organizations.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Webhooks and API keys' })
let receiver: Receiver

test.beforeEach(async ({ reset, signIn, page }) => {
  receiver = await startReceiver()
  await reset()
  await signIn()
  await page.goto('/organization')
  await expect(page.locator('.cl-organizationProfile-root')).toBeVisible()
  await page.locator('[data-developer-place]').scrollIntoViewIfNeeded()
})
test.afterEach(() => receiver.close())

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}` })
const HOOKS = `${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/webhooks`
const LEADS = `${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/leads`

test('a server that is not configured for webhooks says so before anyone adds an endpoint', async ({
  page,
}) => {
  const reason = 'Webhooks are not set up on this server. Set SECRETS_KEY.'
  await page.route(
    new RegExp(`/api/v1/organizations/${GREEN}$`),
    changeAnswer((json) => ({ ...json, off: [{ feature: 'webhooks', reason }] })),
  )
  await page.reload()
  await page.locator('[data-developer-place]').scrollIntoViewIfNeeded()
  await section(page).getByRole('button', { name: 'Webhooks' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('status')).toHaveText(reason)
  await expect(dialog.getByRole('button', { name: 'Add endpoint' })).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
})

test.describe('an endpoint', () => {
  test.use({ expectedErrors: [/400/] })

  test('is created, delivers, shows what was sent and answered, and resends', async ({ page, context }) => {
    await section(page).getByRole('button', { name: 'Webhooks' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.getByLabel('Address')).toBeFocused()
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('10.0.0.1 is not on the public internet')
    await dialog.getByLabel('Address').fill(`${receiver.origin}/hook`)
    await dialog.getByRole('button', { name: 'Add endpoint' }).click()
    await expect(dialog.getByText('Nothing delivered yet')).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])

    receiver.answer = { status: 502, text: '<h1>Bad Gateway</h1>' }
    await dialog.getByRole('button', { name: 'Send a test event' }).click()
    await expect(page.getByText('The test event was not delivered')).toBeVisible()
    receiver.answer = { status: 200, text: 'thanks' }
    const delivery = dialog.getByRole('listitem')
    await delivery.locator('summary').click()
    await expect(delivery).toContainText('<h1>Bad Gateway</h1>')
    await expect(delivery).toContainText('"message": "This is a test from Fieldhand."')
    await delivery.getByRole('button', { name: 'Resend' }).click()
    await expect(delivery.getByText('Delivered')).toBeVisible()
    const secret = await dialog.getByLabel('Secret').inputValue()
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
        type: 'test',
      })
    }

    const token = await tokenFrom(page, context.request)
    await context.request.post(LEADS, { headers: headersOf(token), data: { contact_name: 'Ada Byron' } })
    await expect.poll(() => receiver.received.at(-1)?.body).toContain('Ada Byron')
    await dialog.getByRole('button', { name: 'Refresh' }).click()
    await expect(dialog.getByRole('listitem').first()).toContainText('lead.created')
    const days = dialog.getByRole('button', { name: /^Days: / })
    const limited = page.waitForResponse(/deliveries\?from=/)
    await days.press('Enter')
    await page.getByRole('dialog', { name: 'Days', exact: true }).getByText('Today', { exact: true }).click()
    expect((await limited).ok()).toBe(true)
    await expect(days).toHaveAccessibleName('Days: Today')
    await expect(dialog.getByRole('listitem').first()).toContainText('lead.created')

    await dialog.getByRole('button', { name: 'Edit' }).click()
    const moved = `${receiver.origin}/moved`
    const [{ id }] = await (await context.request.get(HOOKS, { headers: await asMember(page) })).json()
    await context.request.put(`${HOOKS}/${id}`, { headers: await asMember(page), data: { url: moved } })
    await dialog.getByLabel('A lead is removed').uncheck()
    await dialog.getByRole('button', { name: 'Save endpoint' }).click()
    await expect(dialog.getByText(moved)).toBeVisible()

    await dialog.getByRole('button', { name: 'All endpoints' }).click()
    await dialog.getByRole('button', { name: moved }).click()
    const hint = secret.replace(/=+$/, '').slice(-4)
    await expect(dialog.getByText(`Secret: whsec_…${hint}`)).toBeVisible()
    await expect(dialog.getByLabel('Secret')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Replace secret…' }).click()
    await dialog.getByRole('button', { name: 'Replace secret', exact: true }).click()
    await expect(dialog.getByLabel('Secret')).toHaveValue(/^whsec_/)
    await expect(dialog.getByLabel('Secret')).not.toHaveValue(secret)
  })
})

test.describe('an endpoint whose form is left while it is saved', () => {
  test.use({ expectedErrors: [/503|ERR_FAILED/] })

  test('says if that fails, leaves the next form alone, and is not added twice', async ({ page }) => {
    const held = await holdWrites(page, '**/webhooks')
    await section(page).getByRole('button', { name: 'Webhooks' }).click()
    const dialog = page.getByRole('dialog')
    const add = dialog.getByRole('button', { name: 'Add endpoint' })
    const begin = async (path: string) => {
      await add.click()
      await dialog.getByLabel('Address').fill(`${receiver.origin}/${path}`)
    }
    await begin('failing')
    await add.click()
    await expect.poll(() => held.length).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await begin('second')
    await held.shift()?.fulfill(UNAVAILABLE)
    await expect(page.getByText(`The endpoint ${receiver.origin}/failing was not saved`)).toBeVisible()

    await add.click()
    await expect.poll(() => held.length).toBe(1)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await begin('third')
    const saved = page.waitForResponse((response) => response.request().method() === 'GET')
    await held.shift()?.continue()
    await saved
    await expect(dialog.getByLabel('Address')).toHaveValue(`${receiver.origin}/third`)

    await add.click()
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.fetch()
    await held.shift()?.abort()
    await expect(dialog.locator('form').getByRole('alert')).toContainText('could not be reached')
    await add.click()
    await expect.poll(() => held.length).toBe(1)
    await held.shift()?.continue()
    await expect(dialog.getByText('Nothing delivered yet')).toBeVisible()
    await dialog.getByRole('button', { name: 'All endpoints' }).click()
    await expect(dialog.getByRole('listitem')).toHaveCount(2)
  })
})

/** Returns an API key that the owner creates by the API. */
async function asMember(page: Page) {
  const session = await page.evaluate(() =>
    (window as unknown as { Clerk: { session: { getToken(): Promise<string> } } }).Clerk.session.getToken(),
  )
  return headersOf(session)
}

async function tokenFrom(page: Page, request: { post: Page['request']['post'] }): Promise<string> {
  const answer = await request.post(`${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/api-keys`, {
    headers: await asMember(page),
    data: { name: 'Test', scopes: ['leads:write'] },
  })
  return (await answer.json()).token
}

test.describe('an API key', () => {
  test.use({ expectedErrors: [/400/] })

  test('that is created after its dialog was closed is not left unknown', async ({ page }) => {
    const held = await holdWrites(page, '**/api-keys')
    await section(page).getByRole('button', { name: 'API keys' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByLabel('Name').fill('Zapier')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect.poll(() => held.length).toBe(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await held.shift()?.continue()
    await expect(page.getByText('The API key was created after its dialog was closed')).toBeVisible()
  })

  test('is shown once, works, and stops when it is revoked', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await section(page).getByRole('button', { name: 'API keys' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Enter a name')
    await dialog.getByLabel('Name').fill('Zapier')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog.getByRole('heading', { name: 'Your new API key' })).toBeVisible()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy' }).first().click()
    await expect(page.getByText('API key copied to clipboard!')).toBeVisible()
    const token = await page.evaluate(() => navigator.clipboard.readText())
    expect(token).toMatch(/^fh_live_/)
    const read = async () => (await context.request.get(LEADS, { headers: headersOf(token) })).status()
    expect(await read()).toBe(200)

    await dialog.getByRole('button', { name: 'Done' }).click()
    const key = dialog.getByRole('listitem')
    await expect(key).toContainText('Zapier')
    await expect(key).toContainText(token.slice(-4))
    await expect(dialog).not.toContainText(token)
    const revoke = key.getByRole('button', { name: 'Revoke…' })
    await revoke.click()
    await expect(key.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(revoke).toBeFocused()
    await revoke.click()
    await key.getByRole('button', { name: 'Revoke key' }).click()
    await expect(key.getByText('Revoked')).toBeVisible()
    expect(await read()).toBe(401)
  })
})
