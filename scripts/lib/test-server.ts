import { startNode } from './run.ts'
import { TEST_LOG, TEST_ORIGINS } from './test-console.ts'

/** Starts the server under test and waits until it responds. `stop` terminates it. */
export async function startServerProcess(): Promise<{ stop: () => void }> {
  const child = startNode(['scripts/test-server.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  for (;;) {
    const answer = await fetch(`${TEST_ORIGINS.api}/healthz`).catch(() => null)
    if (answer?.ok) return { stop: () => child.kill('SIGTERM') }
    if (ended) throw new Error(`The server did not start; see ${TEST_LOG}.`)
    await new Promise((wake) => setTimeout(wake, 250))
  }
}
