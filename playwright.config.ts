import { defineConfig, devices } from '@playwright/test'
import { CHROMIUM_FLAGS, findBrowser, testBrowser, WHOLE_BROWSER_SPECS } from './scripts/lib/browser.ts'
import { originsOf, TEST_ORIGINS } from './scripts/lib/test-console.ts'

const report = process.env.E2E_REPORT

/** A dot a test; failures and flaky tests are printed completely. */
const progress = process.stdout.isTTY ? 'list' : 'dot'

const WORKERS = 2

/** The built export and the server behind it. The tests of a worker share its server and database. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  workers: WORKERS,
  fullyParallel: false,
  forbidOnly: true,
  // A shared machine may stall. A test that passes only on the retry is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  // Twice what the slowest test takes while two builds run on the same two cores.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: report ? [[progress], ['json', { outputFile: report }]] : [[progress]],
  use: {
    baseURL: TEST_ORIGINS.console,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Drawing each frame of an animation takes a tenth of the processor's time.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    // A test's routes don't see what a service worker serves, so only its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: { executablePath: testBrowser(), args: CHROMIUM_FLAGS },
  },
  projects: [
    {
      name: 'desktop',
      testIgnore: ['**/*.phone.spec.ts', ...(findBrowser() ? [] : WHOLE_BROWSER_SPECS)],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: ['**/*.phone.spec.ts'],
      // The layout is the same with one device pixel for each CSS pixel, and a seventh of the pixels is drawn.
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
    },
  ],
  webServer: Array.from({ length: WORKERS }, (_, slot) => ({
    command: `"${process.execPath}" scripts/test-server.ts`,
    url: `${originsOf(slot).api}/healthz`,
    env: { TEST_PARALLEL_INDEX: String(slot), LOG_LEVEL: 'info' },
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  })),
})
