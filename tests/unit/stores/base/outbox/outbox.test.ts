import { atom } from 'nanostores'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../../src/api/client.ts'
import { currentLeadOf } from '../../../../../src/api/leads.ts'
import type { Activity } from '../../../../../src/contract/activity.ts'
import type { Lead } from '../../../../../src/contract/leads.ts'
import { leadLabel } from '../../../../../src/domain/leads/name.ts'
import type { LeadChange } from '../../../../../src/domain/outbox/outbox.ts'
import {
  $outbox,
  countWaiting,
  createOutbox,
  type OutboxEntry,
} from '../../../../../src/stores/base/outbox/outbox.ts'
import { $overlay } from '../../../../../src/stores/base/outbox/overlay.ts'
import type { Senders } from '../../../../../src/stores/base/outbox/senders.ts'
import { $account } from '../../../../../src/stores/base/session/account.ts'
import { addNote, createLead, updateLead } from '../../../../../src/stores/leads/changes.ts'
import { $allLeads } from '../../../../../src/stores/leads/list.ts'
import { withName } from '../../../../../src/stores/leads/sending.ts'
import { $leadStats } from '../../../../../src/stores/leads/stats.ts'
import { $tasks } from '../../../../../src/stores/leads/tasks.ts'
import { connectConsole } from '../../../../support/console.ts'
import { createDevice } from '../../../../support/device.ts'
import { eventually } from '../../../../support/eventually.ts'
import { faults } from '../../../../support/faults.ts'
import { SENDERS, sendChange } from '../../../../support/senders.ts'
import { sharedServer } from '../../../../support/server.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'
import { stopStores } from '../../../../support/stop-stores.ts'
import { openBrowser } from '../../../../support/tabs.ts'

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'

type OutboxQueue = ReturnType<typeof createOutbox>

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]
let outbox: OutboxQueue
let wake: () => void
let isBehind = false

/** The real calls and lists, on a device with storage. */
function openOutbox(): OutboxQueue {
  return createOutbox({
    ...openBrowser().openTab(),
    $account,
    $senders: atom<Partial<Senders>>(SENDERS),
    isOffline: () => false,
    noteSent: () => undefined,
    isBehind: () => isBehind,
    show: (changes) => $overlay.set(changes),
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
  await eventually(() => expect($allLeads.get().data && $leadStats.get().data).toBeDefined())
})
afterEach(() => {
  outbox.stop()
  stopStores(closes)
  $overlay.set([])
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const submit = (change: LeadChange) => outbox.submit($account.get(), withName(GREEN, change))
const listed = (id: string) => $allLeads.get().data?.find((lead) => lead.id === id)
const firstId = () => $allLeads.get().data?.[0]?.id ?? ''
const stored = async () => {
  const response = await server.fetchApi(`/api/v1/organizations/${GREEN}/leads`)
  return (await response.json()) as Lead[]
}
const quiet = () => eventually(() => expect(outbox.$entries.get()).toEqual([]))

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
    await eventually(() => expect($leadStats.get().data?.total).toBe(total + 1))
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
    await eventually(() => expect($leadStats.get().isFetching).toBe(false))
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
    await eventually(() => expect($leadStats.get().isFetching).toBe(false))
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

  it('a change of a deleted lead stays on the device, with the reason, until it is canceled', async () => {
    const id = firstId()
    const { name } = leadLabel(listed(id) as Lead)
    const { fetchApi } = server
    await fetchApi(`/api/v1/organizations/${GREEN}/leads/${id}`, { method: 'DELETE' })
    expect(await submit({ type: 'status', leadId: id, status: 'lost' })).toBe('waiting')
    await eventually(() => expect(network.requests.length).toBeGreaterThan(3))
    const [entry] = outbox.$entries.get()
    expect(entry).toMatchObject({ change: { name }, reason: 'The requested lead could not be found.' })
    expect(outbox.$refusals.get()).toEqual([])
    await eventually(async () => expect(await outbox.cancel(entry as OutboxEntry)).toBe(true))
    await quiet()
  })

  it('a web page in place of a response keeps the pending changes', async () => {
    const id = firstId()
    await submitOffline({ type: 'status', leadId: id, status: 'converted' })
    network.plan(faults.webPage)
    wake()
    await eventually(() => expect(network.requests.at(-1)?.method).toBe('PUT'))
    expect(outbox.$entries.get()).toHaveLength(1)
    wake()
    await quiet()
    expect((await stored()).find((lead) => lead.id === id)?.status).toBe('converted')
  })
})

describe('the tasks of a lead and calls to it', () => {
  const DUE = '2031-03-04T14:00:00.000Z'
  const task = (id: string) => $tasks.get().data?.find((each) => each.id === id)
  const storedTasks = (leadId: string) =>
    server.deps.db
      .selectFrom('tasks')
      .select(['id', 'text', 'done_at'])
      .where('lead_id', '=', leadId)
      .orderBy('id')
      .execute()
  const calls = async (leadId: string) => {
    const answer = await server.fetchApi(`/api/v1/organizations/${GREEN}/leads/${leadId}/activity`)
    return ((await answer.json()) as Activity).events.filter(({ type }) => type === 'called')
  }
  const add = (leadId: string, id: string): LeadChange => ({
    type: 'task-add',
    leadId,
    task: { id, text: 'Send the quote', due_at: DUE },
  })

  beforeEach(async () => {
    closes.push($tasks.subscribe(() => {}))
    await eventually(() => expect($tasks.get().data).toBeDefined())
  })

  it('show at once without a connection, and arrive in order', async () => {
    const leadId = firstId()
    const { updated_at } = listed(leadId) as Lead
    await submitOffline(add(leadId, 'task_kept'))
    await submitOffline(add(leadId, 'task_dropped'))
    const update = { type: 'task-change', leadId, taskId: 'task_kept' } as const
    await submitOffline({ ...update, update: { text: 'Send both quotes' } })
    await submitOffline({ ...update, update: { done: true } })
    await submitOffline({ type: 'task-delete', leadId, taskId: 'task_dropped' })
    const call = { id: 'call_once', outcome: 'voicemail', at: new Date().toISOString() } as const
    await submitOffline({ type: 'call', leadId, call })
    expect(task('task_kept')).toMatchObject({ text: 'Send both quotes', done_at: expect.any(String) })
    expect(task('task_dropped')).toBeUndefined()
    expect(await storedTasks(leadId)).toEqual([])
    // The lead itself has not changed.
    expect(listed(leadId)?.updated_at).toBe(updated_at)
    expect(outbox.hasChange(leadId)).toBe(false)

    wake()
    await quiet()
    expect(await storedTasks(leadId)).toEqual([
      { id: 'task_kept', text: 'Send both quotes', done_at: expect.any(Date) },
    ])
    expect(await calls(leadId)).toMatchObject([{ data: { outcome: 'voicemail' } }])
    expect(outbox.$refusals.get()).toEqual([])
    expect(listed(leadId)).toBeDefined()
    expect(task('task_kept')?.done_at).toBeTruthy()
  })

  it('a repeated task or call counts once', async () => {
    const leadId = firstId()
    const call = { id: 'call_twice', outcome: 'answered', at: new Date().toISOString() } as const
    const before = (await calls(leadId)).length
    for (const change of [add(leadId, 'task_once'), { type: 'call', leadId, call } as const]) {
      network.plan(async (request) => {
        await server.app.api.fetch(request)
        return faults.drop()
      })
      expect(await submit(change)).toBe('waiting')
      wake()
      await quiet()
    }
    expect((await storedTasks(leadId)).filter(({ id }) => id === 'task_once')).toHaveLength(1)
    expect(await calls(leadId)).toHaveLength(before + 1)
  })

  it('Undo cancels a waiting change, and not one that has been sent', async () => {
    const leadId = firstId()
    await submit(add(leadId, 'task_undone'))
    const ofTask = (change: LeadChange) => 'taskId' in change && change.taskId === 'task_undone'
    await submitOffline({ type: 'task-delete', leadId, taskId: 'task_undone' })
    expect(task('task_undone')).toBeUndefined()
    expect(await outbox.cancelLast(ofTask)).toBe(true)
    expect(task('task_undone')).toBeDefined()
    expect(await outbox.cancelLast(ofTask)).toBe(false)
    await submit({ type: 'task-change', leadId, taskId: 'task_undone', update: { done: true } })
    expect(await outbox.cancelLast(ofTask)).toBe(false)
    expect((await storedTasks(leadId)).find(({ id }) => id === 'task_undone')?.done_at).toBeTruthy()
  })

  it('a refused change shows the previous state and the reason; what is already gone is done', async () => {
    const leadId = firstId()
    await submit(add(leadId, 'task_refused'))
    await submitOffline({
      type: 'task-change',
      leadId,
      taskId: 'task_refused',
      update: { text: 'x'.repeat(501) },
    })
    expect(task('task_refused')?.text).toHaveLength(501)
    wake()
    await quiet()
    expect(task('task_refused')?.text).toBe('Send the quote')
    expect(outbox.$refusals.get()).toMatchObject([
      { title: 'Failed to update task', reason: expect.stringMatching(/500/) },
    ])
    const gone = { leadId, taskId: 'task_gone' }
    await expect(submit({ type: 'task-change', ...gone, update: { done: true } })).rejects.toThrow()
    expect(await submit({ type: 'task-delete', ...gone })).toBe('sent')
    // An API that does not record calls.
    network.plan(() => Response.json({ message: 'Not found' }, { status: 404 }))
    const call = { id: 'call_unknown', outcome: 'answered' } as const
    expect(await submit({ type: 'call', leadId, call })).toBe('sent')
  })
})

it('a list that was loading while another tab sent a change is loaded again', async () => {
  vi.stubGlobal('localStorage', createDevice().localStorage)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let isRead = false
  configure({
    async fetch(request) {
      const response = await server.app.api.fetch(request)
      const isFirst = !isRead && request.method === 'GET' && new URL(request.url).pathname.endsWith('/leads')
      if (isFirst) {
        isRead = true
        await released
      }
      return response
    },
  })
  signInTo(FRESH)
  await eventually(() => expect(isRead).toBe(true))
  const change: LeadChange = { type: 'create', leadId: 'lead_elsewhere', fields: { contact_name: 'Else' } }
  await sendChange(FRESH, change)
  isBehind = true
  onTestFinished(() => {
    isBehind = false
  })
  outbox.start()
  release()
  await eventually(() => expect(listed('lead_elsewhere')).toBeDefined())
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
    expect(await updateLead($account.get(), read, { timeline: 'mine' })).toBe('sent')
    expect(await addNote($account.get(), read, 'Mine')).toBe('sent')
    expect(await now(read.id)).toMatchObject({ budget: 'theirs', timeline: 'mine', notes: 'Theirs\nMine' })
  })

  it('refuses a field that both changed, with the current lead', async () => {
    const read = await colleague({ budget: 'theirs again' })
    const error = await updateLead($account.get(), read, { budget: 'mine' }).catch(
      (reason: unknown) => reason,
    )
    expect(currentLeadOf(error)).toMatchObject({ id: read.id, budget: 'theirs again' })
    expect((await now(read.id))?.budget).toBe('theirs again')
  })
})

describe('without browser storage', () => {
  it('changes are sent, and fail visibly without a network', async () => {
    vi.stubGlobal('indexedDB', undefined)
    const account = $account.get()
    const { leadId, outcome } = await createLead(account, { contact_name: 'Direct' })
    expect(outcome).toBe('sent')
    expect(listed(leadId)?.contact_name).toBe('Direct')
    const made = listed(leadId) as Lead
    expect(await updateLead(account, made, { contact_name: 'Changed' })).toBe('sent')
    network.plan(faults.drop)
    await expect(updateLead(account, made, { contact_name: 'Lost' })).rejects.toMatchObject({
      name: 'StorageError',
    })
    expect(listed(leadId)?.contact_name).toBe('Changed')
    expect($outbox.get()).toEqual({ entries: [], text: null, removals: [] })
    expect(await countWaiting('user_owner')).toBe(0)
  })
})
