import type { Hono } from 'hono'
import { createAlerts } from '../alerts/alerts.ts'
import { createLog } from '../base/log.ts'
import { openSecrets } from '../base/secrets.ts'
import { startCalendars } from '../calendars/refresh.ts'
import { startCallSync } from '../calendars/sync-calls.ts'
import { unpayableTrials } from '../clerk/unpayable-trials.ts'
import { startPresence } from '../conversations/presence.ts'
import { serveCopies } from '../db/copies.ts'
import { dropOfLocalIdentity } from '../db/local-identity.ts'
import { type OnQuery, openDatabase } from '../db/open.ts'
import { type JobQueue, openQueue } from '../db/queue.ts'
import { startHubspot } from '../hubspot/worker.ts'
import { startDaily } from '../jobs/daily.ts'
import { openJournal } from '../journal/open.ts'
import { createJournal } from '../journal/runner.ts'
import type { Config } from '../kernel/config.ts'
import type { Deps } from '../kernel/deps.ts'
import { createLeadEvents } from '../kernel/events.ts'
import { createMetricsApp } from '../metrics/app.ts'
import { countedModel, countedQueue } from '../metrics/counted.ts'
import { createReader } from '../metrics/figures.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createModel } from '../model/client.ts'
import { sharedModel } from '../model/shared.ts'
import { openSenders } from '../notifications/channels/open.ts'
import { createNotifier } from '../notifications/notifier.ts'
import { openPhotos } from '../photos/open.ts'
import { createTexting } from '../texting/texting.ts'
import { startUnfinished } from '../voice/unfinished.ts'
import { createWebhooks } from '../webhooks/runner.ts'
import { warmUp } from '../widget/warm-up.ts'
import { createApp } from './app.ts'
import { CALENDAR_SERVICES } from './calendar-services.ts'
import { createGate } from './gate.ts'
import { greetingOf } from './greeting.ts'
import { createReadinessCheck } from './health.ts'
import { openPorts } from './listen.ts'
import type { App, Greeting, StandIns } from './stand-ins.ts'

type CreateStandIns = (deps: Deps) => StandIns

interface Opened {
  stop: () => Promise<void>
  greeting: string
}

const countQueries =
  ({ queries }: Metrics): OnQuery =>
  ({ level, queryDurationMillis }) =>
    queries.observe({ outcome: level === 'error' ? 'failed' : 'done' }, queryDurationMillis / 1_000)

/** The folders that this process writes to. */
function foldersOf({ databaseUrl, photos, journal }: Config): Record<string, string> {
  return {
    ...(!databaseUrl.includes('://') && { data: databaseUrl }),
    ...(photos.kind === 'folder' && { photos: photos.folder }),
    ...(journal?.kind === 'folder' && { journal: journal.folder }),
  }
}

/** Returns what to do about the local identity's accounts in a database that was used with it before. */
async function leftoverRows(db: Deps['db'], { isLocal }: Config): Promise<Greeting> {
  const drop = isLocal ? null : await dropOfLocalIdentity(db)
  if (drop === null) return []
  return [
    ['Leftovers', 'accounts of the local identity, which nothing uses. This SQL command removes them:'],
    ['', drop],
  ]
}

/** Prepares to read texts. Returns the function that starts it. */
async function openTexts(deps: Deps, queue: JobQueue): Promise<() => Promise<void>> {
  if (!deps.senders?.sms) return async () => undefined
  const texting = await createTexting(deps, queue)
  const alerts = await createAlerts(deps, queue)
  Object.assign(deps, { texting, alerts })
  return async () => {
    await texting.start()
    await alerts.start()
  }
}

/** Opens the ports, then their dependencies; `stop` closes everything in reverse order. */
async function open(config: Config, createStandIns: CreateStandIns | null): Promise<Opened> {
  const metrics = config.metrics ? createMetrics() : null
  const log = createLog({
    level: process.env.LOG_LEVEL,
    isWatched: process.stdout.isTTY === true,
    onTrouble: metrics ? (line) => metrics.logLines.inc(line) : undefined,
  })
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  const gate = createGate(config.origins.console)
  let app: App | null = null
  const through = (name: keyof App) => (request: Request, env: object) =>
    (app?.[name] ?? gate).fetch(request, env)
  let metricsApp: Hono | null = null

  const closePorts = await openPorts(config, {
    ...(createStandIns && { console: through('console') }),
    api: through('api'),
    widget: through('widget'),
    metrics: (request, env) => (metricsApp ?? gate).fetch(request, env),
  })
  try {
    const { db, jobs, pool, close } = await openDatabase(
      config.databaseUrl,
      metrics ? countQueries(metrics) : undefined,
    )
    ends.push(close)
    if ('pglite' in jobs && config.databaseUrl !== 'memory://') {
      ends.push(serveCopies(config.databaseUrl, jobs.pglite, log))
    }
    const clock = () => new Date()
    if (config.journal) ends.push(createJournal({ db, clock, log }, openJournal(config.journal)).start())
    const events = await createLeadEvents({ databaseUrl: config.listenUrl, log })
    ends.push(events.close)
    const ask = config.agentModel && createModel(config.agentModel)
    const model = ask && sharedModel(metrics ? countedModel(ask, metrics) : ask)
    const photos = openPhotos(config.photos)
    const senders = await openSenders({ db, config, clock, log })
    ends.push(senders.close)
    const opened = await openQueue({ ...jobs, isPooled: config.listenUrl !== config.databaseUrl }, log)
    ends.push(opened.stop)
    const queue = metrics ? countedQueue(opened, metrics) : opened
    const secrets = config.secretsKey ? openSecrets(config.secretsKey) : null
    const deps: Deps = {
      ...{ db, config, clock, log, events, photos, model, senders, secrets, metrics },
      calendarServices: CALENDAR_SERVICES,
    }
    const notifier = await createNotifier(deps, queue)
    deps.notifier = notifier
    const webhooks = await createWebhooks(deps, queue)
    deps.webhooks = webhooks
    const startTexts = await openTexts(deps, queue)
    const standIns = createStandIns?.(deps) ?? {}
    if (standIns.identity) deps.directory = standIns.identity
    await standIns.prepare?.()
    app = createApp(deps, standIns)
    if (metrics) {
      const sources = { db, pool, checkReady: createReadinessCheck(deps), folders: foldersOf(config) }
      metricsApp = createMetricsApp(metrics, createReader(metrics, sources))
    }
    await startTexts()
    ends.push(
      await startDaily(deps, queue),
      await notifier.start(),
      await startCalendars(deps),
      startCallSync(deps),
      startPresence(deps),
      startUnfinished(deps),
      await webhooks.start(),
      await startHubspot(deps, queue),
      closePorts,
    )
    const trials = await unpayableTrials(db, config)
    const more = [...(await leftoverRows(db, config)), ...((await standIns.greeting?.()) ?? [])]
    return { stop, greeting: greetingOf(config, trials, more) }
  } catch (error) {
    await closePorts()
    await stop()
    throw error
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal ends the process immediately.
      if (isStopping) process.exit(1)
      isStopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

/**
 * Runs the server until a signal stops it. The stand-ins are created from the same dependencies. Without them, it
 * serves no console. Throws StartupError if it cannot start.
 */
export async function startServer(
  config: Config,
  createStandIns: CreateStandIns | null = null,
): Promise<void> {
  const { stop, greeting } = await open(config, createStandIns)
  stopOnSignals(stop)
  await warmUp(new Date())
  process.stdout.write(greeting)
}
