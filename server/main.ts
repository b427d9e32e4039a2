import { styleText } from 'node:util'
import { createApp } from './app.ts'
import { type Config, readConfig, USAGE, wantsHelp } from './config.ts'
import { openDatabase } from './db/open.ts'
import { placeOf } from './db/postgres.ts'
import { DEMO_OWNER_EMAIL, DEMO_PASSWORD } from './db/seed/organizations.ts'
import { seedDemo } from './db/seed.ts'
import type { App, Deps } from './deps.ts'
import { runCommand } from './errors.ts'
import { createLeadEvents } from './events.ts'
import { createGate } from './gate.ts'
import { startDaily } from './jobs/daily.ts'
import { openPorts } from './listen.ts'
import { createLog } from './log.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

function greet({ origins, databaseUrl, seedDemo: isDemo }: Config): void {
  const place =
    databaseUrl.includes('://') && databaseUrl !== 'memory://' ? placeOf(databaseUrl) : databaseUrl
  const rows: [string, string][] = [
    ['Console', origins.console],
    ['API', origins.api],
    ['Widget host', origins.widget],
    ['Data', place],
  ]
  if (isDemo) rows.push(['Sign in', `${DEMO_OWNER_EMAIL} / ${DEMO_PASSWORD}`])
  say(`\n  ${styleText('bold', 'Fieldhand is running')}\n`)
  for (const [label, value] of rows) say(`  ${label.padEnd(12)} ${value}`)
  say(`\n  Ctrl+C stops it.\n`)
}

/** Opens the ports, then what stands behind them; answers with the orderly end of all of it. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = createLog({ level: process.env.LOG_LEVEL, isWatched: process.stdout.isTTY === true })
  const ends: (() => Promise<unknown>)[] = []
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
    const { db, close } = await openDatabase(config.databaseUrl)
    ends.push(close)
    const clock = () => new Date()
    const events = await createLeadEvents({ databaseUrl: config.databaseUrl, log })
    ends.push(events.close)
    if (config.seedDemo) await seedDemo({ db, clock })
    // The SDK is large, and most companions have no model.
    const { createModel } = config.agentModel ? await import('./agent/model/client.ts') : {}
    const model = config.agentModel && createModel ? createModel(config.agentModel) : null
    const deps: Deps = { db, config, clock, log, events, model }
    app = createApp(deps)
    ends.push(startDaily(deps), closePorts)
    return stop
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
      // Asked a second time: at once.
      if (isStopping) process.exit(1)
      isStopping = true
      stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2)
  if (wantsHelp(args)) return void process.stdout.write(USAGE)
  const config = readConfig(process.env, args)
  stopOnSignals(await start(config))
  greet(config)
}

await runCommand(main)
