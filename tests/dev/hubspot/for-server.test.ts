import { Client } from '@hubspot/api-client'
import { expect, it } from 'vitest'
import { HUBSPOT_BASE } from '../../../dev/hubspot/for-server.ts'
import { HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { postedServer } from '../../support/post.ts'
import { answerConsent, clientId, clientSecret } from './support.ts'

const server = await postedServer({ seed: 'none' })
const basePath = server.origin + HUBSPOT_BASE

it('runs in the server, for names of this machine', async () => {
  const redirect_uri = server.deps.config.origins.api + HUBSPOT_CALLBACK_PATH
  const leads = await answerConsent(basePath, { redirect_uri })
  const code = leads.searchParams.get('code') ?? ''
  const { accessToken } = await new Client({ basePath }).oauth.tokensApi.create(
    'authorization_code',
    code,
    redirect_uri,
    clientId,
    clientSecret,
  )
  const client = new Client({ basePath, accessToken })
  const { id } = await client.crm.contacts.basicApi.create({ properties: { firstname: 'Pat' } })
  expect((await client.crm.contacts.basicApi.getById(id)).properties.firstname).toBe('Pat')
  await fetch(`${server.origin}/__test/reset`, { method: 'POST' })
  await expect(client.crm.contacts.basicApi.getById(id)).rejects.toMatchObject({ code: 401 })
  const answer = await server.app.api.fetch(
    new Request(`http://attacker.example${HUBSPOT_BASE}/oauth/authorize`),
  )
  expect(answer.status).toBe(403)
})
