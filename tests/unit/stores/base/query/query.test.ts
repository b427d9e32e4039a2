import { focusManager } from '@tanstack/query-core'
import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, NetworkError } from '../../../../../src/api/errors.ts'
import {
  KINDS,
  organizationQuery,
  type QueryState,
  RETENTION,
  reload,
  requireOrganization,
} from '../../../../../src/stores/base/query/query.ts'
import { setSession, signInTo, signOutNow } from '../../../../support/session.ts'

const MINUTE = 60_000
/** Stores drop their data a second after their last listener. */
const LET_GO = 1_000

beforeEach(() => {
  vi.useFakeTimers()
  signInTo('org_a')
})
afterEach(async () => {
  signOutNow()
  await vi.advanceTimersByTimeAsync(RETENTION)
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

/** A query of the profile with controlled answers, and everything that its store has shown. */
function ask<Input = undefined>(
  answer: (organizationId: string, signal: AbortSignal, input: Input) => Promise<string>,
  $input?: ReturnType<typeof atom<Input | null>>,
) {
  const read = vi.fn(answer)
  const $state = organizationQuery<string, Input>({ kind: 'profile', read, ...($input && { $input }) })
  const shown: QueryState<string>[] = []
  return { read, $state, shown, open: () => $state.subscribe((state) => shown.push(state)) }
}

describe('a query', () => {
  it('loads, then shows the answer', async () => {
    const { $state, open, read } = ask(async (organizationId) => `of ${organizationId}`)
    const close = open()
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined, isFetching: true })
    await settle()
    expect($state.get()).toMatchObject({ status: 'ready', data: 'of org_a', error: null, isFetching: false })
    expect($state.get().updatedAt).toBe(Date.now())
    expect(read).toHaveBeenCalledTimes(1)
    close()
  })

  it('is not sent before someone listens or while no session is known', async () => {
    setSession({ status: 'loading' })
    const { $state, open, read } = ask(async () => 'x')
    expect($state.get().status).toBe('loading')
    const close = open()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    expect(read).not.toHaveBeenCalled()
    signInTo('org_a')
    await settle()
    expect($state.get().data).toBe('x')
    close()
  })

  it('fails without an organization, before any request', async () => {
    signInTo(null)
    const { $state, open, read } = ask(async () => 'x')
    const close = open()
    expect($state.get()).toMatchObject({ status: 'failed', error: { message: 'No organization selected' } })
    expect(read).not.toHaveBeenCalled()
    expect(() => requireOrganization()).toThrow('No organization selected')
    close()
  })

  it('follows its input and does nothing without one', async () => {
    const $input = atom<string | null>(null)
    const { $state, open, read } = ask(async (_, __, input: string) => `for ${input}`, $input)
    const close = open()
    expect($state.get().status).toBe('idle')
    $input.set('a')
    expect($state.get().status).toBe('loading')
    await settle()
    expect($state.get().data).toBe('for a')
    $input.set('b')
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    await settle()
    expect($state.get().data).toBe('for b')
    $input.set('a')
    expect($state.get().data).toBe('for a')
    $input.set(null)
    expect($state.get()).toMatchObject({ status: 'idle', data: undefined })
    expect(read).toHaveBeenCalledTimes(2)
    close()
  })
})

describe('staleness', () => {
  it('follows section 9', () => {
    const staleAfter = Object.entries(KINDS).map(([kind, { staleAfter }]) => [kind, staleAfter])
    expect(Object.fromEntries(staleAfter)).toEqual({
      organization: 120_000,
      'setup-status': 120_000,
      'onboarding-progress': 120_000,
      'integration-status': 120_000,
      calendars: 120_000,
      'integration-requests': 120_000,
      'lead-stats': 30_000,
      leads: 300_000,
      'found-leads': 300_000,
      'lead-imports': 120_000,
      conversation: 300_000,
      inbox: 120_000,
      'found-conversations': 120_000,
      waiting: 120_000,
      'test-chats': 120_000,
      thread: 120_000,
      trace: Number.POSITIVE_INFINITY,
      activity: 120_000,
      'contact-limits': 120_000,
      tasks: 120_000,
      insights: 300_000,
      profile: 300_000,
      faqs: 300_000,
      questions: 300_000,
      'asked-questions': 120_000,
      'lead-questions': 120_000,
      holidays: 300_000,
      'data-rights': 300_000,
      pauses: 30_000,
      'agent-check': 120_000,
      'saved-replies': 300_000,
      'notification-setup': 300_000,
      ...{ 'calendar-connection': 2_000, 'hubspot-connection': 2_000 },
      'hubspot-properties': 60_000,
      'hubspot-transfers': 2_000,
      'lead-hubspot': 30_000,
      'lead-notifications': 120_000,
      'notification-log': 120_000,
      webhooks: 60_000,
      'phone-line': 10_000,
      'webhook-deliveries': 10_000,
      'api-keys': 60_000,
      'former-admins': 60_000,
    })
    expect(RETENTION).toBe(600_000)
  })

  it('refetches for the next listener only after the time has passed', async () => {
    const { open, read } = ask(async () => 'x')
    open()()
    await vi.advanceTimersByTimeAsync(LET_GO)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5 * MINUTE - LET_GO - 1)
    open()()
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(LET_GO)
    open()()
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('shows its data while it refetches', async () => {
    let answer = 'old'
    const { $state, open } = ask(async () => answer)
    const close = open()
    await settle()
    answer = 'new'
    const refetched = $state.get().refetch()
    await settle()
    await refetched
    expect($state.get().data).toBe('new')
    close()
  })

  it('refetches when the window regains focus, if stale', async () => {
    const { open, read } = ask(async () => 'x')
    const close = open()
    await settle()
    const refocus = async () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
      await settle()
    }
    await refocus()
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    await refocus()
    expect(read).toHaveBeenCalledTimes(2)
    focusManager.setFocused(undefined)
    close()
  })

  it('drops data that nothing has shown for 10 minutes', async () => {
    const { $state, open } = ask(async () => 'x')
    open()()
    await vi.advanceTimersByTimeAsync(RETENTION + LET_GO + 1)
    const close = open()
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    close()
  })
})

describe('failures', () => {
  it('are retried twice, with growing delays', async () => {
    const { $state, open, read } = ask(() => Promise.reject(new NetworkError()))
    const close = open()
    await settle()
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(999)
    expect(read).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(read).toHaveBeenCalledTimes(2)
    expect($state.get().status).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(read).toHaveBeenCalledTimes(3)
    expect($state.get()).toMatchObject({ status: 'failed', error: { name: 'NetworkError' } })
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(read).toHaveBeenCalledTimes(3)
    close()
  })

  it.each([400, 401, 403, 404, 429])('of status %d are not retried', async (status) => {
    const { $state, open, read } = ask(() => Promise.reject(new ApiError('no', status)))
    const close = open()
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(read).toHaveBeenCalledTimes(1)
    expect($state.get()).toMatchObject({ status: 'failed', error: { message: 'no' } })
    close()
  })

  it('of the server end when it recovers', async () => {
    let isDown = true
    const { $state, open } = ask(async () => {
      if (isDown) throw new ApiError('down', 503)
      return 'up'
    })
    const close = open()
    await vi.advanceTimersByTimeAsync(500)
    isDown = false
    await vi.advanceTimersByTimeAsync(500)
    expect($state.get()).toMatchObject({ status: 'ready', data: 'up', error: null })
    close()
  })

  it('stay visible during a refetch until there is an answer', async () => {
    let isDown = true
    const { $state, open, shown } = ask(async () => {
      if (isDown) throw new ApiError('down', 400)
      return 'up'
    })
    const close = open()
    await settle()
    shown.length = 0
    void $state.get().refetch()
    expect($state.get()).toMatchObject({ status: 'failed', error: { message: 'down' }, isFetching: true })
    await settle()
    expect($state.get()).toMatchObject({ status: 'failed', error: { message: 'down' }, isFetching: false })
    isDown = false
    void $state.get().refetch()
    await settle()
    expect($state.get()).toMatchObject({ status: 'ready', data: 'up', error: null })
    expect(shown.map(({ status }) => status)).not.toContain('loading')
    close()
  })

  it('end with the session', async () => {
    const { $state, open } = ask(() => Promise.reject(new ApiError('down', 400)))
    const close = open()
    await settle()
    expect($state.get().status).toBe('failed')
    signOutNow()
    signInTo('org_a')
    expect($state.get()).toMatchObject({ status: 'loading', error: null, isFetching: true })
    close()
  })

  it('of one query do not affect another', async () => {
    const $input = atom('a')
    const { $state, open } = ask(async (_, __, input: string) => {
      if (input === 'a') throw new ApiError('down', 400)
      return input
    }, $input)
    const close = open()
    await settle()
    expect($state.get().status).toBe('failed')
    $input.set('b')
    expect($state.get()).toMatchObject({ status: 'loading', error: null })
    await settle()
    expect($state.get().data).toBe('b')
    close()
  })

  it('keep older data and are reported', async () => {
    let isDown = false
    const { $state, open } = ask(async () => {
      if (isDown) throw new ApiError('down', 400)
      return 'x'
    })
    const close = open()
    await settle()
    isDown = true
    void $state.get().refetch()
    await settle()
    expect($state.get()).toMatchObject({ status: 'ready', data: 'x', error: { message: 'down' } })
    isDown = false
    void $state.get().refetch()
    await settle()
    expect($state.get()).toMatchObject({ status: 'ready', data: 'x', error: null })
    close()
  })
})

describe('another organization', () => {
  it("cancels pending queries and never shows the first one's data", async () => {
    const signals: AbortSignal[] = []
    const pending: (() => void)[] = []
    const { $state, open, shown } = ask((organizationId, signal) => {
      signals.push(signal)
      return new Promise((resolve) => pending.push(() => resolve(`of ${organizationId}`)))
    })
    const close = open()
    await settle()
    signInTo('org_b')
    expect(signals[0]?.aborted).toBe(true)
    await settle()
    for (const answer of pending) answer()
    await settle()
    expect($state.get().data).toBe('of org_b')
    expect(shown.map(({ data }) => data)).not.toContain('of org_a')
    close()
  })

  it('never shows data of the first and has dropped it on return', async () => {
    let answers = 0
    const { $state, open, shown } = ask(async (organizationId) => `${organizationId} ${++answers}`)
    const close = open()
    await settle()
    shown.length = 0
    signInTo('org_b')
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    await settle()
    signInTo('org_a')
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    await settle()
    expect(shown.map(({ data }) => data)).toEqual([undefined, 'org_b 2', undefined, 'org_a 3'])
    close()
  })

  it('or user starts without the previous data', async () => {
    let answers = 0
    const { $state, open } = ask(async () => `answer ${++answers}`)
    const close = open()
    await settle()
    signInTo('org_a', 'user_other')
    await settle()
    expect($state.get().data).toBe('answer 2')
    signOutNow()
    expect($state.get()).toMatchObject({ status: 'loading', data: undefined })
    signInTo('org_a', 'user_other')
    expect($state.get().data).toBeUndefined()
    close()
  })
})

describe('reload', () => {
  it('refetches fresh data too, and fails if the fetch fails', async () => {
    let isDown = false
    const { open, read } = ask(async () => {
      if (isDown) throw new ApiError('down', 400)
      return 'x'
    })
    const close = open()
    await settle()
    await reload('org_a', 'profile')
    expect(read).toHaveBeenCalledTimes(2)
    isDown = true
    await expect(reload('org_a', 'profile')).rejects.toThrow('down')
    close()
  })
})
