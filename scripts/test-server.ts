import { startNode, superviseAll } from './lib/run.ts'
import { buildForTests, testEnv } from './lib/test-console.ts'

/** The companion under test with its console, built when that is needed. Playwright starts and ends it. */
const code = await buildForTests()
process.exit(code || (await superviseAll([startNode(['server/main.ts'], { env: testEnv() })])))
