import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const astroEnv = fileURLToPath(new URL('./tests/support/astro-env.ts', import.meta.url))

/** `unit` is fast and touches no socket; `server` runs the real application on an embedded database. */
export default defineConfig({
  resolve: { alias: { 'astro:env/client': astroEnv } },
  test: {
    restoreMocks: true,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // By default, one core stays idle.
    maxWorkers: '100%',
    // A shared machine may stall for longer than the default timeout.
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/scripts/**/*.test.ts'],
          // In this zone, a UTC time that is read or shown as local time is wrong, also in its minutes.
          env: { TZ: 'America/St_Johns' },
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['tests/{server,local}/**/*.test.ts'],
          // Its files change nothing outside themselves, and loading the server again for each one costs more than its tests.
          isolate: false,
        },
      },
    ],
  },
})
