import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnswerStore, KeptAnswer, KeptOwner } from '../../../../src/platform/storage/response-cache.ts'

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
function device(kept: { owner: KeptOwner; answers: KeptAnswer[] } | null = null) {
  const log: string[] = []
  const written: KeptAnswer[] = []
  const store: AnswerStore = {
    read: async (stamp) => (kept?.owner.stamp === stamp ? kept : null),
    write: async ({ session: { organization } }, answer) => {
      log.push(`write for ${organization?.id}`)
      written.push(answer)
    },
    clear: async () => {
      log.push('clear')
    },
  }
  return { store, log, written }
}

const answer = (key: unknown[], data: unknown, age = DAY): KeptAnswer => ({
  question: JSON.stringify(key),
  data,
  updatedAt: NOW.getTime() - age,
})

/** The modules of a freshly loaded page. */
async function freshPage() {
  vi.resetModules()
  const { keepAnswers } = await import('../../../../src/stores/query/cached-responses.ts')
  const { queryClient } = await import('../../../../src/stores/query/client.ts')
  const { $session } = await import('../../../../src/platform/session/session.ts')
  return { keepAnswers, queryClient, $session }
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
  it('with the kept answers of the last one, before any request', async () => {
    const { keepAnswers, queryClient, $session } = await freshPage()
    const kept = {
      owner: { stamp: STAMP, session: session('org_a') },
      answers: [answer(['org_a', 'leads', {}], ['lead'])],
    }
    await keepAnswers(device(kept).store)
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
        answers: [answer(['org_a', 'leads', {}], 1)],
      },
    ],
    [
      'of another organization',
      { owner: { stamp: STAMP, session: session('org_a') }, answers: [answer(['org_b', 'leads', {}], 1)] },
    ],
    [
      'of more than a week ago',
      {
        owner: { stamp: STAMP, session: session('org_a') },
        answers: [answer(['org_a', 'leads', {}], 1, 8 * DAY)],
      },
    ],
  ])('without answers %s', async (_, kept) => {
    const { keepAnswers, queryClient } = await freshPage()
    await keepAnswers(device(kept).store)
    expect(queryClient.getQueryCache().getAll()).toEqual([])
  })

  it('and deletes everything if nobody is signed in', async () => {
    vi.stubGlobal('document', { cookie: '__client_uat=0' })
    const { keepAnswers, $session } = await freshPage()
    const { store, log } = device({ owner: { stamp: STAMP, session: session('org_a') }, answers: [] })
    await keepAnswers(store)
    expect(log).toContain('clear')
    expect($session.get().status).toBe('loading')
  })

  it('also if the device denies storage', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { keepAnswers, $session } = await freshPage()
    const { store } = device()
    await keepAnswers({ ...store, read: () => Promise.reject(new Error('denied')) })
    expect($session.get().status).toBe('loading')
  })
})

describe('an answer', () => {
  it('is kept once the page is idle, the newest of several', async () => {
    const { keepAnswers, queryClient, $session } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, answers: [] })
    await keepAnswers(store)
    expect($session.get().organization?.id).toBe('org_a')
    queryClient.setQueryData(['org_a', 'lead-stats', undefined], 1)
    queryClient.setQueryData(['org_a', 'lead-stats', undefined], 2)
    await vi.runAllTimersAsync()
    expect(written.map(({ data }) => data)).toEqual([2])
  })

  it('is not kept for a user who has signed in in another tab', async () => {
    const { keepAnswers, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, answers: [] })
    await keepAnswers(store)
    vi.stubGlobal('document', { cookie: '__client_uat=1700009999' })
    queryClient.setQueryData(['org_a', 'leads', {}], [])
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
  })

  it.each([
    ['to a filter', ['org_a', 'leads', { status: 'new' }]],
    ['that settings are edited from', ['org_a', 'faqs', undefined]],
    ['about another organization', ['org_b', 'leads', {}]],
  ])('%s is not kept', async (_, key) => {
    const { keepAnswers, queryClient } = await freshPage()
    const { store, written } = device({ owner: { stamp: STAMP, session: session('org_a') }, answers: [] })
    await keepAnswers(store)
    queryClient.setQueryData(key, 'x')
    await vi.runAllTimersAsync()
    expect(written).toEqual([])
  })
})
