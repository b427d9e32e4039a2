import { type Browser, chromium } from '@playwright/test'
import { severalAtOnce } from '../src/domain/common/several-at-once.ts'
import { OWNER, signInByRequest } from '../tests/support/sign-in.ts'
import { CHROMIUM_FLAGS, testBrowser } from './lib/browser.ts'
import { outdated } from './lib/outdated.ts'
import { consoleRoutes, type Route } from './lib/routes.ts'
import { TEST_ORIGINS } from './lib/test-console.ts'
import { startServerProcess } from './lib/test-server.ts'
import { type Kind, recordTransfers, type Transfer, untilQuiet } from './lib/transfers.ts'

/**
 * `npm run budget`: the weight of each page for an owner who returns to a new version of the console. Measures what a
 * phone's browser transfers from the server until the page is quiet, including what loads when idle, Clerk's
 * bundles, and the API's responses; the headless shell doesn't request the icon. Fails if a page exceeds its budget.
 */

interface Budget {
  /** kB (1,000 bytes) including headers: for all files, and for the page's style sheets. */
  total: number
  css: number
  /** Requests for the export's scripts and style sheets. */
  files: number
}

const USUAL: Budget = { total: 220, css: 20, files: 29 }

/** The totals of pages with another one. */
const TOTALS: Partial<Record<string, number>> = {
  '/': 217,
  '/leads': 236,
  '/leads/:leadId': 263,
  '/conversations/:conversationId': 224,
  '/agent': 239,
  '/playground': 305,
  '/integrations': 190,
  '/organization': 513,
  '/billing': 494,
  '/sign-up': 410,
}

/** The files of pages with another number. A lead's page also shows the notifications that were sent about it. */
const FILES_OF: Partial<Record<string, number>> = { '/leads/:leadId': 40 }

const PHONE = { viewport: { width: 390, height: 844 } }
/** Milliseconds without a request after which a page is quiet. */
const QUIET_MS = 2_000
const AT_ONCE = 3
const KINDS: readonly Kind[] = ['html', 'css', 'js', 'other', 'clerk', 'api']
const FILES: readonly Kind[] = ['css', 'js']
const NAME_WIDTH = 32

const ROUTES = consoleRoutes()
/** Returns the route of the detail pages of a list, if it has any. */
const detailsOf = ({ path }: Route) => ROUTES.find((route) => route.path.startsWith(`${path}/:`))

const kilobytes = (transfers: readonly Transfer[], kinds: readonly Kind[]) =>
  transfers.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000

let over = 0
function cell(value: number, most: number, digits = 0): string {
  if (value > most) over += 1
  return `${value.toFixed(digits)}/${most}${value > most ? ' OVER' : ''}`.padStart(14)
}

type StorageState = Awaited<ReturnType<typeof returningOwner>>

/** Returns the cookies and storage of an owner who has used the console in this browser. */
async function returningOwner(browser: Browser) {
  const context = await browser.newContext({ ...PHONE, baseURL: TEST_ORIGINS.console })
  await signInByRequest(context.request, OWNER)
  const page = await context.newPage()
  await page.goto('/billing')
  await page.locator('.cl-pricingTableCard').first().waitFor()
  const state = await context.storageState({ indexedDB: true })
  await context.close()
  return { ...state, cookies: state.cookies.map(outdated) }
}

/** Loads a page in a separate browser. Returns its table row and the path of the first detail page that it lists. */
async function measure(browser: Browser, route: Route, path: string, owner: StorageState) {
  const { total, files: most } = USUAL
  const budget = { ...USUAL, total: TOTALS[route.path] ?? total, files: FILES_OF[route.path] ?? most }
  const context = await browser.newContext({
    ...PHONE,
    baseURL: TEST_ORIGINS.console,
    ...(route.isGuarded && { storageState: owner }),
  })
  // The headless shell reports a mouse that no one moves, which would make the page load Clerk.
  await context.addInitScript(() =>
    addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true }),
  )
  const page = await context.newPage()
  const transfers = await recordTransfers(await context.newCDPSession(page), TEST_ORIGINS)
  await page.goto(path)
  await untilQuiet(transfers, QUIET_MS)
  // The first conversations are unread. Marking one as read also loads Clerk.
  const links = page.locator(`main a[href^="${route.path}/"]`)
  const link = route.path === '/conversations' ? links.last() : links.first()
  const listed = detailsOf(route) ? await link.getAttribute('href') : null
  await context.close()
  const files = transfers.filter(({ kind }) => FILES.includes(kind)).length
  const cells = [
    cell(kilobytes(transfers, KINDS), budget.total),
    cell(kilobytes(transfers, ['css']), budget.css, 1),
    cell(files, budget.files),
    ...KINDS.map((kind) => kilobytes(transfers, [kind]).toFixed(1).padStart(14)),
    String(transfers.length).padStart(14),
  ]
  return { row: `${route.path.padEnd(NAME_WIDTH)}${cells.join('')}\n`, listed }
}

/** Measures all pages, several at a time, because they mostly wait to become quiet. */
async function measureAll(browser: Browser): Promise<Map<string, string>> {
  const owner = await returningOwner(browser)
  const rows = new Map<string, string>()
  const lists = ROUTES.filter(({ path }) => !path.includes(':'))
  await severalAtOnce(AT_ONCE, lists, async (route) => {
    const { row, listed } = await measure(browser, route, route.path, owner)
    rows.set(route.path, row)
    const details = detailsOf(route)
    if (listed && details) rows.set(details.path, (await measure(browser, details, listed, owner)).row)
  })
  return rows
}

async function main(): Promise<void> {
  const server = await startServerProcess()
  const browser = await chromium.launch({ executablePath: testBrowser(), args: CHROMIUM_FLAGS })
  try {
    const rows = await measureAll(browser)
    const titles = ['total', 'css', 'files', ...KINDS.map((kind) => `${kind} kB`), 'requests']
    process.stdout.write(
      `${'kB / budget'.padEnd(NAME_WIDTH)}${titles.map((title) => title.padStart(14)).join('')}\n`,
    )
    for (const { path } of ROUTES) {
      const row = rows.get(path)
      if (row === undefined) throw new Error(`No page of the list leads to ${path}.`)
      process.stdout.write(row)
    }
  } finally {
    await browser.close()
    server.stop()
  }
  if (over)
    process.stdout.write(`${over} over budget: load the heavy part on intent, or import less of it.\n`)
  process.exitCode = over ? 1 : 0
}

await main()
