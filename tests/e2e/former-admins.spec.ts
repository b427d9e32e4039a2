import type { APIRequestContext } from '@playwright/test'
import { expect, RIVAL, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { signInByRequest } from '../support/sign-in.ts'

const IDENTITY = `${TEST_ORIGINS.console}/__clerk/v1`
const API = `${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}`

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

/** Makes the rival an admin of the demo business, who then creates an API key and the calendar feed. */
async function appoint(owner: APIRequestContext, rival: APIRequestContext): Promise<void> {
  await owner.post(`${IDENTITY}/organizations/${GREEN}/invitations`, {
    form: { email_address: RIVAL, role: 'org:admin' },
  })
  await signInByRequest(rival, RIVAL)
  const { response } = await (await rival.get(`${IDENTITY}/me/organization_invitations`)).json()
  await rival.post(`${IDENTITY}/me/organization_invitations/${response.data[0].id}/accept`)
  const { response: client } = await (await rival.get(`${IDENTITY}/client`)).json()
  const tokens = `${IDENTITY}/client/sessions/${client.last_active_session_id}/tokens`
  const { jwt } = await (await rival.post(tokens, { form: { organization_id: GREEN } })).json()
  const headers = { Authorization: `Bearer ${jwt}` }
  const key = { name: 'Their sheet', scopes: ['leads:read'] }
  expect((await rival.post(`${API}/api-keys`, { headers, data: key })).status()).toBe(200)
  expect((await rival.post(`${API}/calendars/feed`, { headers, data: {} })).status()).toBe(200)
}

test('what a removed admin created is shown to the others until it is dismissed', async ({
  page,
  visitor,
}) => {
  await appoint(page.context().request, visitor.context().request)
  await page.goto('/organization')
  await page.getByRole('button', { name: 'Members' }).click()
  const row = page.getByRole('row', { name: /rival@fieldhand\.test/ })
  await row.getByRole('button', { name: /menu/i }).click()
  const notice = page.getByRole('region', { name: 'Former admins' })
  await expect(notice).toBeHidden()
  await page.getByRole('menuitem', { name: 'Remove member' }).click()
  await expect(notice).toContainText('Riley Vale stopped being an admin on')
  await expect(notice.getByRole('listitem').filter({ hasText: 'API key' }).last()).toHaveText(
    /^API key “Their sheet” \(fh_live_…\w{4}\)$/,
  )
  await expect(notice).toContainText('The private calendar address of the estimates')
  await expect(notice.getByRole('button', { name: 'Webhooks' })).toBeHidden()
  await expect(notice.getByRole('link', { name: 'Calendars' })).toHaveAttribute('href', '/integrations')

  await page.goto('/leads')
  const banner = page.getByRole('region', { name: 'Former Admin’s Access' })
  await banner.getByRole('link', { name: 'Review Access' }).click()
  await expect(page).toHaveURL('/organization')
  await expect(banner).toBeHidden()
  await notice.getByRole('button', { name: 'API keys' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Revoke…' }).click()
  await dialog.getByRole('button', { name: 'Revoke key' }).click()
  await expect(dialog.getByText('Revoked')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(notice).not.toContainText('API key “')
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await expect(notice).toBeHidden()
  await page
    .getByRole('link', { name: /^Leads/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible()
  await expect(banner).toBeHidden()
})
