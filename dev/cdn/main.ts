import { readConfig } from '../../server/app/config.ts'
import { openPorts } from '../../server/app/listen.ts'
import { runCommand } from '../../server/base/errors.ts'
import { createSite } from './app.ts'

/** Serves the built console until a signal stops it, beside a server without stand-ins. */
async function main(args: string[]): Promise<void> {
  const config = readConfig(process.env, args)
  const close = await openPorts(config, { console: createSite({ config }).fetch })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => void close().then(() => process.exit(0)))
  }
}

await runCommand(() => main(process.argv.slice(2)))
