import { runCommand, StartupError } from '../server/base/errors.ts'
import { publishableKeyProblem } from './build/publishable-key.ts'
import { buildConsole, loadEnvFiles } from './lib/console-build.ts'
import { explain } from './lib/usage.ts'

explain(`Usage: npm run build

Builds the console for a CDN into dist/ from the PUBLIC_ variables (docs/deploy.md).
`)

async function main(): Promise<number> {
  loadEnvFiles('production')
  const problem = publishableKeyProblem(process.env.PUBLIC_CLERK_PUBLISHABLE_KEY)
  if (problem) throw new StartupError(problem)
  return buildConsole('dist', process.env)
}

process.exit(await runCommand(main, 'The console cannot be built'))
