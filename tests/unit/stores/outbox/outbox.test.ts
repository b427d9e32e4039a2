import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { currentLeadOf } from '../../../../src/api/leads.ts'
import type { Lead } from '../../../../src/contract/leads.ts'
import type { LeadChange } from '../../../../src/domain/outbox/outbox.ts'
import { addNote, createLead, updateLead } from '../../../../src/stores/leads/changes.ts'
import { $allLeads } from '../../../../src/stores/leads/list.ts'
import { $leadStats } from '../../../../src/stores/leads/stats.ts'
import { $outbox, countWaiting, createOutbox } from '../../../../src/stores/outbox/outbox.ts'
import { $overlay } from '../../../../src/stores/outbox/overlay.ts'
import { catchUp, sendChange, settleChanges } from '../../../../src/stores/outbox/send.ts'
import { $owner } from '../../../../src/stores/session/owner.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'
import { openBrowser } from '../../../support/tabs.ts'

vi.setConfig({ testTimeout: 20_000, hookTimeout: 60_000 })

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'

type OutboxQueue = ReturnType<typeof createOutbox>

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]
let outbox: OutboxQueue
let wake: () => void

/** The real calls and lists, on a device with storage. */
function openOutbox(): OutboxQueue {
  return createOutbox({
    ...openBrowser().openTab(),
    $owner,
    send: sendChange,
    settle: settleChanges,
    show: (changes) => $overlay.set(changes),
    catchUp: () => undefined,
    onWake(callback) {
      wake = callback
      return () => undefined
    },
    onPageSwap: () => () => undefined,
  })
}

beforeEach(async () => {
  network = connectConsole(server)
  // Only changes fail; lists always load.
  const { fetch } = network
  configure({
    fetch: (request) =>
      request.method === 'GET' ? Promise.resolve(server.app.api.fetch(request)) : fetch(request),
  })
  signInTo(GREEN)
  outbox = openOutbox()
  closes = [$allLeads.subscribe(() => {}), $leadStats.subscribe(() => {})]
  await vi.waitFor(() => expect($allLeads.get().data && $leadStats.get().data).toBeDefined(), 10_000)
})
afterEach(() => {
  outbox.stop()
  stopStores(closes)
  $overlay.set([])
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const submit = (change: LeadChange) => outbox.submit($owner.get(), change)
const listed = (id: string) => $allLeads.get().data?.find((lead) => lead.id === id)
const firstId = () => $allLeads.get().data?.[0]?.id ?? ''
const stored = async () => {
  const response = await server.fetchApi(`/api/v1/organizations/${GREEN}/leads`)
  return (await response.json()) as Lead[]
}
const quiet = () => vi.waitFor(() => expect(outbox.$entries.get()).toEqual([]), 10_000)

/** Makes a change whose request is lost. */
async function submitOffline(change: LeadChange): Promise<void> {
  network.plan(faults.drop)
  expect(await submit(change)).toBe('waiting')
}

describe('on the real server', () => {
  it('each kind of change arrives, is listed, and is counted', async () => {
    const id = 'lead_made_here'
    const total = $leadStats.get().data?.total ?? 0
    expect(await submit({ type: 'create', leadId: id, fields: { contact_name: 'Ünï 🌱' } })).toBe('sent')
    expect($allLeads.get().data?.[0]).toMatchObject({ id, contact_name: 'Ünï 🌱', status: 'new' })
    await vi.waitFor(() => expect($leadStats.get().data?.total).toBe(total + 1), 10_000)
    await submit({ type: 'update', leadId: id, fields: { contact_name: 'Una' } })
    expect(listed(id)?.contact_name).toBe('Una')
    await submit({ type: 'status', leadId: id, status: 'lost', loss_reason: 'Moved', notes: 'Called' })
    expect(listed(id)).toMatchObject({ status: 'lost', loss_reason: 'Moved', notes: 'Called' })
    await submit({ type: 'delete', leadId: id })
    expect(listed(id)).toBeUndefined()
    expect((await stored()).some((lead) => lead.id === id)).toBe(false)
    expect(await submit({ type: 'delete', leadId: id })).toBe('sent')
  })

  it('a pending change is listed and counted as done, before and after it arrives', async () => {
    const id = firstId()
    await submit({ type: 'status', leadId: id, status: 'converted' })
    await vi.waitFor(() => expect($leadStats.get().isFetching).toBe(false), 10_000)
    const before = $leadStats.get().data
    await submitOffline({ type: 'status', leadId: id, status: 'new' })
    expect(listed(id)?.status).toBe('new')
    expect((await stored()).find((lead) => lead.id === id)?.status).toBe('converted')
    const after = {
      total: before?.total,
      new: (before?.new ?? 0) + 1,
      converted: (before?.converted ?? 0) - 1,
      lost: before?.lost,
    }
    expect($leadStats.get().data).toMatchObject(after)
    expect($leadStats.get().data?.conversion_rate).toBeCloseTo((100 * after.converted) / (after.total ?? 1))
    wake()
    await quiet()
    expect((await stored()).find((lead) => lead.id === id)?.status).toBe('new')
    await vi.waitFor(() => expect($leadStats.get().isFetching).toBe(false), 10_000)
    expect($leadStats.get().data).toMatchObject(after)
    expect(listed(id)?.status).toBe('new')
  })

  it('a status that a colleague has set since is not overwritten', async () => {
    const lead = $allLeads.get().data?.find(({ status }) => status === 'new')
    const { id, updated_at } = lead as Lead
    const base = { status: 'new', updated_at }
    const url = `/api/v1/organizations/${GREEN}/leads/${id}`
    const setElsewhere = (query: string) => server.fetchApi(`${url}/status?${query}`, { method: 'PUT' })
    server.clock.advance(1_000)
    await server.fetchApi(url, {
      method: 'PUT',
      body: JSON.stringify({ budget: '$70' }),
      headers: { 'Content-Type': 'application/json' },
    })
    // Another field is no conflict.
    expect(await submit({ type: 'status', leadId: id, status: 'lost', base })).toBe('sent')
    await setElsewhere('status=converted')
    const late = submit({ type: 'status', leadId: id, status: 'new', base: { status: 'lost', updated_at } })
    await expect(late).rejects.toMatchObject({ status: 409 })
    expect((await stored()).find((lead) => lead.id === id)).toMatchObject({
      status: 'converted',
      budget: '$70',
    })
    // Both have chosen the same.
    expect(await submit({ type: 'status', leadId: id, status: 'converted', base })).toBe('sent')
  })

  it('a lead whose first confirmation was lost is created once', async () => {
    const id = 'lead_made_once'
    const create: LeadChange = { type: 'create', leadId: id, fields: { contact_name: 'Once' } }
    network.plan(async (request) => {
      await server.app.api.fetch(request)
      return faults.drop()
    })
    expect(await submit(create)).toBe('waiting')
    expect($allLeads.get().data?.filter((lead) => lead.id === id)).toHaveLength(1)
    wake()
    await quiet()
    expect((await stored()).filter((lead) => lead.id === id)).toHaveLength(1)
    expect($allLeads.get().data?.filter((lead) => lead.id === id)).toHaveLength(1)
  })

  it('a change that is refused later restores the old value and shows the reason', async () => {
    const id = firstId()
    const name = listed(id)?.contact_name ?? null
    await submitOffline({ type: 'update', leadId: id, fields: { contact_name: 'x'.repeat(501) } })
    expect(listed(id)?.contact_name).toHaveLength(501)
    wake()
    await quiet()
    expect(listed(id)?.contact_name ?? null).toBe(name)
    expect(outbox.$refusals.get()).toMatchObject([
      { title: 'Failed to update lead', reason: expect.stringMatching(/500/) },
    ])
  })

  it('a change of a deleted lead is shown, retried, then refused', async () => {
    const id = firstId()
    const { fetchApi } = server
    await fetchApi(`/api/v1/organizations/${GREEN}/leads/${id}`, { method: 'DELETE' })
    expect(await submit({ type: 'status', leadId: id, status: 'lost' })).toBe('waiting')
    expect(outbox.$entries.get()).toHaveLength(1)
    await quiet()
    expect(network.requests).toHaveLength(3)
    expect(outbox.$refusals.get()).toMatchObject([{ reason: 'The requested lead could not be found.' }])
  })

  it('a web page in place of a response keeps the pending changes', async () => {
    const id = firstId()
    await submitOffline({ type: 'status', leadId: id, status: 'converted' })
    network.plan(faults.webPage)
    wake()
    await vi.waitFor(() => expect(network.requests.at(-1)?.method).toBe('PUT'))
    expect(outbox.$entries.get()).toHaveLength(1)
    wake()
    await quiet()
    expect((await stored()).find((lead) => lead.id === id)?.status).toBe('converted')
  })
})

it('a list that was loading while another tab sent a change is loaded again', async () => {
  vi.stubGlobal('localStorage', createDevice().localStorage)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isRead = false
  configure({
    async fetch(request) {
      const response = await server.app.api.fetch(request)
      const isFirst = !isRead && request.method === 'GET' && request.url.endsWith('/leads')
      if (isFirst) {
        isRead = true
        await released
      }
      return response
    },
  })
  signInTo(FRESH)
  await vi.waitFor(() => expect(isRead).toBe(true))
  const change: LeadChange = { type: 'create', leadId: 'lead_elsewhere', fields: { contact_name: 'Else' } }
  const lead = await sendChange(FRESH, change)
  await settleChanges(GREEN, [{ change, madeAt: new Date().toISOString(), lead }])
  catchUp(FRESH)
  release()
  await vi.waitFor(() => expect(listed('lead_elsewhere')).toBeDefined(), 5_000)
})

describe('a lead that a colleague has changed since it was read', () => {
  const colleague = async (fields: object) => {
    const lead = $allLeads.get().data?.find(({ id }) => id === firstId())
    await server.deps.db
      .updateTable('leads')
      .set({ ...fields, updated_at: new Date() })
      .where('id', '=', lead?.id ?? '')
      .execute()
    return lead as Lead
  }
  const now = async (id: string) => (await stored()).find((lead) => lead.id === id)

  it('keeps the fields and notes of both', async () => {
    const read = await colleague({ budget: 'theirs', notes: 'Theirs' })
    expect(await updateLead($owner.get(), read, { timeline: 'mine' })).toBe('sent')
    expect(await addNote($owner.get(), read, 'Mine')).toBe('sent')
    expect(await now(read.id)).toMatchObject({ budget: 'theirs', timeline: 'mine', notes: 'Theirs\nMine' })
  })

  it('refuses a field that both changed, with the current lead', async () => {
    const read = await colleague({ budget: 'theirs again' })
    const error = await updateLead($owner.get(), read, { budget: 'mine' }).catch((reason: unknown) => reason)
    expect(currentLeadOf(error)).toMatchObject({ id: read.id, budget: 'theirs again' })
    expect((await now(read.id))?.budget).toBe('theirs again')
  })
})

describe('without browser storage', () => {
  it('changes are sent, and fail visibly without a network', async () => {
    const owner = $owner.get()
    const { leadId, outcome } = await createLead(owner, { contact_name: 'Direct' })
    expect(outcome).toBe('sent')
    expect(listed(leadId)?.contact_name).toBe('Direct')
    const made = listed(leadId) as Lead
    expect(await updateLead(owner, made, { contact_name: 'Changed' })).toBe('sent')
    network.plan(faults.drop)
    await expect(updateLead(owner, made, { contact_name: 'Lost' })).rejects.toMatchObject({
      name: 'NetworkError',
    })
    expect(listed(leadId)?.contact_name).toBe('Changed')
    expect($outbox.get()).toEqual({ entries: [], text: null, removals: [] })
    expect(await countWaiting('user_owner')).toBe(0)
  })
})
