import { readConfig, USAGE, wantsHelp } from './app/config.ts'
import { startServer } from './app/start.ts'
import { runCommand, StartupError } from './base/errors.ts'

/** Runs the product in production: the API and the widget host. A static host serves the console. */
async function main(args: string[]): Promise<void> {
  if (wantsHelp(args)) return void process.stdout.write(USAGE.replace('npm start', 'npm run serve'))
  const config = readConfig(process.env, args)
  if (config.isLocal) {
    throw new StartupError(
      'The product needs an identity provider: set PUBLIC_CLERK_PUBLISHABLE_KEY to the key of your Clerk instance, ' +
        'or run everything on this machine with npm start.',
    )
  }
  await startServer(config)
}

await runCommand(() => main(process.argv.slice(2)))
