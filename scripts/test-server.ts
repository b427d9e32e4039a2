import { startNode, superviseAll } from './lib/run.ts'
import { buildForTests, testEnv } from './lib/test-console.ts'

/** The companion under test with its console, built if needed. Playwright starts and stops it. */
const code = await buildForTests()
process.exit(code || (await superviseAll([startNode(['local/main.ts'], { env: testEnv() })])))
