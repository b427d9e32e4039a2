import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Kysely } from 'kysely'
import { seedDemo } from '../dev/demo/seed.ts'
import { addMember } from '../dev/identity/membership.ts'
import { issueSessionToken } from '../dev/identity/tokens.ts'
import { readConfig } from '../server/app/config.ts'
import { newId } from '../server/base/ids.ts'
import { openDatabase } from '../server/db/open.ts'
import type { Database } from '../server/db/schema.ts'
import { DAY_MS } from '../src/domain/time/durations.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { SERVER_CONSOLE, type Servers, startServers } from '../tests/support/servers.ts'
import { spread } from './statistics.ts'
import { addressOf, ORGANIZATION, SAYINGS, VISITORS } from './visitors.ts'

const COUNTS = [1, 3]
const STREAMS = 30
const OWNER_ID = 'user_owner'
const LISTENERS = Array.from({ length: STREAMS }, (_, index) => `user_listener${index}`)
const READERS = 3
/** More messages than one conversation may send in ten seconds (server/widget/visitor-limits.ts). */
const FLOOD = 40
const STALE_LEADS = 500
/** Leads without changes for longer than this are marked as lost (server/leads/stale-leads.ts). */
const STALE_DAYS = 40
/** One server is killed once this share of the visitors' messages has been acknowledged. */
const KILL_AFTER = 0.3
const MOST_ATTEMPTS = 30
const PAUSE_MS = 250

type TokenOf = (userId?: string) => Promise<string>
const pause = () => new Promise((wake) => setTimeout(wake, PAUSE_MS))
const json = { 'Content-Type': 'application/json' }

/** The results of one run; times in milliseconds. */
interface Tally {
  latencies: number[]
  acknowledged: number
  repeated: number
  lost: number
  doubled: number
  reads: number[]
  failedReads: number
}

/** Sends a message like the chat page: if there is no response, resends it with the same ID. */
async function insistently<Reply>(tally: Tally, url: string, init: RequestInit): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    const start = performance.now()
    const response = await fetch(url, init).catch(() => null)
    const reply = response?.ok ? await response.json().catch(() => null) : null
    if (reply !== null) {
      tally.latencies.push(performance.now() - start)
      return reply as Reply
    }
    const status = response?.status ?? 0
    await response?.text().catch(() => '')
    if ((status >= 400 && status < 500 && status !== 429) || attempt >= MOST_ATTEMPTS) {
      throw new Error(`${init.method ?? 'GET'} ${url}: ${status}`)
    }
    tally.repeated += 1
    await pause()
  }
}

interface Session {
  conversation_id: string
  visitor_token: string
}
interface History {
  messages: { id: string; message_type: string; content: string }[]
}

async function begin(
  api: string,
  tally: Tally,
  visitor: number,
): Promise<{ url: string; headers: Record<string, string> }> {
  const from = { ...json, 'X-Forwarded-For': addressOf(visitor) }
  const root = `${api}/api/v1/widget`
  const { conversation_id: id, visitor_token: token } = await insistently<Session>(
    tally,
    `${root}/${ORGANIZATION}/conversations`,
    { method: 'POST', headers: from, body: '{}' },
  )
  return { url: `${root}/conversations/${id}`, headers: { ...from, Authorization: `Bearer ${token}` } }
}

/** Plays one visitor's whole chat. Records whether all of it is stored exactly once. */
async function visit(api: string, tally: Tally, visitor: number, acknowledge: () => void): Promise<void> {
  const { url, headers } = await begin(api, tally, visitor)
  const ids = new Set<string>()
  for (const [index, content] of SAYINGS.entries()) {
    const body = JSON.stringify({ client_id: `bench-${index}`, content })
    const { messages } = await insistently<History>(tally, `${url}/messages`, {
      method: 'POST',
      headers,
      body,
    })
    for (const { id } of messages) ids.add(id)
    tally.acknowledged += 1
    acknowledge()
  }
  const { messages } = await insistently<History>({ ...tally, latencies: [] }, url, { headers })
  const stored = new Set(messages.map(({ id }) => id))
  tally.lost += [...ids].filter((id) => !stored.has(id)).length
  for (const content of SAYINGS) {
    const times = messages.filter((each) => each.message_type === 'incoming' && each.content === content)
    tally.lost += times.length === 0 ? 1 : 0
    tally.doubled += Math.max(0, times.length - 1)
  }
}

/** Opens the live stream of the organization. Throws if it is refused. */
async function openEvents(api: string, token: string, signal: AbortSignal) {
  const headers = { Authorization: `Bearer ${token}`, 'X-Organization-ID': ORGANIZATION }
  const url = `${api}/api/v1/organizations/${ORGANIZATION}/leads/events`
  const { body, ok } = await fetch(url, { headers, signal })
  if (!ok || !body) throw new Error('refused')
  return body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
}

/** Simulates an owner's open console: receives new leads until stopped, and reconnects when the stream breaks. */
function listen(api: string, tokenOf: () => Promise<string>) {
  const received = new Map<string, number>()
  const end = new AbortController()
  let breaks = -1
  const { promise: opened, resolve: open } = Promise.withResolvers<void>()
  const run = async () => {
    while (!end.signal.aborted) {
      try {
        const events = await openEvents(api, await tokenOf(), end.signal)
        breaks += 1
        for await (const { data } of events) {
          open()
          const { type, lead_id } = JSON.parse(data) as { type: string; lead_id?: string }
          if (type === 'lead_created' && lead_id) received.set(lead_id, (received.get(lead_id) ?? 0) + 1)
        }
      } catch {
        if (!end.signal.aborted) await pause()
      }
    }
  }
  const ended = run()
  return {
    received,
    opened,
    breaks: () => breaks,
    stop: () => {
      end.abort()
      return ended
    },
  }
}

/** Reads the list of leads repeatedly until stopped. */
function read(api: string, tokenOf: TokenOf, tally: Tally) {
  let isOver = false
  const run = async () => {
    while (!isOver) {
      const headers = { Authorization: `Bearer ${await tokenOf()}`, 'X-Organization-ID': ORGANIZATION }
      const start = performance.now()
      const answer = await fetch(`${api}/api/v1/organizations/${ORGANIZATION}/leads`, { headers }).catch(
        () => null,
      )
      const leads = answer?.ok ? await answer.json().catch(() => null) : null
      if (leads) tally.reads.push(performance.now() - start)
      else tally.failedReads += 1
      await pause()
    }
  }
  const ended = run()
  return () => {
    isOver = true
    return ended
  }
}

/** Returns how many simultaneous messages in one conversation are accepted. */
async function flood(api: string, tally: Tally): Promise<number> {
  const { url, headers } = await begin(api, tally, VISITORS)
  const statuses = await Promise.all(
    Array.from({ length: FLOOD }, async (_, index) => {
      const body = JSON.stringify({ client_id: `flood-${index}`, content: 'Mowing' })
      const answer = await fetch(`${url}/messages`, { method: 'POST', headers, body })
      await answer.text()
      return answer.status
    }),
  )
  return statuses.filter((status) => status === 200).length
}

/** Adds one member for each stream, because the number of streams of one member is limited (server/live/routes.ts). */
async function addListeners(db: Kysely<Database>): Promise<void> {
  const owner = await db
    .selectFrom('identity_users')
    .selectAll()
    .where('id', '=', OWNER_ID)
    .executeTakeFirstOrThrow()
  const users = LISTENERS.map((id) => ({ ...owner, id, email: `${id}@fieldhand.test` }))
  await db.insertInto('identity_users').values(users).execute()
  await db.transaction().execute(async (tx) => {
    for (const userId of LISTENERS)
      await addMember(tx, { organizationId: ORGANIZATION, userId, role: 'org:member', now: new Date() })
  })
}

/** Adds the demo data with stale leads for the daily job, before any server runs. */
async function prepare(databaseUrl: string) {
  const config = readConfig({ PUBLIC_CONSOLE_URL: SERVER_CONSOLE, DATABASE_URL: databaseUrl })
  const { db, close } = await openDatabase(databaseUrl)
  const clock = () => new Date()
  await seedDemo({ db, clock })
  const old = new Date(Date.now() - STALE_DAYS * DAY_MS)
  const stale = Array.from({ length: STALE_LEADS }, () => ({
    id: newId('lead'),
    organization_id: 'org_rivalmowing',
    source: 'bench',
    status: 'new' as const,
    extracted_metadata: '{}',
    created_at: old,
    updated_at: old,
  }))
  await db.insertInto('leads').values(stale).execute()
  await addListeners(db)
  const tokenOf: TokenOf = (userId = OWNER_ID) =>
    issueSessionToken(
      { db, config, clock },
      {
        userId,
        sessionId: newId('sess'),
        organizationId: ORGANIZATION,
        azp: SERVER_CONSOLE,
      },
    )
  const staleLeft = async () =>
    (
      await db
        .selectFrom('leads')
        .select('id')
        .where('source', '=', 'bench')
        .where('status', '=', 'new')
        .execute()
    ).length
  return { tokenOf, staleLeft, close }
}

async function load(servers: Servers, tokenOf: TokenOf, count: number): Promise<string[]> {
  const { api } = servers
  const tally: Tally = {
    latencies: [],
    acknowledged: 0,
    repeated: 0,
    lost: 0,
    doubled: 0,
    reads: [],
    failedReads: 0,
  }
  const streams = LISTENERS.map((userId) => listen(api, () => tokenOf(userId)))
  await Promise.all(streams.map(({ opened }) => opened))
  const stopReaders = Array.from({ length: READERS }, () => read(api, tokenOf, tally))

  const killAt = count > 1 ? Math.floor(VISITORS * SAYINGS.length * KILL_AFTER) : Number.POSITIVE_INFINITY
  const start = performance.now()
  await Promise.all(
    Array.from({ length: VISITORS }, (_, visitor) =>
      visit(api, tally, visitor, () => {
        if (tally.acknowledged === killAt) servers.kill(count - 1)
      }),
    ),
  )
  const seconds = (performance.now() - start) / 1000
  await Promise.all(stopReaders.map((stop) => stop()))
  const { latencies, reads } = tally
  const through = await flood(api, tally)
  await Promise.all(streams.map(({ stop }) => stop()))

  const whole = streams.filter(({ breaks }) => breaks() === 0)
  const missed = whole.reduce((sum, { received }) => sum + Math.max(0, VISITORS - received.size), 0)
  const twice = streams.reduce(
    (sum, { received }) => sum + [...received.values()].filter((n) => n > 1).length,
    0,
  )
  if (tally.lost + tally.doubled > 0) {
    throw new Error(`${tally.lost} messages lost, ${tally.doubled} stored twice`)
  }
  return [
    `${count}${count > 1 ? ', one killed' : ''}`,
    `${tally.acknowledged} in ${seconds.toFixed(1)} s`,
    spread(latencies),
    `${tally.lost}, ${tally.doubled}`,
    String(tally.repeated),
    `${reads.length}: ${spread(reads)}`,
    String(tally.failedReads),
    `${whole.length} of ${STREAMS}`,
    `${missed}, ${twice}`,
    `${through} of ${FLOOD}`,
  ]
}

const HEAD = [
  'servers',
  'visitors’ messages',
  'ms: median, 95%, 99%',
  'lost, stored twice',
  'resent',
  'loading leads, ms',
  'failed loads',
  'unbroken streams',
  'events missed there, received twice',
  'accepted of a flood',
  'stale leads left new',
]

/**
 * Runs 200 simultaneous visitors on one server, and on three behind nginx, one of which is killed, while owners
 * listen and read. All servers share one PostgreSQL. Prints a table, and fails if a message is lost or stored twice.
 */
export async function measureInstances(): Promise<void> {
  const rows: string[][] = []
  for (const count of COUNTS) {
    let reason = ''
    const postgres = await startPostgres((why) => {
      reason = why
    })
    if (!postgres) throw new Error(reason)
    const { tokenOf, staleLeft, close } = await prepare(postgres.url)
    let servers: Servers | null = null
    try {
      servers = await startServers(postgres.url, count)
      rows.push([...(await load(servers, tokenOf, count)), `${await staleLeft()} of ${STALE_LEADS}`])
    } finally {
      await servers?.stop()
      await close()
      await postgres.stop()
    }
  }
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`
  process.stdout.write(`\n${line(HEAD)}|${'---|'.repeat(HEAD.length)}\n${rows.map(line).join('')}`)
}
