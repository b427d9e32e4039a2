import { readConfig } from '../../server/config.ts'
import { buildConsole, isBuilt } from './console-build.ts'
import { withLocalConsole } from './local-console.ts'

/** The export that end-to-end tests, budgets and measurements look at. */
export const TEST_CONSOLE = '.cache/test-console'

/** The first of the three ports of the companion under test. */
const FIRST_PORT = Number(process.env.E2E_PORT || 4100)

const port = (offset: number) => String(FIRST_PORT + offset)

/** Addresses of the companion under test. */
export const TEST_ORIGINS = {
  console: `http://localhost:${port(0)}`,
  api: `http://localhost:${port(1)}`,
  widget: `http://localhost:${port(2)}`,
}

/** Everything that is set for the companion under test and its console, and nothing from the developer. */
export function testEnv(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PUBLIC_|CLERK_|DATABASE_URL$)|_PORT$/.test(name) || name === 'E2E_PORT',
  )
  const env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(inherited),
    CONSOLE_PORT: port(0),
    API_PORT: port(1),
    WIDGET_PORT: port(2),
    DATABASE_URL: 'memory://',
    DIST_FOLDER: TEST_CONSOLE,
    FIELDHAND_TEST: '1',
  }
  return withLocalConsole(env, readConfig(env))
}

/** Builds the console under test unless it is built already; answers with the exit code. */
export async function buildForTests(): Promise<number> {
  const env = testEnv()
  return isBuilt(TEST_CONSOLE, env) ? 0 : buildConsole(TEST_CONSOLE, env)
}
