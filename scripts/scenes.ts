import { sceneStandIns } from '../dev/scenes/scenes.ts'
import { readConfig } from '../server/app/config.ts'
import { startServer } from '../server/app/start.ts'
import { runCommand } from '../server/base/errors.ts'
import { buildForTests, testEnv } from './lib/test-console.ts'
import { explain } from './lib/usage.ts'

explain(`Usage: npm run scenes

Serves every screen in every state, with an index at http://localhost:4100/scenes. Stores nothing on disk.
`)

/** `npm run scenes`: serves every screen in every state, with an index at `/scenes`. Stores nothing on disk. */
await runCommand(async () => {
  const code = await buildForTests()
  if (code) process.exit(code)
  await startServer(readConfig(testEnv()), sceneStandIns)
})
