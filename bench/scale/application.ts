import type { Kysely } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { withCalcom } from '../../dev/calcom/for-server.ts'
import { withGoogle } from '../../dev/google/for-server.ts'
import { withHubspot } from '../../dev/hubspot/for-server.ts'
import { issueSessionToken } from '../../dev/identity/tokens.ts'
import { localStandIns } from '../../dev/stand-ins.ts'
import { createApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/app/config.ts'
import { openSecrets } from '../../server/base/secrets.ts'
import { openQueue } from '../../server/db/queue.ts'
import { dueQueues } from '../../server/db/queue-alarm.ts'
import type { Database } from '../../server/db/schema.ts'
import type { Config } from '../../server/kernel/config.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { createLeadEvents } from '../../server/kernel/events.ts'
import { createNotifier } from '../../server/notifications/notifier.ts'
import { openPhotos } from '../../server/photos/open.ts'
import { createWebhooks } from '../../server/webhooks/runner.ts'
import { addressOf } from '../visitors.ts'
import { organizationId, ownerId, visitorToken } from './ids.ts'

/** Runs the server in this process on the given database. Its jobs are queued, but no worker processes them. */
export async function openApplication(db: Kysely<Database>, databaseUrl: string) {
  const config: Config = {
    ...withCalcom(withGoogle(withHubspot(readConfig({ TRUST_PROXY: '1', DATABASE_URL: databaseUrl })))),
    photos: { kind: 'temporary' },
  }
  const log = pino({ level: 'silent' })
  const events = await createLeadEvents({ databaseUrl, log })
  const queue = await openQueue({ url: databaseUrl }, log)
  const clock = () => new Date()
  const secrets = openSecrets('temporary')
  const deps: Deps = { db, config, clock, log, events, photos: openPhotos(config.photos), secrets }
  deps.notifier = await createNotifier(deps, queue)
  deps.webhooks = await createWebhooks(deps, queue)
  const standIns = localStandIns(deps)
  if (standIns.identity) deps.directory = standIns.identity
  const { api } = createApp(deps, standIns)
  // The queue has its own connections. This one uses those of `db`, whose statements are explained.
  const boss = new PgBoss({ db: fromKysely(db), supervise: false, schedule: false, migrate: false })
  await boss.start()
  const queues = (await boss.getQueues()).map(({ name }) => name)
  let calls = 0

  async function fetchApi(path: string, headers: Record<string, string>, body?: object): Promise<Response> {
    const response = await api.fetch(
      new Request(new URL(path, config.origins.api), {
        method: body ? 'POST' : 'GET',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': addressOf(++calls), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    deps,
    queue,
    /** Looks for due jobs in all queues, like the alarm. */
    findDue: (): Promise<unknown> => dueQueues(boss, queues),
    /** Calls the API as the owner of the `n`-th organization, below its path. */
    async asOwner(n: number, path: string): Promise<unknown> {
      const id = organizationId(n)
      const token = await tokenOf(deps, n)
      const headers = { Authorization: `Bearer ${token}`, 'X-Organization-ID': id }
      return (await fetchApi(`/api/v1/organizations/${id}${path}`, headers)).json()
    },
    /** Calls the widget API as the visitor in the `n`-th conversation. */
    async asVisitor(n: number, path: string, body?: object): Promise<Response> {
      return fetchApi(`/api/v1/widget${path}`, { Authorization: `Bearer ${visitorToken(n)}` }, body)
    },
    async close() {
      await boss.stop({ graceful: false })
      await queue.stop()
      await events.close()
    },
  }
}

export type Application = Awaited<ReturnType<typeof openApplication>>

/** Returns a session token of an organization's owner; only some organizations have one. */
export const tokenOf = (deps: Pick<Deps, 'db' | 'config' | 'clock'>, n: number): Promise<string> =>
  issueSessionToken(deps, {
    userId: ownerId(n),
    sessionId: 'sess_bench',
    organizationId: organizationId(n),
    azp: deps.config.origins.console,
  })
