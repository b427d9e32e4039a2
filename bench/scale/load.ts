import { sql } from 'kysely'
import { familySeconds, parentOf, used } from '../../scripts/lib/processes.ts'
import { readConfig } from '../../server/app/config.ts'
import { openPostgres } from '../../server/db/postgres.ts'
import { startPooler } from '../../tests/support/pooler.ts'
import { SERVER_CONSOLE, type Servers, startServers } from '../../tests/support/servers.ts'
import { spread } from '../statistics.ts'
import { call, SAYINGS } from '../visitors.ts'
import { tokenOf } from './application.ts'
import { conversationsOf, organizationOf, type Size } from './fill.ts'
import { organizationId } from './ids.ts'
import { WITH_OWNER } from './organizations.ts'

const VISITORS = 50
const CHATS = 800
const OWNERS = 10
const LONGEST_MS = 90_000
const OWNER_PAUSE_MS = 200
const IDLE_MS = 20_000
/** The number of PgBouncer's connections to the server, as in docs/deploy.md. */
const POOLED = 20
/** Tokens are valid for a minute. */
const TOKEN_MS = 40_000

const READS = [
  '/leads?limit=100',
  '/leads/stats',
  '/insights?days=30',
  '/conversations',
  '/conversations?unread=true',
]

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

export interface Setup {
  servers: number
  isPooled: boolean
}

interface Tally {
  messages: number[]
  starts: number[]
  reads: number[]
  errors: Map<string, number>
}

/** Runs and times an operation. A failure is counted and ends the chat. */
async function timed<T>(tally: Tally, into: number[], run: () => Promise<T>): Promise<T | null> {
  const start = performance.now()
  try {
    const result = await run()
    into.push(performance.now() - start)
    return result
  } catch (error) {
    const reason = (error as Error).message.slice(0, 60)
    tally.errors.set(reason, (tally.errors.get(reason) ?? 0) + 1)
    return null
  }
}

/** Plays one visitor's chat with an organization until it is a lead. */
async function chat(api: string, tally: Tally, visitor: number, organization: number): Promise<void> {
  const root = `${api}/api/v1/widget`
  const session = await timed(tally, tally.starts, () =>
    call<{ conversation_id: string; visitor_token: string }>(
      `${root}/${organizationId(organization)}/conversations`,
      { visitor, token: null },
      {},
    ),
  )
  if (!session) return
  const url = `${root}/conversations/${session.conversation_id}/messages`
  for (const [index, content] of SAYINGS.entries()) {
    const as = { visitor, token: session.visitor_token }
    if (!(await timed(tally, tally.messages, () => call(url, as, { client_id: `bench-${index}`, content }))))
      return
  }
}

/** Opens the database and returns what the load needs from it. */
function open(url: string, size: Size) {
  const config = readConfig({ PUBLIC_CONSOLE_URL: SERVER_CONSOLE, DATABASE_URL: url })
  const clock = () => new Date()
  const tokens = new Map<number, { token: string; at: number }>()
  const owned = [
    1,
    ...Array.from({ length: Math.floor(size.organizations / WITH_OWNER) }, (_, n) => (n + 1) * WITH_OWNER),
  ]
  return openPostgres(url).then(({ db }) => ({
    owned,
    async token(organization: number) {
      const known = tokens.get(organization)
      if (known && performance.now() - known.at < TOKEN_MS) return known.token
      const token = await tokenOf({ db, config, clock }, organization)
      tokens.set(organization, { token, at: performance.now() })
      return token
    },
    async server() {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
      return parentOf(rows[0]?.pid ?? 0)
    },
    async transactions() {
      const { rows } = await sql<{
        count: number
      }>`select xact_commit + xact_rollback as count from pg_stat_database
        where datname = current_database()`.execute(db)
      return Number(rows[0]?.count)
    },
    /** Waits for the daily jobs that the first server starts. */
    async afterDailyJobs() {
      for (let waited = 0; waited < LONGEST_MS; waited += 500) {
        const { rows } =
          await sql`select from pgboss.job where name = 'daily' and state <> 'completed'`.execute(db)
        if (rows.length === 0) return
        await pause(500)
      }
      throw new Error('The daily jobs take too long')
    },
    close: () => db.destroy(),
  }))
}

type World = Awaited<ReturnType<typeof open>>

async function run({ api }: Servers, world: World, size: Size): Promise<Tally & { seconds: number }> {
  const tally: Tally = { messages: [], starts: [], reads: [], errors: new Map() }
  const start = performance.now()
  let chats = 0
  let isOver = false
  const visit = async () => {
    while (chats < CHATS && performance.now() - start < LONGEST_MS) {
      const visitor = chats++
      const n = Math.floor(Math.random() * conversationsOf(size))
      await chat(api, tally, visitor, organizationOf(n, size.organizations))
    }
  }
  const read = async (owner: number) => {
    for (let turn = owner; !isOver; turn += 1) {
      const n = world.owned[(turn * 7) % world.owned.length] ?? 1
      const headers = {
        Authorization: `Bearer ${await world.token(n)}`,
        'X-Organization-ID': organizationId(n),
      }
      await timed(tally, tally.reads, async () => {
        const url = `${api}/api/v1/organizations/${organizationId(n)}${READS[turn % READS.length]}`
        const response = await fetch(url, { headers })
        await response.text()
        if (!response.ok) throw new Error(`${response.status}`)
      })
      await pause(OWNER_PAUSE_MS)
    }
  }
  const owners = Array.from({ length: OWNERS }, (_, owner) => read(owner))
  await Promise.all(Array.from({ length: VISITORS }, visit))
  const seconds = (performance.now() - start) / 1_000
  isOver = true
  await Promise.all(owners)
  return { ...tally, seconds }
}

/** Measures one setup. Returns the cells of its rows: under load and without visitors. */
export async function measureLoad(url: string, size: Size, { servers: count, isPooled }: Setup) {
  const world = await open(url, size)
  const pooler = isPooled ? await startPooler(url, POOLED) : null
  if (isPooled && !pooler) throw new Error('PgBouncer is not installed: apt-get install pgbouncer')
  const servers = await startServers(pooler?.url ?? url, count, { DATABASE_LISTEN_URL: url })
  try {
    await world.afterDailyJobs()
    const server = await world.server()
    const snapshot = async () => ({
      servers: used(servers.pids),
      postgres: familySeconds(server),
      pooler: pooler ? used([pooler.pid]).seconds : 0,
      transactions: await world.transactions(),
    })
    const before = await snapshot()
    await pause(IDLE_MS)
    const idle = await snapshot()
    const { messages, starts, reads, errors, seconds } = await run(servers, world, size)
    const after = await snapshot()
    const cpu = (from: typeof idle, to: typeof idle) => ({
      servers: to.servers.seconds - from.servers.seconds,
      postgres: to.postgres - from.postgres,
      pooler: to.pooler - from.pooler,
    })
    const loaded = cpu(idle, after)
    const resting = cpu(before, idle)
    const setup = `${count}${isPooled ? ', PgBouncer' : ''}`
    const failed = [...errors].map(([reason, times]) => `${times} × ${reason}`).join('; ')
    const perMinute = 60_000 / IDLE_MS
    return {
      failed,
      load: [
        setup,
        `${messages.length} in ${seconds.toFixed(0)} s`,
        (messages.length / seconds).toFixed(0),
        spread(messages),
        spread(starts),
        `${reads.length}: ${spread(reads)}`,
        failed || '0',
        after.servers.mb.toFixed(0),
        loaded.servers.toFixed(1),
        loaded.postgres.toFixed(1),
        loaded.pooler.toFixed(1),
      ],
      idle: [
        setup,
        (resting.servers * perMinute).toFixed(1),
        (resting.postgres * perMinute).toFixed(1),
        (((idle.transactions - before.transactions) * 1_000) / IDLE_MS).toFixed(0),
        before.servers.mb.toFixed(0),
      ],
    }
  } finally {
    await servers.stop()
    await pooler?.stop()
    await world.close()
  }
}
