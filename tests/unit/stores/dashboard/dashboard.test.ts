import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $dashboard } from '../../../../src/stores/dashboard/dashboard.ts'
import { $recentLeads, $upcomingJobs } from '../../../../src/stores/dashboard/leads.ts'
import { closeOnboarding, reopenOnboarding } from '../../../../src/stores/onboarding/progress.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]
/** Path suffixes whose calls are refused, with the response. */
let refused: Map<string, () => Response | Promise<Response>>

const no = (message: string) => () => Response.json({ message }, { status: 403 })

beforeEach(() => {
  refused = new Map()
  closes = []
  network = connectConsole(server)
  configure({
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      const fault = [...refused].find(([end]) => pathname.endsWith(end))?.[1]
      return fault ? Promise.resolve(fault()) : network.fetch(request)
    },
  })
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
})

const open = () => closes.push($dashboard.subscribe(() => {}))
const becomes = (state: string) => eventually(() => expect($dashboard.get().state).toBe(state))

async function show(organizationId: string, state: string) {
  signInTo(organizationId)
  open()
  await becomes(state)
  return $dashboard.get()
}

describe('another organization', () => {
  it('is loaded even by stores that were used before sign-in', async () => {
    setSession({ status: 'loading' })
    open()
    expect($dashboard.get().state).toBe('loading')
    signInTo(GREEN)
    await becomes('data')
    signInTo(FRESH)
    await becomes('onboarding')
  })
})

describe('the state', () => {
  it('is loading until the session and all required data have loaded', async () => {
    setSession({ status: 'loading' })
    open()
    expect($dashboard.get()).toEqual({ state: 'loading' })
    signInTo(GREEN)
    expect($dashboard.get()).toEqual({ state: 'loading' })
    await becomes('data')
  })

  it('is no organization, without any request', () => {
    signInTo(null)
    open()
    expect($dashboard.get()).toEqual({ state: 'no-organization' })
    expect(network.requests).toEqual([])
  })

  it('is setup required if the provider lacks organizations', () => {
    setSession({
      status: 'signed-in',
      user: { id: 'user_owner', email: 'owner@fieldhand.test', name: 'Owner' },
      organizationsEnabled: false,
    })
    open()
    expect($dashboard.get()).toEqual({ state: 'setup-required' })
  })

  it('is onboarding while onboarding is incomplete', async () => {
    await show(FRESH, 'onboarding')
  })

  it("is data once there are leads, with the server's counts", async () => {
    const dashboard = await show(GREEN, 'data')
    expect(dashboard).toMatchObject({ problem: null, stats: { total: 60 } })
    const asked = () => network.requests.map(({ url }) => new URL(url).pathname.split(GREEN)[1]).sort()
    await expect
      .poll(asked)
      .toEqual([
        '',
        '/integrations/status',
        '/leads',
        '/leads/stats',
        '/onboarding-progress',
        '/profile',
        '/setup-status',
      ])
  })

  it('is no data once the owner has closed the onboarding', async () => {
    await show(FRESH, 'onboarding')
    closeOnboarding()
    await becomes('no-data')
    reopenOnboarding()
    await becomes('onboarding')
  })

  it('is no data after onboarding without leads', async () => {
    refused.set('/onboarding-progress', no('gone'))
    await show(FRESH, 'no-data')
  })
})

describe('required data', () => {
  it.each([
    ['/profile', 'Failed to load organization profile'],
    [`/organizations/${GREEN}`, 'Failed to load organization data'],
  ])('%s refused is fatal, shows the reason, and can be retried', async (path, title) => {
    refused.set(path, no('You are not a member.'))
    const dashboard = await show(GREEN, 'failed')
    expect(dashboard).toMatchObject({
      problem: { title, reason: 'You are not a member.', isRetrying: false },
    })
    refused.clear()
    if (dashboard.state === 'failed') dashboard.problem.onRetry()
    await eventually(() => expect($dashboard.get()).toMatchObject({ problem: { isRetrying: true } }))
    await becomes('data')
  })

  it('is reloaded completely by one Retry', async () => {
    refused.set('/profile', no('no')).set(`/organizations/${GREEN}`, no('no'))
    await show(GREEN, 'failed')
    // The organization can be refused first.
    const problem = { title: 'Failed to load organization profile', isRetrying: false }
    await eventually(() => expect($dashboard.get()).toMatchObject({ problem }))
    refused.clear()
    const dashboard = $dashboard.get()
    if (dashboard.state === 'failed') dashboard.problem.onRetry()
    await becomes('data')
  })
})

describe('optional data', () => {
  it.each(['/setup-status', '/integrations/status', '/onboarding-progress'])(
    '%s refused changes nothing',
    async (path) => {
      refused.set(path, no('no'))
      expect(await show(GREEN, 'data')).toMatchObject({ problem: null, stats: { total: 60 } })
    },
  )

  it.each(['/setup-status', '/integrations/status'])(
    '%s without an answer does not delay anything',
    async (path) => {
      refused.set(path, faults.never)
      await show(GREEN, 'data')
    },
  )

  it('statistics are zero with a notice until a retry succeeds', async () => {
    refused.set('/stats', no('Stats are down.'))
    const dashboard = await show(GREEN, 'data')
    expect(dashboard).toMatchObject({
      stats: { total: 0, new: 0, converted: 0, lost: 0, conversion_rate: 0 },
      problem: { title: "Couldn't load your numbers", reason: 'Stats are down.' },
    })
    refused.clear()
    if (dashboard.state === 'data') dashboard.problem?.onRetry()
    await eventually(() => expect($dashboard.get()).toMatchObject({ problem: null }))
  })
})

describe('the lists', () => {
  const openLists = () =>
    closes.push(
      $recentLeads.subscribe(() => {}),
      $upcomingJobs.subscribe(() => {}),
    )

  it('show the five latest leads, and upcoming bookings in order', async () => {
    vi.useFakeTimers({ now: server.clock.now(), toFake: ['Date'] })
    signInTo(GREEN)
    openLists()
    expect($recentLeads.get()).toEqual({ status: 'loading' })
    await eventually(() => expect($recentLeads.get().status).toBe('ready'))
    const recent = $recentLeads.get()
    const upcoming = $upcomingJobs.get()
    vi.useRealTimers()
    if (recent.status !== 'ready' || upcoming.status !== 'ready') throw new Error('not ready')
    expect(recent).toMatchObject({ total: 60 })
    const created = recent.rows.map(({ created_at }) => created_at)
    expect(created).toEqual(created.toSorted().toReversed())
    expect(created).toHaveLength(5)
    const starts = upcoming.rows.map(({ booking_start_time }) => booking_start_time ?? '')
    expect(starts).toHaveLength(3)
    expect(starts).toEqual(starts.toSorted())
    expect(starts.every((start) => new Date(start) > server.clock.now())).toBe(true)
  })

  it('show the latest leads of a server that lists the oldest first', async () => {
    const days = ['01', '02', '03', '04', '05', '06']
    const leads = days.map((day) => buildLead({ id: day, created_at: `2026-11-${day}T12:00:00.000Z` }))
    refused.set('/leads', faults.json(leads))
    signInTo(GREEN)
    openLists()
    await eventually(() => expect($recentLeads.get().status).toBe('ready'))
    const recent = $recentLeads.get()
    expect(recent.status === 'ready' && recent.rows.map(({ id }) => id)).toEqual([
      '06',
      '05',
      '04',
      '03',
      '02',
    ])
  })

  it('fail separately and can be retried', async () => {
    refused.set('/leads', no('Leads are down.'))
    signInTo(GREEN)
    openLists()
    await eventually(() => expect($upcomingJobs.get().status).toBe('failed'))
    const recent = $recentLeads.get()
    expect(recent).toMatchObject({
      status: 'failed',
      problem: { title: 'Failed to fetch leads', reason: 'Leads are down.' },
    })
    refused.clear()
    if (recent.status === 'failed') recent.problem.onRetry()
    await eventually(() => expect($recentLeads.get().status).toBe('ready'))
  })
})
