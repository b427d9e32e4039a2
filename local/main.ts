import { readConfig, USAGE, wantsHelp } from '../server/config.ts'
import { runCommand } from '../server/errors.ts'
import { startServer } from '../server/start.ts'
import { localStandIns } from './stand-ins.ts'

/** The companion: the server and the stand-ins for its configuration. */
async function main(args: string[]): Promise<void> {
  if (wantsHelp(args)) return void process.stdout.write(USAGE)
  await startServer(readConfig(process.env, args), localStandIns)
}

await runCommand(() => main(process.argv.slice(2)))
