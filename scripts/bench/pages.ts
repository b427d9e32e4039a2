import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../lib/test-console.ts'

/** The element, with a text if needed, that shows that a route's content is ready. */
interface Content {
  selector: string
  text: string
}

/** Every route and its content once its data is loaded. */
const ROUTES: Record<string, Content> = {
  '/sign-up': { selector: '.cl-formButtonPrimary', text: '' },
  '/': { selector: 'main', text: 'total leads' },
  '/leads': { selector: 'main', text: '1-20 of' },
  '/agent': { selector: 'main', text: 'What your agent tells visitors' },
  '/playground': { selector: 'dialog iframe', text: '' },
  '/integrations': { selector: 'main', text: 'Connect' },
  '/organization': { selector: '.cl-organizationProfile-root', text: '' },
  '/billing': { selector: '.cl-pricingTableCard', text: '' },
}

/** The element that shows the last visit's data before the API responds. */
const DRAWN_AT_ONCE = new Set(['/', '/leads', '/integrations'])

const RUNS = Number(process.env.BENCH_RUNS || 3)
const SETTLED_MS = 500
const LONGEST_WAIT_MS = 20_000

/** A mid-range phone on a slow mobile network. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  slowdown: 4,
  latency: 150,
  kilobits: 1_600,
}

/** One load of a page: times in milliseconds since navigation, bytes as transferred. */
interface Load {
  firstPaint: number
  largestPaint: number
  content: number
  settled: number
  shift: number
  longTasks: number
  longest: number
  requests: number
  bytes: number
}

/**
 * Runs in the page. Resolves once the content is ready and no request has ended and no task over 50 ms has run for
 * `quiet` milliseconds; after `longest`, resolves with what it has recorded.
 */
function observe([quiet, longest, { selector, text }]: readonly [number, number, Content]): Promise<
  Omit<Load, 'bytes' | 'requests'>
> {
  return new Promise((done) => {
    const seen = { largestPaint: 0, content: Number.NaN, shift: 0, longTasks: 0, longest: 0 }
    let lastActivity = 0
    const on = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    const active = (entry: PerformanceEntry) => {
      lastActivity = Math.max(lastActivity, entry.startTime + entry.duration)
    }
    on('resource', active)
    on('longtask', (entry) => {
      active(entry)
      seen.longTasks += 1
      seen.longest = Math.max(seen.longest, entry.duration)
    })
    on('largest-contentful-paint', (entry) => {
      seen.largestPaint = entry.startTime
      active(entry)
    })
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    })
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const now = performance.now()
      const isReady = document.querySelector(selector)?.textContent?.includes(text)
      if (isReady && Number.isNaN(seen.content)) seen.content = now
      const isQuiet = isReady && document.readyState === 'complete' && now - lastActivity > quiet
      if (!(paint && isQuiet) && now < longest) return
      clearInterval(timer)
      done({ ...seen, firstPaint: paint?.startTime ?? 0, settled: lastActivity })
    }
    const timer = setInterval(look, 50)
  })
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latency,
    downloadThroughput: (PHONE.kilobits * 1000) / 8,
    uploadThroughput: (PHONE.kilobits * 1000) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
}

/** Loads a route in a new, slowed-down page and counts the transfer; if `silent`, the API never responds. */
async function load(context: BrowserContext, route: string, content: Content, silent = false): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // Blocked without a page route, because routes disable the page's cache.
  if (silent) await session.send('Fetch.enable', { patterns: [{ urlPattern: `${TEST_ORIGINS.api}/*` }] })
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests += 1
  })
  await slowDown(session)
  await page.goto(TEST_ORIGINS.console + route, { waitUntil: 'commit' })
  const seen = await page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS, content] as const)
  await page.close()
  return { ...seen, bytes, requests }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const number = (value: number, digits = 0) => (Number.isNaN(value) ? 'never' : value.toFixed(digits))
const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |\n`
const head = (...titles: string[]) => row(...titles) + row(...titles.map(() => '---'))

function loadRow(route: string, visit: string, loads: Load[]): string {
  const of = (pick: (load: Load) => number, digits = 0) => number(median(loads.map(pick)), digits)
  return row(
    `\`${route}\``,
    visit,
    of((l) => l.firstPaint),
    of((l) => l.largestPaint),
    of((l) => l.content),
    of((l) => l.settled),
    `${of((l) => l.longTasks)} (${of((l) => l.longest)})`,
    of((l) => l.shift, 3),
    of((l) => l.requests),
    of((l) => l.bytes / 1000),
  )
}

/** Milliseconds from a click in the menu to the other screen's content; NaN if it never appears. */
function move(page: Page, path: string, content: Content): Promise<number> {
  return page.evaluate(
    ([to, { selector, text }, longest]) =>
      new Promise<number>((done) => {
        const start = performance.now()
        const look = () => {
          const passed = performance.now() - start
          const isReady = document.querySelector(selector)?.textContent?.includes(text)
          if (location.pathname === to && isReady) done(passed)
          else if (passed > longest) done(Number.NaN)
          else requestAnimationFrame(look)
        }
        document.querySelector<HTMLElement>(`[data-item="${to}"]`)?.click()
        requestAnimationFrame(look)
      }),
    [path, content, LONGEST_WAIT_MS] as const,
  )
}

const OVERVIEW = '/'
const FROM_OVERVIEW = ['/leads', '/agent', '/integrations', '/billing']

/** Moves from the dashboard to each screen and back, twice: the first and the repeated cost. */
async function measureMoves(browser: Browser, session: BrowserContextOptions): Promise<string> {
  const times = new Map<string, number[][]>()
  const go = async (page: Page, to: string) => {
    const content = ROUTES[to] as Content
    const time = await move(page, to, content)
    await page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS, content] as const)
    return time
  }
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ ...session, viewport: PHONE.viewport })
    const page = await context.newPage()
    await slowDown(await context.newCDPSession(page))
    await page.goto(TEST_ORIGINS.console + OVERVIEW)
    await page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS, ROUTES[OVERVIEW] as Content] as const)
    for (const time of [0, 1]) {
      for (const to of FROM_OVERVIEW) {
        const there = await go(page, to)
        const back = await go(page, OVERVIEW)
        for (const [way, value] of [
          [`\`/\` to \`${to}\``, there],
          [`\`${to}\` to \`/\``, back],
        ] as const) {
          const both = times.get(way) ?? [[], []]
          both[time]?.push(value)
          times.set(way, both)
        }
      }
    }
    await context.close()
  }
  const rows = [...times].map(([way, both]) => row(way, ...both.map((values) => number(median(values)))))
  return head('route', 'first, ms', 'again, ms') + rows.join('')
}

/** Loads every route cold, warm, and without the API, and moves between screens, on a slowed phone; prints medians. */
export async function benchPages(browser: Browser, session: BrowserContextOptions): Promise<void> {
  process.stdout.write(
    `A phone: processor ${PHONE.slowdown} times slower, ${PHONE.latency} ms and ${PHONE.kilobits / 1000} Mbit/s; medians of ${RUNS}.\n\n`,
  )
  process.stdout.write(
    head('page', 'visit', 'FCP', 'LCP', 'content', 'settled', 'long tasks', 'CLS', 'requests', 'kB'),
  )
  for (const [route, content] of Object.entries(ROUTES)) {
    const isSignUp = route === '/sign-up'
    const visits: Record<string, Load[]> = { cold: [], warm: [] }
    if (DRAWN_AT_ONCE.has(route)) visits.silent = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({
        ...(isSignUp ? {} : session),
        viewport: PHONE.viewport,
      })
      for (const [visit, loads] of Object.entries(visits)) {
        loads.push(await load(context, route, content, visit === 'silent'))
      }
      await context.close()
    }
    for (const [visit, loads] of Object.entries(visits)) {
      process.stdout.write(loadRow(route, visit, loads))
    }
  }
  process.stdout.write(`\n${await measureMoves(browser, session)}`)
}
