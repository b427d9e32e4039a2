import { readConfig, USAGE, wantsHelp } from '../server/app/config.ts'
import { startServer } from '../server/app/start.ts'
import { runCommand, StartupError } from '../server/base/errors.ts'
import type { VisitorLimits } from '../server/widget/visitor-limits.ts'
import { withCalcom } from './calcom/for-server.ts'
import { withGoogle } from './google/for-server.ts'
import { withHubspot } from './hubspot/for-server.ts'
import { withMaps } from './maps/for-server.ts'
import { openPostOf, withPost } from './post/post.ts'
import { localStandIns } from './stand-ins.ts'

const MANY_VISITORS = {
  conversationsAtOncePerAddress: { points: 10_000, duration: 60 },
  conversationsPerAddress: { points: 10_000, duration: 3_600 },
  conversationsPerBusiness: { points: 10_000, duration: 86_400 },
  callsPerAddress: { points: 10_000, duration: 86_400 },
} satisfies Partial<VisitorLimits>

/** Runs the server with the stand-ins that its configuration calls for. */
async function main(args: string[]): Promise<void> {
  if (wantsHelp(args)) return void process.stdout.write(USAGE)
  const config = readConfig(process.env, args)
  if (!config.isLocal) {
    throw new StartupError('The stand-ins run only with the local identity: start server/main.ts instead.')
  }
  const post = await openPostOf(config, process.env)
  await startServer(withMaps(withCalcom(withGoogle(withHubspot(withPost(config, post))))), (deps) => ({
    ...localStandIns(deps, post),
    // All visitors in the tests share one address.
    ...(config.testMode && { visitorLimits: MANY_VISITORS }),
  }))
}

await runCommand(() => main(process.argv.slice(2)))
