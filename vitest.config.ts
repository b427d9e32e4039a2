import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const astroEnv = fileURLToPath(new URL('./tests/support/astro-env.ts', import.meta.url))

// In this zone, a UTC time that is read or shown as local time is wrong, also in its minutes.
const ZONE = { TZ: 'America/St_Johns' }
const RULES = 'tests/unit/{contract,domain}/**/*.test.{ts,tsx}'
/**
 * What Node.js can load itself, without Vite, and a worker loads once: the server, its stand-ins, the rules, and what test
 * servers share.
 */
const NATIVE = new RegExp(
  `^${literally(import.meta.dirname)}/(server/|dev/|widget/|src/(contract|domain)/|tests/support/((new-|server-)?database|key-pair)\\.).*ts$`,
)

/** The pattern that matches a text. */
function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Otherwise a worker spends more time optimizing the embedded database than using it. */
const UNOPTIMIZED = '--liftoff-only'

/** The slowest files, which begin first, so that no worker is left alone with one at the end. */
const SLOW =
  /\/(backups|notifications\/kills|hubspot\/(equal|import-killed)|erasure\/waiting-jobs|agent\/(cases|eval)|website\/read-website|db\/embedded|dev\/(main|stand-ins)\.)/

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/**
 * `rules` and `unit` are fast and touch no socket; `server` runs the real application on an embedded database. The files
 * of `rules` test functions without state, so they share what they load. The files of `unit` share the server and the
 * rules; each loads the console again, because its stores keep state. `tools` starts the tools that show the built
 * console, and `browsers` runs it in browsers other than Chromium.
 */
export default defineConfig({
  resolve: { alias: { 'astro:env/client': astroEnv } },
  test: {
    restoreMocks: true,
    // While two builds run on the same two cores, some tests take two minutes. A few set a longer limit of their own.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    // By default, one core stays idle.
    maxWorkers: '100%',
    sequence: { sequencer: SlowFirst },
    // A shared machine may stall for longer than the default timeout.
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: [RULES], env: ZONE, isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/{scripts,bench}/**/*.test.ts'],
          exclude: [RULES],
          env: ZONE,
          isolate: false,
          execArgv: [UNOPTIMIZED],
          setupFiles: ['tests/support/load-again.ts'],
          server: { deps: { external: [NATIVE] } },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,dev,widget}/**/*.test.ts'],
          // Its files change nothing outside themselves, and loading the server again for each one costs more than its tests.
          isolate: false,
        },
      },
      {
        extends: true,
        // One after the other, because they use the same ports.
        test: { name: 'tools', include: ['tests/tools/**/*.test.ts'], fileParallelism: false },
      },
      {
        extends: true,
        test: {
          name: 'browsers',
          include: ['tests/browsers/**/*.test.ts'],
        },
      },
    ],
  },
})
