import { readConfig, USAGE, wantsHelp } from '../server/app/config.ts'
import { runCommand } from '../server/base/errors.ts'
import { loadEnvFiles } from './lib/console-build.ts'
import { rejectInUse } from './lib/in-use.ts'
import { withLocalConsole } from './lib/local-console.ts'
import { commandOf, startNode, superviseAll } from './lib/run.ts'

/** The server's console port in development, because Astro uses the console's port. */
const SERVER_PORT = 3003

/**
 * `npm run dev`: runs Astro's server on the console's port and forwards `/__clerk` to the server that runs alongside
 * it. Both reload on changes. When one exits, so does the other.
 */
async function main(argv: string[]): Promise<number> {
  if (wantsHelp(argv)) {
    process.stdout.write(USAGE.replace('npm start', 'npm run dev'))
    return 0
  }
  loadEnvFiles('development')
  const config = readConfig(process.env, argv)
  await rejectInUse(config)
  const serverPort = process.env.DEV_SERVER_PORT ?? String(SERVER_PORT)
  const env = {
    ...withLocalConsole(process.env, config),
    ASTRO_TELEMETRY_DISABLED: '1',
    DEV_IDENTITY_URL: `http://localhost:${serverPort}`,
    PUBLIC_CONSOLE_URL: config.origins.console,
    API_PORT: String(config.ports.api),
    WIDGET_PORT: String(config.ports.widget),
    DATABASE_URL: config.databaseUrl,
  }
  return superviseAll([
    startNode(['--watch', '--watch-preserve-output', config.isLocal ? 'dev/main.ts' : 'server/main.ts'], {
      env: { ...env, CONSOLE_PORT: serverPort },
    }),
    startNode([commandOf('astro'), 'dev', '--port', String(config.ports.console)], {
      env: { ...env, NODE_ENV: 'development' },
    }),
  ])
}

process.exit(await runCommand(() => main(process.argv.slice(2))))
