import { mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { COPY_DATABASES } from '../tests/support/program.ts'
import { startNode, superviseAll } from './lib/run.ts'
import { buildForTests, TEST_LOG, testEnv } from './lib/test-console.ts'

/**
 * Runs the server under test with its console, which is built if needed. Playwright, the budget, and the benchmark
 * start and stop it. Its output is in its log.
 */
const code = await buildForTests()
if (code !== 0) process.exit(code)
mkdirSync(dirname(TEST_LOG), { recursive: true })
const log = openSync(TEST_LOG, 'w')
process.exit(
  await superviseAll([
    startNode([...COPY_DATABASES, 'dev/main.ts'], { env: testEnv(), stdio: ['ignore', log, log] }),
  ]),
)
