import { OWN_TELNYX } from '../../dev/post/telnyx.ts'
import { expect, test } from '../support/e2e.ts'

const ACCOUNT = `AC${'1'.repeat(32)}`

// The server refuses wrong credentials.
test.use({ expectedErrors: [/409/] })

test('an owner connects a number of their own, checks it, and returns to the shared number', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/agent#section-phone')
  const phone = page.getByRole('region', { name: 'Phone' })
  await expect(phone.getByText('Your texts come from our shared number (500) 555-0006.')).toBeVisible()
  await phone.getByRole('button', { name: 'Use your own number' }).click()
  const connect = phone.getByRole('button', { name: 'Connect number' })
  await expect(connect).toBeDisabled()
  await phone.getByLabel('Account SID').fill(ACCOUNT)
  await phone.getByLabel('Auth token').fill('wrong')
  await phone.getByLabel('Phone number', { exact: true }).fill('500 555 0007')
  await connect.click()
  const token = phone.getByLabel('Auth token')
  await expect(token).toHaveAccessibleDescription(
    'Twilio does not accept this account SID with this auth token',
  )
  await expect(token).toHaveAttribute('aria-invalid', 'true')
  await token.fill('local-own-account')
  await connect.click()
  await expect(phone.getByText('Your texts come from your own number (500) 555-0007.')).toBeVisible()
  await expect(phone.getByText('ends in 1111')).toBeVisible()
  expect(await page.content()).not.toContain('local-own-account')

  await phone.getByRole('button', { name: 'Check the connection' }).click()
  await expect(phone.getByText('Twilio accepts the account, and the number points here.')).toBeVisible()

  await phone.getByRole('button', { name: 'Disconnect…' }).click()
  await phone.getByRole('button', { name: 'Keep connected' }).click()
  await phone.getByRole('button', { name: 'Disconnect…' }).click()
  await phone.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(phone.getByText('Your texts come from our shared number (500) 555-0006.')).toBeVisible()
})

test('an owner connects a number at Telnyx, and enters its address there', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await page.goto('/agent#section-phone')
  const phone = page.getByRole('region', { name: 'Phone' })
  await phone.getByRole('button', { name: 'Use your own number' }).click()
  await phone.getByLabel('Account SID').fill(ACCOUNT)
  await phone.getByLabel('Carrier').selectOption('Telnyx')
  await expect(phone.getByLabel('Account SID')).toBeHidden()
  const connect = phone.getByRole('button', { name: 'Connect number' })
  await phone.getByLabel('API key').fill('wrong')
  await phone.getByLabel('Public key').fill(OWN_TELNYX.publicKey)
  await phone.getByLabel('Phone number', { exact: true }).fill('500 555 0017')
  await connect.click()
  const key = phone.getByLabel('API key')
  await expect(key).toHaveAccessibleDescription('Telnyx does not accept this API key')
  await key.fill(OWN_TELNYX.apiKey)
  await connect.click()
  await expect(phone.getByText('Your texts come from your own number (500) 555-0017.')).toBeVisible()
  await expect(phone.getByText(/^Texts go nowhere: Telnyx has no address for them/)).toBeVisible()
  await expect(phone.getByText('Address for calls')).toBeHidden()
  expect(await page.content()).not.toContain(OWN_TELNYX.apiKey)

  const url = (await phone.locator('dd code').textContent()) ?? ''
  await page.request.post(new URL('/__local/sms/telnyx', url).href, { form: { webhook: url } })
  await phone.getByRole('button', { name: 'Check the connection' }).click()
  await expect(phone.getByText('Telnyx accepts the account, and the number points here.')).toBeVisible()

  await phone.getByRole('button', { name: 'Disconnect…' }).click()
  await phone.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(phone.getByText('Your texts come from our shared number (500) 555-0006.')).toBeVisible()
})
