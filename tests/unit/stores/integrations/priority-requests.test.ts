import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { queryClient } from '../../../../src/stores/base/query/client.ts'
import { $priorityRequests, requestPriority } from '../../../../src/stores/integrations/priority-requests.ts'
import { eventually } from '../../../support/eventually.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const KEY = 'fieldhand.integration-requests.org_a'
let stored: Map<string, string>
/** What the server has, by organization. */
let counted: Map<string, Set<string>>
let status: number
/** The status of requests that change something, and how many there were. */
let writes: number
let tried: number
let close: () => void

beforeEach(() => {
  stored = new Map()
  counted = new Map()
  status = 200
  writes = 200
  tried = 0
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  configure({
    baseUrl: 'http://api.test',
    getToken: async () => 'token',
    early: async () => null,
    async fetch({ url, method }) {
      if (method !== 'GET') tried += 1
      if (method !== 'GET' && writes !== 200) return Response.json({}, { status: writes })
      if (status !== 200) return Response.json({ message: 'Not now' }, { status })
      const [, organization = '', integration] =
        /organizations\/(\w+)\/integrations\/requests\/?([\w-]+)?$/.exec(url) ?? []
      const ids = counted.get(organization) ?? new Set<string>()
      counted.set(organization, ids)
      if (method === 'PUT' && integration) ids.add(integration)
      if (method === 'DELETE' && integration) ids.delete(integration)
      return Response.json({ requested: [...ids] })
    },
  })
})
afterEach(() => {
  close()
  signOutNow()
  queryClient.clear()
  configure()
  vi.unstubAllGlobals()
})

const open = (organizationId = 'org_a') => {
  signInTo(organizationId)
  close = $priorityRequests.subscribe(() => {})
}
const shows = (...ids: string[]) => eventually(() => expect($priorityRequests.get()).toEqual(ids))

it('counts a request once on the server, per organization, and can take it back', async () => {
  open()
  await requestPriority('jobber', true)
  await requestPriority('jobber', true)
  await requestPriority('xero', true)
  await shows('jobber', 'xero')
  expect([...(counted.get('org_a') ?? [])]).toEqual(['jobber', 'xero'])
  expect(stored.size).toBe(0)
  await requestPriority('jobber', false)
  await shows('xero')
  signInTo('org_b')
  await shows()
})

it('shows what the server has', async () => {
  counted.set('org_a', new Set(['slack']))
  open()
  await shows('slack')
})

it('sends what this device kept from before', async () => {
  stored.set(KEY, '["jobber"]')
  open()
  await eventually(() => expect([...(counted.get('org_a') ?? [])]).toEqual(['jobber']))
  await shows('jobber')
  await eventually(() => expect(stored.size).toBe(0))
})

it('forgets what this device kept if the server has it', async () => {
  stored.set(KEY, '["jobber"]')
  counted.set('org_a', new Set(['jobber']))
  open()
  await shows('jobber')
  await eventually(() => expect(stored.size).toBe(0))
  expect(tried).toBe(0)
})

it.each([429, 503])('keeps what it could not send because of %i for the next time', async (refused) => {
  stored.set(KEY, '["jobber"]')
  writes = refused
  open()
  await eventually(() => expect(tried).toBeGreaterThan(0))
  await eventually(() => expect(stored.get(KEY)).toBe('["jobber"]'))
  await shows('jobber')
  signInTo('org_b')
  await shows()
  writes = 200
  queryClient.clear()
  signInTo('org_a')
  await eventually(() => expect([...(counted.get('org_a') ?? [])]).toEqual(['jobber']))
  await eventually(() => expect(stored.size).toBe(0))
})

it('shows no request that the server refused', async () => {
  open()
  await eventually(() => expect(counted.has('org_a')).toBe(true))
  status = 403
  await expect(requestPriority('jobber', true)).rejects.toThrow('Not now')
  await shows()
})

it('keeps a request that leaving the page interrupts, and sends it on the next page', async () => {
  open()
  await eventually(() => expect(counted.has('org_a')).toBe(true))
  writes = 503
  // A page that is left runs no more tasks.
  const tasks = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never)
  void requestPriority('jobber', true)
  while (tried === 0) await new Promise(setImmediate)
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  tasks.mockRestore()
  expect(stored.get(KEY)).toBe('["jobber"]')
  writes = 200
  close()
  queryClient.clear()
  open()
  await eventually(() => expect([...(counted.get('org_a') ?? [])]).toEqual(['jobber']))
  await eventually(() => expect(stored.size).toBe(0))
  expect(tried).toBe(2)
})

describe('with an API that does not count requests', () => {
  it('keeps them on this device', async () => {
    status = 404
    open()
    await requestPriority('jobber', true)
    await shows('jobber')
    expect(stored.get(KEY)).toBe('["jobber"]')
    await requestPriority('jobber', false)
    await shows()
  })
})

it.each(['{', '{"a":1}', '[1,null]', 'null'])('treats stored %s as no requests', async (rubbish) => {
  stored.set(KEY, rubbish)
  open()
  await shows()
})
