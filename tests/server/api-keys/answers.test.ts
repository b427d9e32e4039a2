import { expect, it } from 'vitest'
import { REQUESTS_PER_KEY } from '../../../src/contract/api-keys.ts'
import { bookCall } from '../../../src/contract/bookings.ts'
import { createLead, getLead, listLeads, updateLead } from '../../../src/contract/leads.ts'
import { getOrganization } from '../../../src/contract/organizations.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { type Answer, call, FRESH, RIVAL, send } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const LEADS = `/api/v1/organizations/${FRESH}/leads`

const codeOf = ({ status, body }: Answer) => {
  expect(body.message).toMatch(/\S/)
  return [status, body.code]
}

it('tells a program the code of each error', async () => {
  const { headers } = await makeApiKey(server)
  const json = { ...headers, 'Content-Type': 'application/json' }
  const as = { params, as: null, headers } as const
  const { body: lead } = await call(server, createLead, { ...as, body: { contact_name: 'Ada' } })
  const ofLead = { ...as, params: { ...params, leadId: lead.id } }
  const post = (init: object) => send(server, LEADS, { method: 'POST', as: null, headers: json, ...init })
  const start = (ms: number) => ({
    start_time: new Date(Math.ceil(server.clock.now().getTime() / DAY_MS) * DAY_MS + ms).toISOString(),
  })
  const unknown = { Authorization: `Bearer fh_live_${'x'.repeat(43)}` }
  const reader = (await makeApiKey(server, ['settings:read'])).headers

  const codes = [
    await post({ body: '{}' }),
    await post({ body: '{' }),
    await send(server, `${LEADS}?page=2`, { as: null, headers }),
    await call(server, listLeads, { ...as, headers: unknown }),
    await call(server, listLeads, { ...as, headers: reader }),
    await call(server, listLeads, { ...as, params: { orgId: RIVAL } }),
    await call(server, getLead, { ...as, params: { ...params, leadId: 'none' } }),
    await send(server, '/api/v1/none', { as: null, headers }),
    await send(server, LEADS, { method: 'DELETE', as: null, headers }),
    await call(server, updateLead, {
      ...ofLead,
      body: { contact_name: 'Bob', updated_at: '2020-01-01T00:00:00.000Z' },
    }),
    await call(server, bookCall, { ...ofLead, body: start(-9 * DAY_MS) }),
    await post({ body: JSON.stringify({ notes: 'x'.repeat(1_100_000) }) }),
    await post({ body: '{}', headers: { ...headers, 'Content-Type': 'text/plain' } }),
  ].map(codeOf)
  expect(codes).toEqual([
    [400, 'invalid_request'],
    [400, 'invalid_request'],
    [400, 'unknown_parameter'],
    [401, 'invalid_key'],
    [403, 'missing_scope'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [404, 'not_found'],
    [405, 'method_not_allowed'],
    [409, 'changed_since_read'],
    [409, 'time_passed'],
    [413, 'too_large'],
    [415, 'not_json'],
  ])

  // Members get what section 8 lists.
  const byMember = await call(server, getLead, { params: { ...params, leadId: 'none' } })
  expect(Object.keys(byMember.body)).toEqual(['message'])
})

it('tells a program with each response how many requests are left', async () => {
  const { headers } = await makeApiKey(server, ['settings:read'])
  const ask = (target: typeof listLeads | typeof getOrganization) =>
    call(server, target, { params, as: null, headers })
  const limits = ({ status, headers: answered }: Answer) => [
    status,
    answered.get('ratelimit-limit'),
    answered.get('ratelimit-remaining'),
  ]
  const limit = String(REQUESTS_PER_KEY)
  const first = await ask(getOrganization)
  expect(limits(first)).toEqual([200, limit, String(REQUESTS_PER_KEY - 1)])
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(0)
  expect(limits(await ask(listLeads))).toEqual([403, limit, String(REQUESTS_PER_KEY - 2)])

  for (let count = 2; count < REQUESTS_PER_KEY; count += 1) await ask(getOrganization)
  const refused = await ask(getOrganization)
  expect(limits(refused)).toEqual([429, limit, '0'])
  expect(refused.body.code).toBe('rate_limited')
  expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))

  const byMember = await call(server, getOrganization, { params })
  expect([byMember.status, byMember.headers.get('ratelimit-limit')]).toEqual([200, null])
})
