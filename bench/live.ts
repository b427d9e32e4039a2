import { EventSourceParserStream } from 'eventsource-parser/stream'
import { seedDemo } from '../dev/demo/seed.ts'
import { issueSessionToken } from '../dev/identity/tokens.ts'
import { used } from '../scripts/lib/processes.ts'
import { readConfig } from '../server/app/config.ts'
import { newId } from '../server/base/ids.ts'
import { openDatabase } from '../server/db/open.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { SERVER_CONSOLE, startServers } from '../tests/support/servers.ts'
import { spread } from './statistics.ts'
import { addressOf, ORGANIZATION, VISITORS } from './visitors.ts'

const SERVERS = 3
const RACES = Number(process.env.BENCH_RACES || 1_000)
const AT_ONCE = 10
const STREAMS = Number(process.env.BENCH_STREAMS || 2_000)
/** The number of members. There are several because the number of changes per minute and member is limited. */
const MEMBERS = 20
/** The time between two messages in the latency measurement, in ms: 200 visitors who type at a human pace. */
const PACE_MS = 50

interface Session {
  conversation_id: string
  visitor_token: string
  address: string
}
type Token = (index: number) => Promise<string>
/** Long enough for a heartbeat of every stream. */
const IDLE_MS = 20_000
const json = { 'Content-Type': 'application/json' }
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

async function post(url: string, headers: Record<string, string>, body: object): Promise<Response> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return answer
}

function world(api: string, token: Token) {
  const root = `${api}/api/v1/widget`
  return {
    async begin(visitor: number): Promise<Session> {
      const address = addressOf(visitor)
      const from = { 'X-Forwarded-For': address }
      const started = await post(`${root}/${ORGANIZATION}/conversations`, from, {})
      return { ...((await started.json()) as Session), address }
    },
    say: ({ conversation_id, visitor_token, address }: Session, content: string) =>
      post(
        `${root}/conversations/${conversation_id}/messages`,
        { Authorization: `Bearer ${visitor_token}`, 'X-Forwarded-For': address },
        { client_id: newId('m'), content },
      ),
    reply: async ({ conversation_id }: Session, content: string, index: number) =>
      post(
        `${api}/api/v1/organizations/${ORGANIZATION}/conversations/${conversation_id}/messages`,
        { Authorization: `Bearer ${await token(index)}` },
        { client_id: newId('r'), message_type: 'outgoing', content, take: true },
      ),
  }
}

/** Follows an event stream until `end`. Resolves after its first event. */
async function follow(
  url: string,
  headers: Record<string, string>,
  end: AbortSignal,
  take: (event: { type: string; message?: { content: string }; conversation_id?: string }) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { body, ok, status } = await fetch(url, { headers, signal: end })
  if (!ok || !body) throw new Error(`${url}: ${status}`)
  const events = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
  void (async () => {
    for await (const { data } of events) {
      take(JSON.parse(data))
      resolve()
    }
  })().catch(() => undefined)
  return promise
}

const shown = (values: readonly number[]) => `${spread(values, [0.5, 0.99])} (${values.length})`

/**
 * Measures PostgreSQL with three servers behind nginx: races between a member's reply and the agent's; the latency
 * from a reply to the visitor's stream and from a visitor's message to the owner's, with 200 visitors; and open visitor
 * streams. Fails if a race is lost.
 */
export async function measureLive(): Promise<void> {
  let reason = ''
  const postgres = await startPostgres((why) => {
    reason = why
  })
  if (!postgres) throw new Error(reason)
  const config = readConfig({ PUBLIC_CONSOLE_URL: SERVER_CONSOLE, DATABASE_URL: postgres.url })
  const { db, close } = await openDatabase(postgres.url)
  const clock = () => new Date()
  await seedDemo({ db, clock })
  const now = clock()
  const times = { created_at: now, updated_at: now }
  const members = Array.from({ length: MEMBERS }, (_, index) => `user_bench${index}`)
  await db
    .insertInto('identity_users')
    .values(members.map((id) => ({ id, email: `${id}@fieldhand.test`, email_id: `${id}_mail`, ...times })))
    .execute()
  await db
    .insertInto('identity_memberships')
    .values(
      members.map((id) => ({ id, user_id: id, organization_id: ORGANIZATION, role: 'org:member', ...times })),
    )
    .execute()
  const token: Token = (index) =>
    issueSessionToken(
      { db, config, clock },
      {
        userId: members[index % MEMBERS] ?? '',
        sessionId: newId('sess'),
        organizationId: ORGANIZATION,
        azp: SERVER_CONSOLE,
      },
    )
  const servers = await startServers(postgres.url, SERVERS)
  const { begin, say, reply } = world(servers.api, token)
  const end = new AbortController()
  try {
    let agentAfter = 0
    let lost = 0
    let doubled = 0
    let personFirst = 0
    const race = async (index: number) => {
      const session = await begin(index)
      await say(session, 'Lawn mowing')
      const wait = (index % 12) * 2
      await Promise.all([
        say(session, 'my name is Jane'),
        pause(wait).then(() => reply(session, 'A person here', index)),
      ])
      const rows = await db
        .selectFrom('messages')
        .select(['author', 'content', 'position'])
        .where('conversation_id', '=', session.conversation_id)
        .orderBy('position')
        .execute()
      const taken = rows.findIndex(({ author }) => author === 'person')
      agentAfter += rows.slice(taken).filter(({ author }) => author === 'agent').length
      for (const content of ['Lawn mowing', 'my name is Jane', 'A person here']) {
        const count = rows.filter((row) => row.content === content).length
        lost += count === 0 ? 1 : 0
        doubled += Math.max(0, count - 1)
      }
      if (rows.findIndex(({ content }) => content === 'my name is Jane') > taken) personFirst += 1
    }
    for (let start = 0; start < RACES; start += AT_ONCE)
      await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, RACES - start) }, (_, index) => race(start + index)),
      )
    process.stdout.write(
      `\n${RACES} races on ${SERVERS} servers, the person first in ${personFirst}: ${agentAfter} agent messages after a takeover, ${lost} lost, ${doubled} doubled\n`,
    )

    const sessions: Session[] = []
    for (let visitor = 0; visitor < VISITORS; visitor += 1) sessions.push(await begin(10_000 + visitor))
    for (const session of sessions) await say(session, 'Lawn mowing')
    const sent = new Map<string, number>()
    const toVisitor: number[] = []
    const toOwner: number[] = []
    const arrived = (key: string, into: number[]) => {
      const start = sent.get(key)
      if (start === undefined) return
      sent.delete(key)
      into.push(performance.now() - start)
    }
    const stream = (session: Session) =>
      follow(
        `${servers.api}/api/v1/widget/conversations/${session.conversation_id}/events`,
        {
          Authorization: `Bearer ${session.visitor_token}`,
          'X-Forwarded-For': '10.9.9.9',
          'Last-Event-ID': '2',
        },
        end.signal,
        ({ type, message }) => {
          if (type === 'message') arrived(message?.content ?? '', toVisitor)
        },
      )
    await Promise.all(sessions.map(stream))
    await follow(
      `${servers.api}/api/v1/organizations/${ORGANIZATION}/leads/events`,
      { Authorization: `Bearer ${await token(0)}`, 'X-Organization-ID': ORGANIZATION },
      end.signal,
      ({ type, conversation_id: id }) => {
        if (type === 'conversation_changed') arrived(`to owner ${id}`, toOwner)
      },
    )
    const turns = sessions.map(async (session, index) => {
      await pause(index * PACE_MS)
      const said = `Olivia here ${index}`
      sent.set(said, performance.now())
      await reply(session, said, index)
      await pause(1_000)
      sent.set(`to owner ${session.conversation_id}`, performance.now())
      await say(session, 'Thank you')
    })
    await Promise.all(turns)
    await pause(2_000)
    process.stdout.write(
      `With ${VISITORS} visitors, ms (median, 99%): reply to the visitor's stream ${shown(toVisitor)}; visitor's message to the owner ${shown(toOwner)}\n`,
    )

    const before = used(servers.pids)
    const many: Session[] = []
    for (let index = sessions.length; index < STREAMS; index += AT_ONCE)
      many.push(
        ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, each) => begin(20_000 + index + each)))),
      )
    for (let index = 0; index < many.length; index += AT_ONCE)
      await Promise.all(
        many.slice(index, index + AT_ONCE).map((session, each) =>
          follow(
            `${servers.api}/api/v1/widget/conversations/${session.conversation_id}/events`,
            {
              Authorization: `Bearer ${session.visitor_token}`,
              'X-Forwarded-For': addressOf(index + each),
            },
            end.signal,
            () => {},
          ),
        ),
      )
    const open = used(servers.pids)
    await pause(IDLE_MS)
    const idle = used(servers.pids)
    toVisitor.length = 0
    for (const [index, session] of sessions.entries()) {
      const said = `Olivia again ${index}`
      sent.set(said, performance.now())
      await reply(session, said, index)
    }
    await pause(2_000)
    process.stdout.write(
      `With ${STREAMS} open streams, ms (median, 99%): reply to the visitor's stream ${shown(toVisitor)}; the servers' memory grew from ${before.mb.toFixed(0)} to ${open.mb.toFixed(0)} MB, and ${IDLE_MS / 1_000} s without messages took ${(idle.seconds - open.seconds).toFixed(1)} s of processor time\n`,
    )
  } finally {
    end.abort()
    await servers.stop()
    await close()
    await postgres.stop()
  }
}
