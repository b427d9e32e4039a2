import { runCommand, StartupError } from '../server/base/errors.ts'
import { PLACEHOLDERS } from './build/placeholders.ts'
import { publishableKeyProblem } from './build/publishable-key.ts'
import { buildConsole, loadEnvFiles } from './lib/console-build.ts'
import { explain } from './lib/usage.ts'

explain(`Usage: npm run build [-- --placeholders]

Builds the console for a CDN into dist/ from the PUBLIC_ variables (docs/deploy.md).

  --placeholders  leaves the variables open, for the image, which fills them in when a container starts
`)

async function main(): Promise<number> {
  const [flag, ...others] = process.argv.slice(2)
  if (flag !== undefined && (flag !== '--placeholders' || others.length > 0)) {
    throw new StartupError('The only flag is --placeholders. --help explains it.')
  }
  if (flag) return buildConsole('dist', { ...process.env, ...PLACEHOLDERS })
  loadEnvFiles('production')
  const problem = publishableKeyProblem(process.env.PUBLIC_CLERK_PUBLISHABLE_KEY)
  if (problem) throw new StartupError(problem)
  return buildConsole('dist', process.env)
}

process.exit(await runCommand(main, 'The console cannot be built'))
