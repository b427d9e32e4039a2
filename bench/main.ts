import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, ensureBrowser } from '../scripts/lib/browser.ts'
import { outdated } from '../scripts/lib/outdated.ts'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { startServerProcess } from '../scripts/lib/test-server.ts'
import { explain } from '../scripts/lib/usage.ts'
import { OWNER, signInByRequest } from '../tests/support/sign-in.ts'
import { calibrate, calibrationText } from './calibration.ts'
import { measureInbox } from './inbox.ts'
import { measureInstances } from './instances.ts'
import { benchLeads } from './leads.ts'
import { measureLive } from './live.ts'
import { measureNotifications } from './notifications.ts'
import { benchPages } from './pages.ts'
import { startReference } from './reference.ts'
import { commit, compare, type Figures } from './report.ts'
import { measureScale } from './scale.ts'
import { writeTables } from './tables.ts'
import { benchTyping } from './typing.ts'
import { measureVisitors } from './visitors.ts'
import { printWaterfalls } from './waterfall.ts'
import { measureWidget } from './widget.ts'

const CPU_SLOWDOWN = Number(process.env.BENCH_SLOWDOWN || 4)

/** Opens a session with the cookies that Clerk's script left in the browser on an earlier visit. */
async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: TEST_ORIGINS.console, serviceWorkers: 'block' })
  await signInByRequest(context.request, OWNER)
  const page = await context.newPage()
  await page.goto('/organization')
  await page.waitForFunction(() =>
    /__session.*clerk_active_context|clerk_active_context.*__session/.test(document.cookie),
  )
  const { cookies } = await context.storageState()
  await context.close()
  return { storageState: { cookies: cookies.map(outdated), origins: [] } }
}

/**
 * The parts of the benchmark, which get the address of the reference page. Figures that they return are compared with
 * the committed ones.
 */
const PARTS: Record<string, (browser: Browser, reference: string) => Promise<unknown>> = {
  pages: async (browser, reference) => benchPages(browser, await signedIn(browser), reference),
  waterfall: async (browser) => printWaterfalls(browser, await signedIn(browser)),
  leads: (browser, reference) => benchLeads(browser, () => signedIn(browser), CPU_SLOWDOWN, reference),
  typing: (browser, reference) => benchTyping(browser, () => signedIn(browser), reference),
  widget: (browser) => measureWidget(browser, CPU_SLOWDOWN),
  visitors: () => measureVisitors(TEST_ORIGINS.api),
  instances: measureInstances,
  inbox: measureInbox,
  live: measureLive,
  notifications: measureNotifications,
  scale: measureScale,
}

const UPDATE = '--update'

explain(`Usage: npm run bench [-- PART…] [--update]

Measures the named parts, or all of them (docs/benchmarks.md), and the same work before and after them.
--update replaces the committed figures and the tables of docs/benchmarks.md.
Parts: ${Object.keys(PARTS).join(', ')}
`)

/**
 * `npm run bench` measures everything; `npm run bench -- leads pages` measures the named parts. With `--update`, the
 * figures become the committed ones and those of the document.
 */
async function main(args: string[]): Promise<void> {
  const asked = args.filter((arg) => arg !== UPDATE)
  const unknown = asked.find((name) => !PARTS[name])
  if (unknown) {
    process.stdout.write(`There is no part "${unknown}". Parts: ${Object.keys(PARTS).join(', ')}.\n`)
    process.exitCode = 1
    return
  }
  const reference = await startReference()
  const server = await startServerProcess()
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS })
  const figures: Figures = {}
  try {
    const before = await calibrate(browser)
    for (const [name, run] of Object.entries(PARTS))
      if (asked.length === 0 || asked.includes(name))
        Object.assign(figures, await run(browser, reference.url))
    process.stdout.write(`\n${calibrationText(before, await calibrate(browser))}\n`)
  } finally {
    await browser.close()
    await reference.close()
    server.stop()
  }
  if (Object.keys(figures).length === 0) return
  compare(figures)
  if (!args.includes(UPDATE)) return
  commit(figures)
  writeTables()
}

await main(process.argv.slice(2))
