import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { issueSessionToken } from '../../../dev/identity/tokens.ts'
import { createApp } from '../../../server/app/app.ts'
import { MEMBER_STREAMS } from '../../../server/http/streams.ts'
import { HEARTBEAT_MS, MAX_WAITING, STREAMS_PER_USER } from '../../../server/live/routes.ts'
import { LEAD_EVENTS_PATH, type LeadEvent } from '../../../src/contract/events.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { call, FRESH, GREEN, withoutMembership } from '../../support/api.ts'
import { publish } from '../../support/publish.ts'
import { sharedServer, TEST_NOW } from '../../support/server.ts'

/** The first message of a stream. */
const FIRST = { type: 'heartbeat', quiet_ms: expect.any(Number) }

/** How long a token of the demo owner is valid, in milliseconds. */
const TOKEN_MS = 60_000

const server = await sharedServer()
let token: string
let listeners: number

beforeAll(async () => {
  token = await server.tokenFor('owner@fieldhand.test')
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server.clock.set(TEST_NOW)
  listeners = 0
  const { subscribe } = server.deps.events
  vi.spyOn(server.deps.events, 'subscribe').mockImplementation((organizationId, listener) => {
    const leave = subscribe(organizationId, listener)
    listeners += 1
    return () => {
      listeners -= 1
      leave()
    }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (orgId = FRESH, bearer = token) =>
  server.fetchApi(LEAD_EVENTS_PATH.replace(':orgId', orgId), {
    as: null,
    headers: { Authorization: `Bearer ${bearer}`, 'Accept-Encoding': 'gzip, br' },
  })

/** Advances the clock and the timers. */
async function pass(ms: number): Promise<void> {
  server.clock.advance(ms)
  await vi.advanceTimersByTimeAsync(ms)
}

/** Creates a session of the demo owner and returns a token of it. */
async function signIn() {
  const { db } = server.deps
  const id = `sess_${Math.random()}`
  const client = {
    id: `client_${id}`,
    secret_hash: id,
    sign_in_id: null,
    sign_up_id: null,
    last_session_id: null,
  }
  const times = { created_at: TEST_NOW, updated_at: TEST_NOW }
  await db
    .insertInto('identity_clients')
    .values({ ...client, ...times })
    .execute()
  const session = { id, client_id: client.id, user_id: 'user_owner', organization_id: FRESH }
  await db
    .insertInto('identity_sessions')
    .values({ ...session, ...times, status: 'active', last_active_at: TEST_NOW })
    .execute()
  return {
    token: await issueSessionToken(server.deps, { userId: 'user_owner', sessionId: id }),
    end: () => db.updateTable('identity_sessions').set({ status: 'ended' }).where('id', '=', id).execute(),
  }
}

/** Returns tokens of new members of an organization, one each. */
async function memberTokens(organizationId: string, count: number): Promise<string[]> {
  const { db } = server.deps
  const owner = await db
    .selectFrom('identity_users')
    .selectAll()
    .where('id', '=', 'user_owner')
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, (_, index) => `user_${organizationId}_${index}`)
  await db
    .insertInto('identity_users')
    .values(ids.map((id) => ({ ...owner, id, email: `${id}@fieldhand.test` })))
    .execute()
  await db
    .insertInto('identity_memberships')
    .values(
      ids.map((id) => ({
        id: `orgmem_${id}`,
        organization_id: organizationId,
        user_id: id,
        role: 'org:member' as const,
        created_at: TEST_NOW,
        updated_at: TEST_NOW,
      })),
    )
    .execute()
  return Promise.all(ids.map((id) => issueSessionToken(server.deps, { userId: id, sessionId: `sess_${id}` })))
}

/** Reads a stream event by event. */
function readerOf(response: Response) {
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return {
    async next(): Promise<LeadEvent | 'end'> {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read()
        if (done) return 'end'
        text += value
      }
      const [event = '', ...rest] = text.split('\n\n')
      text = rest.join('\n\n')
      expect(event).toMatch(/^data: \{.*\}$/)
      return JSON.parse(event.slice('data: '.length))
    },
    close: () => reader.cancel(),
  }
}

describe('the live stream', () => {
  it('opens immediately and sends new leads, one line each', async () => {
    const response = await open()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('cache-control')).toContain('no-cache')
    const stream = readerOf(response)
    expect(await stream.next()).toEqual(FIRST)
    const name = 'Ada\nPark\r\n\ndata: {"type":"error"}'
    const { body } = await call(server, createLead, {
      params: { orgId: FRESH },
      body: { contact_name: name },
    })
    expect(await stream.next()).toEqual({
      type: 'lead_created',
      event_type: 'lead_created',
      lead_id: body.id,
      contact_name: name,
    })
    await stream.close()
  })

  it('begins with the time for which the organization has had no event', async () => {
    const publishedAt = performance.now()
    await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Ada' } })
    const quietMs = async (orgId: string) => {
      const stream = readerOf(await open(orgId))
      const first = await stream.next()
      await stream.close()
      return first !== 'end' && first.type === 'heartbeat' ? first.quiet_ms : undefined
    }
    expect(await quietMs(FRESH)).toBeLessThanOrEqual(performance.now() - publishedAt)
    expect(await quietMs(GREEN)).toBeGreaterThan(performance.now() - publishedAt)
  })

  it('sends nothing of another organization', async () => {
    const stream = readerOf(await open(FRESH))
    await stream.next()
    await call(server, createLead, { params: { orgId: GREEN }, body: { contact_name: 'Theirs' } })
    await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Ours' } })
    expect(await stream.next()).toMatchObject({ contact_name: 'Ours' })
    await stream.close()
  })

  it('sends a heartbeat every 15 seconds', async () => {
    expect(HEARTBEAT_MS).toBe(15_000)
    const stream = readerOf(await open())
    await stream.next()
    for (let beat = 0; beat < 2; beat += 1) {
      await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
      expect(await stream.next()).toEqual({ type: 'heartbeat' })
    }
    await stream.close()
  })

  it('forwards connection errors between servers', async () => {
    const stream = readerOf(await open())
    await stream.next()
    await publish(server.deps, FRESH, { type: 'error', message: 'Interrupted' })
    expect(await stream.next()).toEqual({ type: 'error', message: 'Interrupted' })
    await stream.close()
  })

  it('ends within one heartbeat for a removed member', async () => {
    const stream = readerOf(await open())
    await stream.next()
    await withoutMembership(server, FRESH, async () => {
      await pass(HEARTBEAT_MS)
      expect(await stream.next()).toEqual({ type: 'error', message: 'Your access has ended' })
      expect(await stream.next()).toBe('end')
    })
    await expect.poll(() => listeners).toBe(0)
  })

  it('ends within one heartbeat for a signed-out session', async () => {
    const session = await signIn()
    const stream = readerOf(await open(FRESH, session.token))
    await stream.next()
    await session.end()
    await pass(HEARTBEAT_MS)
    expect(await stream.next()).toEqual({ type: 'error', message: 'Your access has ended' })
    expect(await stream.next()).toBe('end')
  })

  it('sends no lead to a signed-out session', async () => {
    const session = await signIn()
    const stream = readerOf(await open(FRESH, session.token))
    await stream.next()
    await session.end()
    await call(server, createLead, { params: { orgId: FRESH }, body: { contact_name: 'Secret' } })
    expect(await stream.next()).toEqual({ type: 'error', message: 'Your access has ended' })
    expect(await stream.next()).toBe('end')
  })

  it('checks the access once for all waiting messages, and again for later ones', async () => {
    const directory = server.deps.directory
    if (!directory) throw new Error('The server has no directory')
    const stream = readerOf(await open())
    await stream.next()
    const { events, db } = server.deps
    const type = 'conversation_changed'
    const changed = { type, event_type: type, conversation_id: 'conv_1', status: 'agent', unread: 1 } as const
    const deliver = await events.publishWithin(db, FRESH, changed)
    const { roleOf } = directory
    const check = vi.spyOn(directory, 'roleOf').mockImplementationOnce(async (member) => {
      deliver()
      return roleOf(member)
    })
    for (let count = 0; count < 500; count += 1) deliver()
    for (let count = 0; count < 501; count += 1) expect(await stream.next()).toEqual(changed)
    expect(check).toHaveBeenCalledTimes(2)
    await stream.close()
  })

  it('requests renewal before its token expires', async () => {
    const stream = readerOf(await open())
    expect(await stream.next()).toEqual(FIRST)
    await pass(HEARTBEAT_MS)
    expect(await stream.next()).toEqual({ type: 'heartbeat' })
    await pass(HEARTBEAT_MS)
    expect(await stream.next()).toEqual({ type: 'heartbeat' })
    await pass(HEARTBEAT_MS)
    expect(await stream.next()).toEqual({ type: 'heartbeat', renew: true })
    await stream.close()
  })

  it('ends when its token expires', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stream = readerOf(await open())
    expect(await stream.next()).toEqual(FIRST)
    await pass(TOKEN_MS - 1)
    expect(listeners).toBe(1)
    await pass(1)
    expect(await stream.next()).toBe('end')
    expect(listeners).toBe(0)
  })

  it('is limited per user: another one ends the one whose token expires first', async () => {
    const late = readerOf(await open())
    server.clock.advance(1_000)
    const fresh = await server.tokenFor('owner@fieldhand.test')
    const others = []
    for (let count = 1; count < STREAMS_PER_USER; count += 1) others.push(readerOf(await open(GREEN, fresh)))
    expect(listeners).toBe(STREAMS_PER_USER)
    const another = await open(FRESH, fresh)
    expect(another.status).toBe(200)
    expect(await late.next()).toEqual(FIRST)
    expect(await late.next()).toBe('end')
    expect(listeners).toBe(STREAMS_PER_USER)
    await Promise.all([another.body?.cancel(), ...others.map((other) => other.close())])
    await expect.poll(() => listeners).toBe(0)
  })

  it('reports and ends if it cannot subscribe', async () => {
    vi.spyOn(server.deps.events, 'subscribe').mockImplementation(() => {
      throw new Error('postgres://user:secret@host is gone')
    })
    const stream = readerOf(await open())
    expect(await stream.next()).toEqual({ type: 'error', message: 'Live updates are interrupted' })
    expect(await stream.next()).toBe('end')
  })

  it('releases everything when the client leaves', async () => {
    const streams = await Promise.all(Array.from({ length: STREAMS_PER_USER }, () => open()))
    const readers = streams.map(readerOf)
    await Promise.all(readers.map((reader) => reader.next()))
    expect([listeners, vi.getTimerCount()]).toEqual([STREAMS_PER_USER, STREAMS_PER_USER])
    await Promise.all(readers.map((reader) => reader.close()))
    await expect.poll(() => [listeners, vi.getTimerCount()]).toEqual([0, 0])
  })

  it('closes the stream of a client that does not read', async () => {
    const response = await open()
    await expect.poll(() => listeners).toBe(1)
    const event = { type: 'error', message: 'x' } as const
    for (let sent = 0; sent < 2 * MAX_WAITING; sent += 1) await publish(server.deps, FRESH, event)
    await expect.poll(() => listeners).toBe(0)
    await response.body?.cancel()
  })

  it('is limited per organization', async () => {
    const { perOrganization } = MEMBER_STREAMS
    const tokens = await memberTokens(FRESH, Math.ceil(perOrganization / STREAMS_PER_USER))
    const streams: Response[] = []
    while (streams.length < perOrganization) {
      const some = tokens.slice(0, perOrganization - streams.length)
      streams.push(...(await Promise.all(some.map((each) => open(FRESH, each)))))
    }
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toEqual({ message: 'Too many live streams are open for this organization' })
    const other = await open(GREEN)
    expect(other.status).toBe(200)
    await Promise.all([...streams, other].map(({ body }) => body?.cancel()))
    await expect.poll(() => listeners).toBe(0)
    const again = await open()
    expect(again.status).toBe(200)
    await again.body?.cancel()
  })

  it('is limited per network address, and a request without a body opens none', async () => {
    const app = createApp(server.deps, { ...server.standIns, streamLimits: { perAddress: 2 } })
    const from = (address: string, orgId: string, method = 'GET') =>
      app.api.request(LEAD_EVENTS_PATH.replace(':orgId', orgId), {
        method,
        headers: { Authorization: `Bearer ${token}`, 'X-Forwarded-For': address },
      })
    for (let count = 0; count < 3; count += 1) {
      expect((await from('203.0.113.1', FRESH, 'HEAD')).status).toBe(200)
    }
    expect(listeners).toBe(0)
    const streams = [await from('203.0.113.1', FRESH), await from('203.0.113.1', GREEN)]
    const refused = await from('203.0.113.1', FRESH)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toEqual({ message: 'Too many live streams are open from your network' })
    streams.push(await from('203.0.113.2', FRESH))
    await streams[0]?.body?.cancel()
    await expect.poll(() => listeners).toBe(2)
    streams.push(await from('203.0.113.1', FRESH))
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(streams.slice(1).map(({ body }) => body?.cancel()))
  })
})
