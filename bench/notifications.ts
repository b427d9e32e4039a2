import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { DEMO_OWNER_EMAIL } from '../dev/demo/organizations.ts'
import { seedDemo } from '../dev/demo/seed.ts'
import { openPost, withPost } from '../dev/post/post.ts'
import { localStandIns } from '../dev/stand-ins.ts'
import { createApp } from '../server/app/app.ts'
import { readConfig } from '../server/app/config.ts'
import { newId } from '../server/base/ids.ts'
import { openDatabase } from '../server/db/open.ts'
import { openQueue } from '../server/db/queue.ts'
import type { Database } from '../server/db/schema.ts'
import type { Deps } from '../server/kernel/deps.ts'
import { createLeadEvents } from '../server/kernel/events.ts'
import { openSenders } from '../server/notifications/channels/open.ts'
import { DIGEST_MS } from '../server/notifications/digest.ts'
import { createNotifier } from '../server/notifications/notifier.ts'
import { openPhotos } from '../server/photos/open.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { freePorts } from '../tests/support/program.ts'
import { row } from './report.ts'
import { spread } from './statistics.ts'
import { addressOf, ORGANIZATION } from './visitors.ts'

const VISITORS = 200
/** The time between two visitors, in ms. */
const PACE_MS = 100
const LEADS = Number(process.env.BENCH_BURST || 5_000)
/** The number of leads per transaction. */
const AT_ONCE = 50
const LOOK_MS = 20
const PATIENCE_MS = 600_000

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms))

async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; !(await check()); await pause(LOOK_MS)) {
    if (Date.now() > end) throw new Error('What was announced has not arrived')
  }
}

/** Opens the application on a database, with the local post office and a clock that can be advanced. */
async function open(url: string) {
  const [port = 0] = await freePorts(1)
  const base = readConfig({
    FIELDHAND_TEST: '1',
    TRUST_PROXY: '1',
    API_PORT: String(port),
    DATABASE_URL: url,
  })
  const post = await openPost(base)
  const config = { ...withPost(base, post), photos: { kind: 'temporary' } as const }
  const { db, jobs, close } = await openDatabase(url)
  let ahead = 0
  const clock = () => new Date(Date.now() + ahead)
  const log = pino({ level: 'silent' })
  const events = await createLeadEvents({ databaseUrl: url, log })
  await seedDemo({ db, clock })
  const senders = await openSenders({ db, config, clock, log })
  const deps: Deps = { db, config, clock, log, events, photos: openPhotos(config.photos), senders }
  const queue = await openQueue(jobs, log)
  const notifier = await createNotifier(deps, queue)
  deps.notifier = notifier
  const standIns = localStandIns(deps, post)
  if (standIns.identity) deps.directory = standIns.identity
  const app = createApp(deps, standIns)
  const http = createAdaptorServer({ fetch: app.api.fetch }) as Server
  await new Promise<void>((done) => http.listen(port, 'localhost', done))
  const stop = await notifier.start()
  return {
    ...{ db, post, clock, notifier, api: `http://localhost:${port}/api/v1/widget` },
    advance: (ms: number) => {
      ahead += ms
      notifier.wake()
    },
    async close() {
      await stop()
      await queue.stop()
      http.closeAllConnections()
      await new Promise((done) => http.close(done))
      await senders.close()
      await events.close()
      await post.close()
      await close()
    },
  }
}
type World = Awaited<ReturnType<typeof open>>

async function addDevice({ db, post, clock }: World): Promise<void> {
  const { id: user_id } = await db
    .selectFrom('identity_users')
    .select('id')
    .where('email', '=', DEMO_OWNER_EMAIL)
    .executeTakeFirstOrThrow()
  const { id, endpoint, keys } = post.push.subscribe()
  const device = {
    id,
    organization_id: ORGANIZATION,
    user_id,
    session_id: null,
    name: 'Phone',
    endpoint,
    ...keys,
  }
  const alerts = JSON.stringify(['needs_person', 'new_lead'])
  await db
    .insertInto('push_devices')
    .values({ ...device, alerts, created_at: clock() })
    .execute()
}

/** Has a visitor request a person. Returns the conversation and the time when the message was sent. */
async function askForPerson({ api }: World, visitor: number): Promise<{ id: string; at: number }> {
  const call = async (path: string, body: object, token = '') => {
    const response = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': addressOf(visitor),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    return (await response.json()) as { conversation_id: string; visitor_token: string }
  }
  const { conversation_id: id, visitor_token } = await call(`/${ORGANIZATION}/conversations`, {})
  const at = Date.now()
  const message = { client_id: newId('m'), content: 'I would like to talk to a person please' }
  await call(`/conversations/${id}/messages`, message, visitor_token)
  return { id, at }
}

async function measureLatency(world: World): Promise<{ mail: string; push: string }> {
  const { mailbox, push } = world.post
  const asked: Promise<{ id: string; at: number }>[] = []
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    asked.push(askForPerson(world, visitor))
    await pause(PACE_MS)
  }
  const visits = await Promise.all(asked)
  await until(() => mailbox.mails.list().length >= VISITORS && push.messages.list().length >= VISITORS)
  const [mails, pushes] = [mailbox.mails.list(), push.messages.list()]
  const arrivals = (find: (id: string) => { at: Date } | undefined) =>
    visits.map(({ id, at }) => (find(id)?.at.getTime() ?? Number.POSITIVE_INFINITY) - at)
  return {
    mail: spread(
      arrivals((id) => mails.find(({ text }) => text.includes(id))),
      [0.5, 0.99, 1],
    ),
    push: spread(
      arrivals((id) => pushes.find(({ payload }) => payload.includes(id))),
      [0.5, 0.99, 1],
    ),
  }
}

async function addLeads({ db, clock, notifier }: World): Promise<void> {
  for (let first = 0; first < LEADS; first += AT_ONCE) {
    await db.transaction().execute(async (tx: Kysely<Database>) => {
      for (let each = first; each < Math.min(first + AT_ONCE, LEADS); each += 1) {
        const [id, now] = [newId('lead'), clock()]
        const times = { created_at: now, updated_at: now }
        await tx
          .insertInto('leads')
          .values({
            ...{ id, organization_id: ORGANIZATION, status: 'new', source: 'chat', ...times },
            ...{ prospect_name: `Visitor ${each}`, prospect_phone: '614-555-0142' },
          })
          .execute()
        await notifier.announce(tx, {
          kind: 'new_lead',
          organizationId: ORGANIZATION,
          leadId: id,
          at: now.toISOString(),
        })
      }
    })
  }
}

async function measureBurst(world: World) {
  const { db, post, advance } = world
  await post.clear()
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('push_devices').execute()
  await addDevice(world)
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1_000).toFixed(0)
  await addLeads(world)
  const added = seconds()
  await until(async () => {
    const { rows } = await sql<{ waiting: boolean }>`select exists (
      select from pgboss.job where name = 'announced' and state < 'completed') as waiting`.execute(db)
    return rows[0]?.waiting === false
  })
  const planned = seconds()
  advance(DIGEST_MS)
  const isSent = async () => {
    const queued = await db.selectFrom('notifications').select('id').where('status', '=', 'queued').execute()
    return queued.length === 0
  }
  await until(isSent)
  const subjects = post.mailbox.mails.list().map(({ subject }) => subject)
  const digests = subjects.flatMap(
    (subject) => /^([\d,]+) new leads/.exec(subject)?.[1]?.replace(',', '') ?? [],
  )
  const told = subjects.length - digests.length + digests.reduce((sum, count) => sum + Number(count), 0)
  if (told !== LEADS) throw new Error(`The owner was told of ${told} of ${LEADS} leads`)
  const pushes = post.push.messages.list().length
  return { added, planned, mails: `${subjects.length - digests.length} + ${digests.length}`, pushes }
}

/**
 * Measures the time from a visitor's message to the owner's mailbox and push service, and the notifications about 5,000
 * simultaneous leads. Runs on the embedded database, and on PostgreSQL if it can be started. Fails if the owner is not
 * notified of each lead exactly once.
 */
export async function measureNotifications(): Promise<void> {
  const postgres = await startPostgres((why) => process.stdout.write(`Without PostgreSQL: ${why}\n`))
  const places = { embedded: 'memory://', ...(postgres && { PostgreSQL: postgres.url }) }
  const lines: (string | number)[][] = []
  try {
    for (const [name, url] of Object.entries(places)) {
      const world = await open(url)
      try {
        await addDevice(world)
        const { mail, push } = await measureLatency(world)
        const { added, planned, mails, pushes } = await measureBurst(world)
        lines.push([name, mail, push, `${added} s`, `${planned} s`, mails, pushes])
      } finally {
        await world.close()
      }
    }
  } finally {
    await postgres?.stop()
  }
  const [heads, rules] = [
    ['database', 'to the mailbox, ms: median, 99%, worst', 'to the push service', `${LEADS} leads stored`],
    ['planned', 'mails: of one lead + of the others', 'push messages'],
  ]
  process.stdout.write('\n')
  row(...heads, ...rules)
  row(...Array.from({ length: 7 }, () => '---'))
  for (const line of lines) row(...line)
}
