import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { connectHubspot, deleteHubspot, getHubspotAuth } from '../../../src/contract/integrations.ts'
import { GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()

const own = ENDPOINTS.filter(({ access }) => access !== 'public')

async function statusOf({ method, path }: Endpoint): Promise<number> {
  const address = path.replace(':orgId', GREEN).replace(':leadId', 'any')
  const headers = { 'Content-Type': 'application/json', 'X-Organization-ID': GREEN }
  const init = method === 'GET' ? {} : { body: '{}' }
  const answer = await server.fetchApi(address, { method, headers, ...init })
  if (answer.status === 403) {
    const { message } = await answer.json()
    expect(message).toBe('Only admins of this organization can do this. Please ask one of them')
  }
  return answer.status
}

const become = (role: string) =>
  server.deps.db
    .updateTable('identity_memberships')
    .set({ role })
    .where('organization_id', '=', GREEN)
    .execute()

it('lets a member do everything except admin actions', async () => {
  await become('org:member')
  const refused: Endpoint[] = []
  for (const target of own) if ((await statusOf(target)) === 403) refused.push(target)
  const admins = own.filter(({ access }) => access === 'admin')
  expect(refused).toEqual(admins)
  expect(admins).toEqual(expect.arrayContaining([getHubspotAuth, connectHubspot, deleteHubspot]))
})

it('lets an admin do everything', async () => {
  await become('org:admin')
  for (const target of own) expect([target.path, await statusOf(target)]).not.toEqual([target.path, 403])
})

it('does not connect HubSpot if the user is no longer an admin when consent returns', async () => {
  const redirect_uri = `${server.deps.config.origins.api}/api/v1/integrations/hubspot/callback`
  const asked = await server.fetchApi(`${getHubspotAuth.path}?${new URLSearchParams({ redirect_uri })}`, {
    headers: { 'X-Organization-ID': GREEN },
  })
  const state = new URL((await asked.json()).auth_url).searchParams.get('state') ?? ''
  const body = JSON.stringify({ state, code: 'code' })
  await become('org:member')
  const headers = { 'X-Organization-ID': GREEN }
  const refused = await server.fetchApi(connectHubspot.path, { method: 'POST', headers, body })
  expect(refused.status).toBe(403)
  await become('org:admin')
  // The member has not used the attempt up.
  const back = await server.fetchApi(`${redirect_uri}?${new URLSearchParams({ state, code: 'code' })}`, {
    as: null,
    redirect: 'manual',
  })
  expect(back.headers.get('location')).toContain('#connect=hubspot')
})
