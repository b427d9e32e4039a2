import { styleText } from 'node:util'
import { createApp } from './app.ts'
import { startCalls } from './calendars/keep-in-line.ts'
import { startCalendars } from './calendars/refresh.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import { placeOf } from './db/postgres.ts'
import type { App, Deps, Greeting, StandIns } from './deps.ts'
import { createLeadEvents } from './events.ts'
import { createGate } from './gate.ts'
import { startHubspot } from './hubspot/worker.ts'
import { startDaily } from './jobs/daily.ts'
import { openQueue } from './jobs/queue.ts'
import { openPorts } from './listen.ts'
import { createLog } from './log.ts'
import { openSenders } from './notifications/channels/open.ts'
import { createNotifier } from './notifications/notifier.ts'
import { openPhotos } from './photos/open.ts'
import { tables } from './places/tables.ts'
import { openSecrets } from './secrets.ts'
import { createWebhooks } from './webhooks/runner.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

function greet({ origins, databaseUrl, clerkWebhookSecret, isLocal }: Config, more: Greeting = []): void {
  const place =
    databaseUrl.includes('://') && databaseUrl !== 'memory://' ? placeOf(databaseUrl) : databaseUrl
  const rows: (readonly [string, string])[] = [
    ['Console', origins.console],
    ['API', origins.api],
    ['Widget host', origins.widget],
    ['Data', place],
    ...more,
  ]
  if (!isLocal && !clerkWebhookSecret) {
    rows.push([
      'Webhooks',
      'off: plans and deleted organizations of Clerk stay unknown. Set CLERK_WEBHOOK_SECRET',
    ])
  }
  say(`\n  ${styleText('bold', 'Fieldhand is running')}\n`)
  for (const [label, value] of rows) say(`  ${label.padEnd(12)} ${value}`)
  say(`\n  Ctrl+C stops it.\n`)
}

interface Opened {
  stop: () => Promise<void>
  greeting: Greeting | undefined
}

/** Opens the ports, then their dependencies; `stop` closes everything in reverse order. */
async function open(config: Config, createStandIns: (deps: Deps) => StandIns): Promise<Opened> {
  const log = createLog({ level: process.env.LOG_LEVEL, isWatched: process.stdout.isTTY === true })
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  const gate = createGate(config.origins.console)
  let app: App | null = null
  const through = (name: keyof App) => (request: Request, env: object) =>
    (app?.[name] ?? gate).fetch(request, env)

  const closePorts = await openPorts(config, {
    console: through('console'),
    api: through('api'),
    widget: through('widget'),
  })
  try {
    const { db, jobs, close } = await openDatabase(config.databaseUrl)
    ends.push(close)
    const clock = () => new Date()
    const events = await createLeadEvents({ databaseUrl: config.databaseUrl, log })
    ends.push(events.close)
    // The SDK is large, and most companions use no model.
    const { createModel } = config.agentModel ? await import('./agent/model/client.ts') : {}
    const model = config.agentModel && createModel ? createModel(config.agentModel) : null
    const photos = openPhotos(config.photos)
    const senders = await openSenders({ db, config, clock, log })
    ends.push(senders.close)
    const queue = await openQueue(jobs, log)
    ends.push(queue.stop)
    const secrets = config.secretsKey ? openSecrets(config.secretsKey) : null
    const deps: Deps = { db, config, clock, log, events, photos, model, senders, secrets }
    const notifier = await createNotifier(deps, queue)
    deps.notifier = notifier
    const webhooks = await createWebhooks(deps, queue)
    deps.webhooks = webhooks
    const standIns = createStandIns(deps)
    if (standIns.identity) deps.directory = standIns.identity
    await standIns.prepare?.()
    app = createApp(deps, standIns)
    ends.push(
      await startDaily(deps, queue),
      await notifier.start(),
      await startCalendars(deps, queue),
      startCalls(deps),
      await webhooks.start(),
      await startHubspot(deps, queue),
      closePorts,
    )
    return { stop, greeting: await standIns.greeting?.() }
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
 * Runs the server until a signal stops it. The stand-ins are created from the same dependencies. Throws
 * StartupError if it cannot start.
 */
export async function startServer(
  config: Config,
  createStandIns: (deps: Deps) => StandIns = () => ({}),
): Promise<void> {
  const { stop, greeting } = await open(config, createStandIns)
  stopOnSignals(stop)
  greet(config, greeting)
  // So that no visitor waits for it.
  setTimeout(tables, 1_000).unref()
}
