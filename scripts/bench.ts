import { type Browser, chromium } from '@playwright/test'
import { OWNER, signInByRequest } from '../tests/support/sign-in.ts'
import { measureInstances } from './bench/instances.ts'
import { benchLeads } from './bench/leads.ts'
import { benchPages } from './bench/pages.ts'
import { benchTyping } from './bench/typing.ts'
import { measureVisitors } from './bench/visitors.ts'
import { measureWidget } from './bench/widget.ts'
import { CHROMIUM_FLAGS, ensureBrowser } from './browser.ts'
import { startCompanion } from './lib/test-companion.ts'
import { TEST_ORIGINS } from './lib/test-console.ts'

/** CPU slowdown factor. */
const CPU_SLOWDOWN = Number(process.env.BENCH_SLOWDOWN || 4)

/** A session with the cookies that Clerk's script leaves in a browser. */
async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: TEST_ORIGINS.console, serviceWorkers: 'block' })
  await signInByRequest(context.request, OWNER)
  const page = await context.newPage()
  await page.goto('/organization')
  await page.waitForFunction(() =>
    /__session.*clerk_active_context|clerk_active_context.*__session/.test(document.cookie),
  )
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}

const PARTS: Record<string, (browser: Browser) => Promise<void>> = {
  pages: async (browser) => benchPages(browser, await signedIn(browser)),
  leads: (browser) => benchLeads(browser, () => signedIn(browser), CPU_SLOWDOWN),
  typing: async (browser) => benchTyping(browser, await signedIn(browser)),
  widget: (browser) => measureWidget(browser, CPU_SLOWDOWN),
  visitors: () => measureVisitors(TEST_ORIGINS.api),
  instances: measureInstances,
}

/** `npm run bench` measures everything; `npm run bench -- leads pages` measures the named parts. */
async function main(asked: string[]): Promise<void> {
  const unknown = asked.find((name) => !PARTS[name])
  if (unknown) {
    process.stdout.write(`There is no part "${unknown}". Parts: ${Object.keys(PARTS).join(', ')}.\n`)
    process.exitCode = 1
    return
  }
  const companion = await startCompanion()
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS })
  try {
    for (const [name, run] of Object.entries(PARTS))
      if (asked.length === 0 || asked.includes(name)) await run(browser)
  } finally {
    await browser.close()
    companion.stop()
  }
}

await main(process.argv.slice(2))
