import { beforeEach, describe, expect, it, vi } from 'vitest'
import type {
  CachedResponse,
  CacheOwner,
  ResponseCache,
} from '../../../../../src/platform/session/response-cache.ts'

const NOW = new Date('2026-05-04T12:00:00Z')
const DAY = 86_400_000
const STAMP = ';__client_uat=1700000000'

const session = (organizationId: string) => ({
  status: 'signed-in' as const,
  user: { id: 'user_owner', email: 'owner@fieldhand.test', name: 'Owner' },
  organization: { id: organizationId, name: organizationId },
  organizationsEnabled: true,
})

/** An in-memory device that records its calls in order. */
function device(cached: { owner: CacheOwner; responses: CachedResponse[] } | null = null) {
  const log: string[] = []
  const written: CachedResponse[] = []
  const store: ResponseCache = {
    read: async (stamp) => (cached?.owner.stamp === stamp ? cached : null),
    write: async ({ session: { organization } }, response) => {
      log.push(`write for ${organization?.id}`)
      written.push(response)
    },
    clear: async () => {
      log.push('clear')
    },
  }
  return { store, log, written }
}

const response = (key: unknown[], data: unknown, age = DAY): CachedResponse => ({
  question: JSON.stringify(key),
  data,
  updatedAt: NOW.getTime() - age,
})

/** The modules of a freshly loaded page. */
async function freshPage() {
  vi.resetModules()
  const { cacheResponses } = await import('../../../../../src/stores/base/query/cached-responses.ts')
  const { queryClient } = await import('../../../../../src/stores/base/query/client.ts')
  const { $session } = await import('../../../../../src/platform/session/session.ts')
  const { hintSession } = await import('../../../../../src/platform/session/hint.ts')
  return { cacheResponses, queryClient, $session, hintSession }
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('document', { cookie: '__client_uat=1700000000; other=1' })
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

describe('a visit starts', () => {
  it('with the cached responses of the last one, before any request', async () => {
    const { cacheResponses, queryClient, $session } = await freshPage()
    const cached = {
      owner: { stamp: STAMP, session: session('org_a') },
      responses: [response(['org_a', 'leads', {}], ['lead'])],
    }
    await cacheResponses(device(cached).store)
    expect($session.get()).toEqual(session('org_a'))
    const state = queryClient.getQueryState(['org_a', 'leads', {}])
    expect(state?.data).toEqual(['lead'])
    expect(state?.dataUpdatedAt).toBe(NOW.getTime() - DAY)
    expect(state?.isInvalidated).toBe(true)
  })

  it.each([
    [
      'of another sign-in',
      {
        owner: { stamp: ';__client_uat=1', session: session('org_a') },
        responses: [response(['org_a', 'leads', {}], 1)],
      },
    ],
    [
      'of another organization',
      {
        owner: { stamp: STAMP, session: session('org_a') },
        responses: [response(['org_b', 'leads', {}], 1)],
      },
    ],
    [
      'of a kind that is no longer stored',
      {
        owner: { stamp: STAMP, session: session('org_a') },
        responses: [response(['org_a', 'api-keys', null], 1)],
      },
    ],
    [
      'of more than a week ago',
      {
        owner: { stamp: STAMP, session: session('org_a') },
        responses: [response(['org_a', 'leads', {}], 1, 8 * DAY)],
      },
    ],
  ])('without responses %s', async (_, cached) => {
    const { cacheResponses, queryClient } = await freshPage()
    await cacheResponses(device(cached).store)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  it('and deletes everything if nobody is signed in', async () => {
    vi.stubGlobal('document', { cookie: '__client_uat=0' })
    const { cacheResponses, $session } = await freshPage()
    const { store, log } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    await cacheResponses(store)
    expect(log).toContain('clear')
    expect($session.get().status).toBe('loading')
  })

  it('also if the device denies storage', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { cacheResponses, $session } = await freshPage()
    const { store } = device()
    await cacheResponses({ ...store, read: () => Promise.reject(new Error('denied')) })
    expect($session.get().status).toBe('loading')
  })
})

describe('a response', () => {
  it('is cached once the page is idle, the newest of several', async () => {
    const { cacheResponses, queryClient, $session } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    await cacheResponses(store)
    expect($session.get().organization?.id).toBe('org_a')
    queryClient.setQueryData(['org_a', 'lead-stats', undefined], 1)
    queryClient.setQueryData(['org_a', 'lead-stats', undefined], 2)
    await vi.runAllTimersAsync()
    expect(written.map(({ data }) => data)).toEqual([2])
  })

  it('with a long list is cached at once, also after a part of it, and then once a minute, the newest of several', async () => {
    const { cacheResponses, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    await cacheResponses(store)
    const first = { leads: [], cursor: 'part' }
    queryClient.setQueryData(['org_a', 'leads', undefined], first)
    await vi.advanceTimersByTimeAsync(100)
    expect(written.splice(0).map(({ data }) => data)).toEqual([first])
    const cursors = () => written.map(({ data }) => (data as { rest: { cursor: string } }).rest.cursor)
    const arrive = (cursor: string) =>
      queryClient.setQueryData(['org_a', 'leads', undefined], { leads: Array(1_001).fill({}), cursor })
    arrive('first')
    await vi.advanceTimersByTimeAsync(100)
    arrive('second')
    await vi.advanceTimersByTimeAsync(30_000)
    arrive('third')
    await vi.advanceTimersByTimeAsync(29_000)
    expect(cursors()).toEqual(['first'])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(cursors()).toEqual(['first', 'third'])
  })

  it.each([
    ['an object', (leads: unknown[]) => ({ leads, cursor: '1-2' })],
    ['a list', (leads: unknown[]) => leads],
  ])('with a long list in %s is stored as texts, and the next page shows it unchanged', async (_, around) => {
    const leads = Array.from({ length: 1_201 }, (_, index) => ({
      id: `lead-${index}`,
      notes: null,
      page: '/',
    }))
    const key = ['org_a', 'leads', undefined]
    const { cacheResponses, queryClient } = await freshPage()
    const owner = { stamp: STAMP, session: session('org_a') }
    const { store, written } = device({ owner, responses: [] })
    await cacheResponses(store)
    queryClient.setQueryData(key, around(leads))
    await vi.advanceTimersByTimeAsync(100)
    const { packed = [] } = (written[0]?.data ?? {}) as { packed?: unknown[] }
    expect(packed).toHaveLength(13)
    expect(packed.every((text) => typeof text === 'string')).toBe(true)

    const next = await freshPage()
    await next.cacheResponses(device({ owner, responses: written }).store)
    expect(next.queryClient.getQueryData(key)).toEqual(around(leads))
  })

  it('is not cached for a user who has signed in in another tab', async () => {
    const { cacheResponses, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    await cacheResponses(store)
    vi.stubGlobal('document', { cookie: '__client_uat=1700009999' })
    queryClient.setQueryData(['org_a', 'leads', {}], [])
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
  })

  it('is cached also if it comes before the device has been read', async () => {
    const { cacheResponses, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    const reading = cacheResponses(store)
    queryClient.setQueryData(['org_a', 'leads', {}], ['new'])
    await reading
    await vi.runAllTimersAsync()
    expect(written.map(({ data }) => data)).toEqual([['new']])
  })

  it('is cached only once the names of a presumed session are known', async () => {
    vi.stubGlobal('window', {
      fieldhandEarly: {
        owner: { sessionId: 'sess_1', userId: 'user_owner', organizationId: 'org_a' },
        token: Promise.resolve({ value: 'token', expiresAt: NOW.getTime() + 60_000 }),
        calls: new Map(),
      },
    })
    const { cacheResponses, queryClient, $session, hintSession } = await freshPage()
    const { store, written } = device()
    await cacheResponses(store)
    await vi.runAllTimersAsync()
    expect($session.get()).toMatchObject({ status: 'signed-in', organization: { id: 'org_a', name: '' } })
    queryClient.setQueryData(['org_a', 'leads', {}], ['new'])
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
    hintSession(session('org_a'))
    await vi.runAllTimersAsync()
    expect(written.map(({ data }) => data)).toEqual([['new']])
  })

  it.each([
    ['to a filter', ['org_a', 'found-leads', { status: 'new' }]],
    ['that settings are edited from', ['org_a', 'faqs', undefined]],
    ['of a kind that does not ask for it', ['org_a', 'unknown', undefined]],
    ['about another organization', ['org_b', 'leads', {}]],
  ])('%s is not cached', async (_, key) => {
    const { cacheResponses, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, responses: [] })
    await cacheResponses(store)
    queryClient.setQueryData(key, 'x')
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
  })
})
