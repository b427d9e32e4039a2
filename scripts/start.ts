import { readConfig, USAGE, wantsHelp } from '../server/app/config.ts'
import { runCommand } from '../server/base/errors.ts'
import { buildConsole, isBuilt, loadEnvFiles } from './lib/console-build.ts'
import { rejectInUse } from './lib/in-use.ts'
import { withLocalConsole } from './lib/local-console.ts'
import { startNode, superviseAll } from './lib/run.ts'

/**
 * `npm start`: builds the console for this machine when sources or variables have changed, and serves it next to the
 * server: with the stand-ins, or with your own Clerk key without them. `--no-build` serves the existing build.
 */
async function main(argv: string[]): Promise<number> {
  if (wantsHelp(argv)) {
    process.stdout.write(`${USAGE}  --no-build                  serve the console as it was built last\n`)
    return 0
  }
  const args = argv.filter((arg) => arg !== '--no-build')
  loadEnvFiles('production')
  const config = readConfig(process.env, args)
  const env = withLocalConsole(process.env, config)
  if (args.length === argv.length && !isBuilt(config.distFolder, env)) {
    await rejectInUse(config)
    process.stdout.write('Building the console …\n')
    const code = await buildConsole(config.distFolder, env)
    if (code !== 0) return code
  }
  if (config.isLocal) return superviseAll([startNode(['dev/main.ts', ...args], { env })])
  process.stdout.write('With your own Clerk key, this runs `npm run serve`, and a host for the console.\n')
  return superviseAll(
    ['server/main.ts', 'dev/cdn/main.ts'].map((file) => startNode([file, ...args], { env })),
  )
}

process.exit(await runCommand(() => main(process.argv.slice(2))))
