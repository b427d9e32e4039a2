import { Client } from '@hubspot/api-client'
import { expect, it } from 'vitest'
import {
  answerConsent,
  authorizeUrl,
  clientId,
  clientSecret,
  connect,
  hubspotForTests,
  REDIRECT,
  refusal,
} from './support.ts'

let now = new Date('2026-05-04T12:00:00Z')
const hubspot = await hubspotForTests({ clock: () => now })
const { url } = hubspot
const oauth = new Client({ basePath: url }).oauth
const redeem = (code: string, redirectUri = REDIRECT, secret = clientSecret) =>
  oauth.tokensApi.create('authorization_code', code, redirectUri, clientId, secret)
const codeOf = (leads: URL) => leads.searchParams.get('code') ?? ''

it('asks for consent, and leads back with a code and the state', async () => {
  const page = await (await fetch(authorizeUrl(url))).text()
  expect(page).toContain('Connect Fieldhand to HubSpot')
  expect(page).toContain('Create, delete, or make changes to deals')
  expect(page).toContain('Rival Mowing')
  const leads = await answerConsent(url)
  expect(leads.href.startsWith(REDIRECT)).toBe(true)
  expect(leads.searchParams.get('state')).toBe('s-1')
  expect(codeOf(leads)).not.toBe('')
})

it('leads back with an error if the user denies', async () => {
  const leads = await answerConsent(url, { answer: 'deny' })
  expect(Object.fromEntries(leads.searchParams)).toMatchObject({ error: 'access_denied', state: 's-1' })
})

it.each([
  ['client_id', 'another', 'client ID'],
  ['redirect_uri', `${REDIRECT}/x`, 'Redirect URL'],
  ['scope', 'oauth content', 'Scope mismatch'],
  ['scope', '', 'scope parameter is missing'],
])('leads nowhere if %s is "%s"', async (name, value, reason) => {
  const answer = await fetch(authorizeUrl(url, { [name]: value }))
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(reason)
})

it('redeems a code once, for the URL that it was sent to, by the app', async () => {
  await expect(redeem(codeOf(await answerConsent(url)), `${REDIRECT}/x`)).rejects.toMatchObject({
    code: 400,
    body: { status: 'BAD_REDIRECT_URI' },
  })
  await expect(redeem(codeOf(await answerConsent(url)), REDIRECT, 'x')).rejects.toMatchObject({
    code: 400,
    body: { status: 'BAD_CLIENT_SECRET' },
  })
  const code = codeOf(await answerConsent(url))
  const tokens = await redeem(code)
  expect(tokens).toMatchObject({ tokenType: 'bearer', expiresIn: 1800 })
  await expect(redeem(code)).rejects.toMatchObject({
    body: { error: 'invalid_grant', status: 'BAD_AUTH_CODE' },
  })
})

it('checks the verifier of a code with a challenge', async () => {
  const leads = await answerConsent(url, { code_challenge: 'x', code_challenge_method: 'S256' })
  await expect(redeem(codeOf(leads))).rejects.toMatchObject({ body: { status: 'BAD_CODE_VERIFIER' } })
  const { tokens } = await connect(url)
  expect(tokens.hub_id).toBe(44_100_021)
})

it('forgets a code after ten minutes, and an access token after thirty', async () => {
  const late = codeOf(await answerConsent(url))
  const { client, tokens } = await connect(url)
  now = new Date(now.getTime() + 10 * 60_000)
  await expect(redeem(late)).rejects.toMatchObject({ body: { status: 'BAD_AUTH_CODE' } })
  await client.crm.contacts.basicApi.getPage()
  now = new Date(now.getTime() + 20 * 60_000)
  await expect(client.crm.contacts.basicApi.getPage()).rejects.toMatchObject(
    refusal(401, { category: 'EXPIRED_AUTHENTICATION' }),
  )
  const fresh = await oauth.tokensApi.create(
    'refresh_token',
    undefined,
    undefined,
    clientId,
    clientSecret,
    tokens.refresh_token,
  )
  expect(fresh.refreshToken).toBe(tokens.refresh_token)
  client.setAccessToken(fresh.accessToken)
  await client.crm.contacts.basicApi.getPage()
})

it('tells what a token is for, and revokes it', async () => {
  const { client, tokens } = await connect(url, 44_100_388)
  const info = await oauth.accessTokensApi.get(tokens.access_token)
  expect(info).toMatchObject({ hubId: 44_100_388, appId: 4_230_117, hubDomain: 'rivalmowing.example' })
  expect(info.scopes).toContain('crm.objects.contacts.write')
  await oauth.refreshTokensApi.archive(tokens.refresh_token)
  const again = oauth.tokensApi.create(
    'refresh_token',
    undefined,
    undefined,
    clientId,
    clientSecret,
    tokens.refresh_token,
  )
  await expect(again).rejects.toMatchObject({
    code: 400,
    body: { error: 'invalid_grant', status: 'BAD_REFRESH_TOKEN' },
  })
  await client.crm.contacts.basicApi.getPage()
  hubspot.tokens.uninstall(44_100_388)
  await expect(client.crm.contacts.basicApi.getPage()).rejects.toMatchObject(
    refusal(401, { category: 'INVALID_AUTHENTICATION' }),
  )
})

it('grants only what the app asked for', async () => {
  const code = codeOf(await answerConsent(url, { scope: 'oauth crm.objects.contacts.read' }))
  const { accessToken } = await redeem(code)
  const client = new Client({ basePath: url, accessToken })
  await client.crm.contacts.basicApi.getPage()
  await expect(
    client.crm.contacts.basicApi.create({ properties: { email: 'a@b.co' } }),
  ).rejects.toMatchObject({
    code: 403,
    body: {
      category: 'MISSING_SCOPES',
      errors: [{ context: { requiredGranularScopes: ['crm.objects.contacts.write'] } }],
    },
  })
})
