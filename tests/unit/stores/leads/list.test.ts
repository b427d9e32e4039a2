import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import type { Lead } from '../../../../src/contract/leads.ts'
import type { LeadChange } from '../../../../src/domain/outbox/outbox.ts'
import { $overlay } from '../../../../src/stores/base/outbox/overlay.ts'
import { $account } from '../../../../src/stores/base/session/account.ts'
import {
  $allLeads,
  $leadList,
  $leadSearch,
  $leadView,
  changeLeadView,
  clearLeadFilters,
  closeLeadList,
  flushSearch,
  matchView,
  openLeadList,
  reloadLeads,
  searchLeads,
} from '../../../../src/stores/leads/list.ts'
import { $leadStats } from '../../../../src/stores/leads/stats.ts'
import { $changingLeads, setStatus } from '../../../../src/stores/leads/status.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let address: ReturnType<typeof stubAddress>
let closes: (() => void)[]

beforeEach(() => {
  network = connectConsole(server)
  address = stubAddress(vi.stubGlobal, '/leads')
  signInTo(GREEN)
  closes = []
})
afterEach(() => {
  stopStores(closes)
  closeLeadList()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

/** Opens the page at a URL and waits for all leads and their counts. */
async function openPage(path = '/leads') {
  address.open(path)
  closes.push(
    $leadList.subscribe(() => {}),
    $leadStats.subscribe(() => {}),
  )
  openLeadList()
  await eventually(() => expect($leadList.get().all).toBeDefined())
  await eventually(() => expect($leadStats.get().data).toBeDefined())
}

const rows = () => matchView($leadList.get(), $leadView.get())
const asked = () =>
  network.requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/leads'))
const found = () => eventually(() => expect($leadList.get().found).toBeDefined())

describe('the list', () => {
  it('has all leads, newest first, and their counts', async () => {
    await openPage()
    expect($leadStats.get().data?.total).toBe(60)
    const instants = rows()?.map(({ created_at }) => created_at) ?? []
    expect(instants).toHaveLength(60)
    expect(instants).toEqual(instants.toSorted().toReversed())
    expect(asked()).toHaveLength(1)
  })

  it('starts with the view in the URL and requests it immediately', async () => {
    await openPage('/leads?search=tree&status=lost&page=2&sort=lead')
    expect($leadView.get()).toMatchObject({
      search: 'tree',
      status: 'lost',
      page: 2,
      sort: { column: 'lead' },
    })
    await found()
    expect(asked().map(({ search }) => search)).toContain('?search=tree&status=lost')
    expect(address.shown()).toBe('/leads?search=tree&status=lost&page=2&sort=lead')
  })

  it('filters while typing and queries the server after a pause', async () => {
    await openPage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    for (const text of ['t', 'tr', 'tree']) searchLeads(text)
    expect(rows()?.every((lead) => JSON.stringify(lead).toLowerCase().includes('tree'))).toBe(true)
    vi.advanceTimersByTime(249)
    expect([asked().length, address.shown()]).toEqual([1, '/leads'])
    vi.advanceTimersByTime(1)
    expect(address.shown()).toBe('/leads?search=tree')
    vi.useRealTimers()
    await found()
    expect(asked().map(({ search }) => search)).toEqual(['?since=', '?search=tree'])
  })

  it("prefers the server's answer", async () => {
    await openPage()
    const [first] = $allLeads.get().data ?? []
    network.plan(faults.json([first]))
    changeLeadView({ status: 'new', from: '2026-11-01' })
    expect(rows()?.length).toBeGreaterThan(1)
    await found()
    expect(rows()).toEqual([first])
  })

  it("shows unconfirmed changes in the server's answer, and its other leads as it matched them", async () => {
    await openPage()
    const all = $allLeads.get().data ?? []
    const lost = all.filter(({ status }) => status === 'lost')
    const [other, next] = all.filter(({ status }) => status === 'new')
    // The server can match by fields that this list does not search.
    const matched = [...lost, { ...buildLead({ id: 'matched' }), status: 'lost' }]
    network.plan(faults.json(matched))
    changeLeadView({ status: 'lost' })
    searchLeads('gate')
    flushSearch()
    await found()
    expect(rows()).toEqual(matched)
    const changes: LeadChange[] = [
      { type: 'status', leadId: lost[0]?.id ?? '', status: 'new' },
      { type: 'delete', leadId: lost[1]?.id ?? '' },
      { type: 'update', leadId: other?.id ?? '', fields: { status: 'lost', contact_name: 'Gate' } },
      { type: 'update', leadId: next?.id ?? '', fields: { contact_name: 'Gate' } },
      { type: 'create', leadId: 'made', fields: { status: 'lost', service_interest: 'New gate' } },
    ]
    closes.push(() => $overlay.set([]))
    $overlay.set(changes.map((change) => ({ change, madeAt: '2026-11-20T15:00:00.000Z' })))
    const expected = ['made', other?.id, 'matched', ...lost.slice(2).map(({ id }) => id)]
    expect(new Set(rows()?.map(({ id }) => id))).toEqual(new Set(expected))
    expect(rows()?.find(({ id }) => id === other?.id)).toMatchObject({ contact_name: 'Gate' })
  })

  it("sends days with the device's time zone", async () => {
    await openPage()
    changeLeadView({ from: '2026-11-01', to: '2026-11-20' })
    await found()
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(Object.fromEntries(asked().at(-1)?.searchParams ?? [])).toEqual({
      date_from: '2026-11-01',
      date_to: '2026-11-20',
      timezone: timeZone,
    })
    expect(rows()).toEqual(matchView({ ...$leadList.get(), found: undefined }, $leadView.get()))
  })

  it('sends nothing for a range that ends before it starts', async () => {
    await openPage()
    changeLeadView({ from: '2026-11-20', to: '2026-11-01' })
    expect(rows()).toEqual([])
    expect(asked()).toHaveLength(1)
  })

  it('returns to the first page on every change except paging', async () => {
    await openPage()
    changeLeadView({ page: 3 })
    expect([$leadView.get().page, address.shown()]).toEqual([3, '/leads?page=3'])
    changeLeadView({ sort: { column: 'service', direction: 'descending' } })
    expect([$leadView.get().page, address.shown()]).toEqual([1, '/leads?sort=service.desc'])
    changeLeadView({ page: 2 })
    searchLeads('a')
    expect($leadView.get().page).toBe(1)
    clearLeadFilters()
    expect(address.shown()).toBe('/leads?sort=service.desc')
  })

  it('updates the URL immediately before it gets another history entry', async () => {
    await openPage()
    searchLeads('tree')
    expect([address.shown(), $leadSearch.get()]).toEqual(['/leads', ''])
    flushSearch()
    expect([address.shown(), $leadSearch.get()]).toEqual(['/leads?search=tree', '?search=tree'])
  })

  it('discards typed text when the page is left', async () => {
    await openPage()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    searchLeads('tree')
    closeLeadList()
    address.open('/agent')
    vi.advanceTimersByTime(1_000)
    expect(address.shown()).toBe('/agent')
    expect($leadView.get().search).toBe('')
  })

  it('keeps its data if a reload fails, and shows the failure', async () => {
    await openPage()
    network.plan(faults.tooManyRequests, faults.tooManyRequests)
    await expect(reloadLeads()).rejects.toThrow('Slow down')
    await eventually(() => expect($leadList.get().error?.message).toBe('Slow down'))
    expect(rows()).toHaveLength(60)
    await reloadLeads()
    expect($leadList.get().error).toBeNull()
  })

  it("of another organization never shows the first one's leads", async () => {
    await openPage()
    const seen: number[] = []
    signInTo('org_freshcut')
    closes.push($leadList.subscribe(({ all }) => seen.push(all?.length ?? -1)))
    await eventually(() => expect($leadList.get().all).toEqual([]))
    expect(seen).not.toContain(60)
    expect(network.requests.at(-1)?.headers.get('x-organization-id')).toBe('org_freshcut')
  })

  it('fails with a readable reason for a non-member', async () => {
    signInTo('org_rivalmowing')
    closes.push($leadList.subscribe(() => {}))
    await eventually(() => expect($leadList.get().error).toMatchObject({ name: 'ApiError', status: 403 }))
    expect(rows()).toBeUndefined()
  })
})

describe('a status', () => {
  it('is set on the server, shown in every list, and counted', async () => {
    await openPage()
    changeLeadView({ status: 'new' })
    await found()
    const before = rows()?.length ?? 0
    const lead = rows()?.[0]
    const changing = setStatus($account.get(), lead as Lead, { status: 'converted' })
    expect($changingLeads.get()).toEqual(new Set([lead?.id]))
    expect(await setStatus($account.get(), lead as Lead, { status: 'lost' })).toBeNull()
    expect(await changing).toBe('sent')
    expect($changingLeads.get().size).toBe(0)
    expect(rows()).toHaveLength(before - 1)
    await eventually(() => expect($leadStats.get().data?.new).toBe(before - 1))
    expect($allLeads.get().data?.find(({ id }) => id === lead?.id)?.status).toBe('converted')
  })

  it('stays unchanged if the server refuses', async () => {
    await openPage()
    const lead = rows()?.find(({ status }) => status === 'new')
    network.planFor('PUT', faults.forbidden)
    await expect(setStatus($account.get(), lead as Lead, { status: 'lost' })).rejects.toThrow('Not yours')
    expect(network.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect($changingLeads.get().size).toBe(0)
    expect(rows()?.find(({ id }) => id === lead?.id)?.status).toBe('new')
  })

  it('needs an organization', async () => {
    signInTo(null)
    await expect(
      setStatus($account.get(), { id: 'lead', status: 'new', updated_at: '' }, { status: 'lost' }),
    ).rejects.toThrow('No organization selected')
    expect(network.requests).toHaveLength(0)
  })
})
