import { beforeEach, expect, it } from 'vitest'
import { countRequests } from '../../../server/integrations/requests.ts'
import {
  getIntegrationRequests,
  requestIntegration,
  withdrawIntegrationRequest,
} from '../../../src/contract/integrations.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()

beforeEach(async () => {
  await clear(server, FRESH)
  await clear(server, RIVAL)
})

const of = (organizationId: string) => ({ orgId: organizationId })
const request = (integrationId: string, orgId = FRESH, as: 'owner' | 'rival' = 'owner') =>
  call(server, requestIntegration, { params: { orgId, integrationId }, as })
const withdraw = (integrationId: string) =>
  call(server, withdrawIntegrationRequest, { params: { ...of(FRESH), integrationId } })
const requested = async () =>
  (await call(server, getIntegrationRequests, { params: of(FRESH) })).body.requested

it('counts one request per organization and integration', async () => {
  expect(await requested()).toEqual([])
  await Promise.all([request('jobber'), request('jobber'), request('jobber')])
  server.clock.advance(1_000)
  expect((await request('slack')).body).toEqual({ requested: ['jobber', 'slack'] })
  await request('slack', RIVAL, 'rival')
  expect(await requested()).toEqual(['jobber', 'slack'])
  expect(Object.entries(await countRequests(server.deps.db))).toEqual([
    ['slack', 2],
    ['jobber', 1],
  ])
})

it('can be taken back, also twice', async () => {
  await request('jobber')
  expect((await withdraw('jobber')).body).toEqual({ requested: [] })
  expect((await withdraw('jobber')).status).toBe(200)
  expect(await countRequests(server.deps.db)).toEqual({})
})

it.each(['hubspot', 'nothing', '__proto__', 'Jobber'])('refuses %s', async (integrationId) => {
  expect((await request(integrationId)).status).toBe(404)
  expect(await requested()).toEqual([])
})
