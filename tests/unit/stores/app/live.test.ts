import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { record, SYSTEM } from '../../../../server/activity/record.ts'
import { fetchActivity } from '../../../../src/api/activity.ts'
import { configure } from '../../../../src/api/client.ts'
import { fetchInbox } from '../../../../src/api/conversations.ts'
import { listenToLeadEvents } from '../../../../src/api/events.ts'
import { upcomingJobs } from '../../../../src/domain/leads/bookings.ts'
import { startLive } from '../../../../src/stores/app/live.ts'
import {
  $bookedLead,
  $conversationEvent,
  $newLead,
  type NewLead,
} from '../../../../src/stores/base/live/live.ts'
import { organizationQuery } from '../../../../src/stores/base/query/query.ts'
import { $allLeads } from '../../../../src/stores/leads/list.ts'
import { $tasks } from '../../../../src/stores/leads/tasks.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, sayInChat } from '../../../support/visitor.ts'

const GREEN = 'org_greenacres'
const OWNER = 'owner@fieldhand.test'

const server = await sharedServer()

/** Resolves for each stream that the server starts. */
let begun: PromiseWithResolvers<void>

beforeEach(() => {
  begun = Promise.withResolvers()
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: async (request) => {
      const response = await server.app.api.fetch(request)
      if (request.url.endsWith('/events')) begun.resolve()
      return response
    },
    getToken: () => server.tokenFor(OWNER, GREEN),
  })
  signInTo(GREEN)
})
afterEach(() => {
  signOutNow()
  configure()
})

/** A visitor who chats until the agent has a lead. */
async function leaveLead(name: string, phone: string): Promise<void> {
  const post = async (path: string, body: unknown, token?: string) => {
    const response = await server.fetchApi(path, {
      as: null,
      method: 'POST',
      body: JSON.stringify(body),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    })
    expect(response.status).toBeLessThan(300)
    return response.json() as Promise<{ conversation_id: string; visitor_token: string }>
  }
  const chat = await post(`/api/v1/widget/${GREEN}/conversations`, {})
  const path = `/api/v1/widget/conversations/${chat.conversation_id}/messages`
  for (const content of [`I need lawn mowing`, `My name is ${name}`, `My phone is ${phone}`]) {
    await post(path, { client_id: content, content }, chat.visitor_token)
  }
}

/** Returns the next values of a store that match, one after the other. */
function next<Value>(
  $store: { listen: (listener: (value: Value) => void) => () => void },
  is: (value: Value) => boolean,
): Promise<Value> {
  return new Promise((resolve) => {
    const stop = $store.listen((value) => {
      if (!is(value)) return
      stop()
      resolve(value)
    })
  })
}

it('adds the leads of two visitors to the list', async () => {
  onTestFinished($allLeads.listen(() => {}))
  await next($allLeads, ({ data }) => data?.length === 60)
  onTestFinished(startLive())
  await begun.promise

  for (const [index, name] of ['Grace Hopper', 'Alan Turing'].entries()) {
    const announced = next<NewLead | null>($newLead, (lead) => lead !== null)
    const listed = next($allLeads, ({ data }) => data?.length === 61 + index)
    server.clock.advance(1_000)
    await leaveLead(name, `(555) 010-123${index}`)
    const lead = await announced
    expect(lead?.contactName).toBe(name)
    expect((await listed).data?.[0]).toMatchObject({ id: lead?.leadId })
  }
})

it('announces a visitor’s message, and reloads the list of conversations', async () => {
  const $inbox = organizationQuery({ kind: 'inbox', read: (id, signal) => fetchInbox(id, {}, signal) })
  onTestFinished($inbox.listen(() => {}))
  const { data: before } = await next($inbox, ({ status }) => status === 'ready')
  onTestFinished(startLive())
  await begun.promise
  const changed = next($conversationEvent, (event) => event?.type === 'conversation_changed')
  const listed = next($inbox, ({ data }) => data?.conversations[0]?.id !== before?.conversations[0]?.id)
  server.clock.advance(1_000)
  const session = await beginChat(server, GREEN)
  await sayInChat(server, session, 'Hello')
  expect(await changed).toMatchObject({ conversation_id: session.conversation_id })
  expect((await listed).data?.conversations[0]?.id).toBe(session.conversation_id)
})

it('reloads the history of a lead whose call has changed', async () => {
  const lead = await server.deps.db
    .selectFrom('leads')
    .select(['id', 'prospect_name'])
    .where('organization_id', '=', GREEN)
    .executeTakeFirstOrThrow()
  const $history = organizationQuery({
    kind: 'activity',
    read: (id, signal) => fetchActivity(id, lead.id, signal),
  })
  onTestFinished($history.listen(() => {}))
  const { data: before } = await next($history, ({ status }) => status === 'ready')
  onTestFinished(startLive())
  await begun.promise
  const reloaded = next($history, ({ data }) => data?.events.length === (before?.events.length ?? 0) + 1)
  const at = server.clock.now()
  const about = { organizationId: GREEN, leadId: lead.id, at, actor: SYSTEM }
  await record(server.deps.db, about, [{ type: 'canceled', data: { start: at.toISOString() } }])
  const publish = await server.deps.events.publishWithin(server.deps.db, GREEN, {
    ...{ type: 'booking_changed', event_type: 'booking_changed', booking_start_time: null },
    ...{ lead_id: lead.id, contact_name: lead.prospect_name },
  })
  publish()
  expect((await reloaded).data?.events.at(-1)).toMatchObject({ type: 'canceled' })
})

describe('what a colleague does is shown at once', () => {
  const change = async (method: string, path: string, body?: object) => {
    const response = await server.fetchApi(`/api/v1/organizations/${GREEN}/${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
  }

  /** Opens the list, and returns its first lead with a call. */
  async function openList() {
    onTestFinished($allLeads.listen(() => {}))
    onTestFinished($tasks.listen(() => {}))
    await eventually(() => expect($allLeads.get().data && $tasks.get().data).toBeDefined())
    onTestFinished(startLive())
    await begun.promise
    const [lead] = upcomingJobs($allLeads.get().data ?? [], server.clock.now())
    if (!lead) throw new Error('There is no lead with a call')
    return lead
  }
  const shown = (id: string) => $allLeads.get().data?.find((each) => each.id === id)

  it('a moved call, which no toast announces as a booking, and a new status', async () => {
    const { id, booking_start_time } = await openList()
    const booking = vi.fn()
    onTestFinished($bookedLead.listen(booking))
    const start = new Date(Date.parse(booking_start_time ?? '') + 50 * 86_400_000).toISOString()
    server.clock.advance(1_000)
    await change('PUT', `leads/${id}`, { booking_start_time: start })
    await eventually(() => expect(shown(id)?.booking_start_time).toBe(start))
    await change('PUT', `leads/${id}/status?status=lost`)
    await eventually(() => expect(shown(id)?.status).toBe('lost'))
    expect(booking).not.toHaveBeenCalled()
  })

  it('a task, and that the lead is deleted', async () => {
    const { id } = await openList()
    const ownTasks = () =>
      $tasks
        .get()
        .data?.filter(({ lead_id }) => lead_id === id)
        .map(({ text }) => text)
    await change('POST', `leads/${id}/tasks`, { text: 'Bring a ladder', due_at: '2026-12-01T15:00:00.000Z' })
    await eventually(() => expect(ownTasks()).toContain('Bring a ladder'))
    await change('DELETE', `leads/${id}`)
    await eventually(() => expect(shown(id)).toBeUndefined())
  })
})

it('frees the stream on the server when it stops', async () => {
  let open = 0
  const { subscribe } = server.deps.events
  const left = Promise.withResolvers<void>()
  server.deps.events.subscribe = (organizationId, listener) => {
    open += 1
    const leave = subscribe(organizationId, listener)
    return () => {
      open -= 1
      leave()
      left.resolve()
    }
  }
  const stop = startLive()
  await begun.promise
  await expect.poll(() => open).toBe(1)
  stop()
  await left.promise
  expect(open).toBe(0)
  server.deps.events.subscribe = subscribe
})

it('refuses a non-member', async () => {
  const listening = listenToLeadEvents({
    organizationId: 'org_rivalmowing',
    signal: new AbortController().signal,
    onOpen: () => expect.unreachable(),
    onEvent: () => expect.unreachable(),
  })
  await expect(listening).rejects.toMatchObject({ name: 'ApiError', status: 403 })
})
