import { beforeEach, expect, it, vi } from 'vitest'
import { dropAhead } from '../../../../../src/platform/session/early/take.ts'
import { hintSession } from '../../../../../src/platform/session/hint.ts'
import { earlyResponse } from '../../../../../src/platform/session/session.ts'
import { KINDS, queryClient } from '../../../../../src/stores/base/query/client.ts'
import { FIRST_CALLS } from '../../../../../src/stores/base/query/early-calls.ts'
import { changeCached, markStale } from '../../../../../src/stores/base/query/query.ts'
import { readAhead } from '../../../../../src/stores/base/query/read-ahead.ts'

const NOW = new Date('2026-05-04T12:00:00Z')
const session = (organization: { id: string; name: string } | null) => ({
  status: 'signed-in' as const,
  user: { id: 'user_owner', email: 'owner@fieldhand.test', name: 'Owner' },
  organization,
  organizationsEnabled: true,
})
const sent: string[] = []

/** What the press on a link to the list sends: the last parts of the paths. */
async function press(): Promise<string[]> {
  dropAhead()
  sent.length = 0
  readAhead(FIRST_CALLS['/leads'] ?? [])
  await vi.advanceTimersByTimeAsync(0)
  return sent.map((url) => url.split('/').slice(7).join('/')).toSorted()
}

const WAITING = 'conversations?needs_person=true&limit=100'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    expect(headers).toMatchObject({ Authorization: 'Bearer token', 'X-Organization-ID': 'org_a' })
    sent.push(url)
    return Response.json({})
  })
  const owner = { sessionId: 'sess_1', userId: 'user_owner', organizationId: 'org_a' }
  const token = Promise.resolve({ value: 'token', expiresAt: NOW.getTime() + 3_600_000 })
  vi.stubGlobal('window', { fieldhandEarly: { owner, token, calls: new Map() } })
  hintSession(session({ id: 'org_a', name: 'A' }))
  return () => {
    queryClient.clear()
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

it('asks for what is missing', async () => {
  queryClient.setQueryData(['org_a', 'profile', undefined], {})
  queryClient.setQueryData(['org_b', 'lead-stats', undefined], {})
  expect(await press()).toEqual(['', WAITING, 'leads/stats', 'leads?limit=100', 'setup-status'])
})

it('asks again for what is stale, but not for all leads', async () => {
  for (const kind of ['leads', 'lead-stats', 'profile', 'organization', 'setup-status', 'waiting']) {
    queryClient.setQueryData(['org_a', kind, undefined], kind === 'setup-status' ? null : {})
  }
  expect(await press()).toEqual([])
  vi.setSystemTime(NOW.getTime() + KINDS['lead-stats'].staleAfter)
  expect(await press()).toEqual(['leads/stats'])
  await queryClient.invalidateQueries({ queryKey: ['org_a'], refetchType: 'none' })
  // What an API lacks is not asked for again.
  expect(await press()).toEqual(['', WAITING, 'leads/stats', 'profile'])
})

it.each([
  ['has been confirmed', () => changeCached('org_a', 'lead-stats', (stats) => stats)],
  ['was made elsewhere', async () => markStale('org_a', 'lead-stats')],
])('forgets responses that can be older than a change that %s', async (_, change) => {
  await press()
  const [one, other] = sent
  expect(await earlyResponse(one ?? '')).not.toBeNull()
  await change()
  expect(await earlyResponse(other ?? '')).toBeNull()
})

it('asks nothing without an organization', async () => {
  hintSession(session(null))
  expect(await press()).toEqual([])
})
