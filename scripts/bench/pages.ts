import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../lib/test-console.ts'

const ROUTES = [
  '/sign-up',
  '/',
  '/leads',
  '/agent',
  '/playground',
  '/integrations',
  '/organization',
  '/billing',
]
const RUNS = Number(process.env.BENCH_RUNS || 3)
const SETTLED_MS = 500
const LONGEST_WAIT_MS = 60_000

/** A phone of the middle price on a slow mobile network. */
const PHONE = {
  viewport: { width: 390, height: 844 },
  slowdown: 4,
  latency: 150,
  kilobits: 1_600,
}

/** One load of a page: times in milliseconds since navigation, bytes as they went over the wire. */
interface Load {
  firstPaint: number
  largestPaint: number
  settled: number
  shift: number
  blocked: number
  requests: number
  bytes: number
}

/** Runs in the page: resolves once no request has ended and no long task has run for `quiet` milliseconds. */
function observe([quiet, longest]: readonly [number, number]): Promise<Omit<Load, 'bytes' | 'requests'>> {
  return new Promise((done) => {
    let largestPaint = 0
    let shift = 0
    let blocked = 0
    let lastActivity = 0
    const on = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
    const active = (entry: PerformanceEntry) => {
      lastActivity = Math.max(lastActivity, entry.startTime + entry.duration)
    }
    on('resource', active)
    on('longtask', (entry) => {
      active(entry)
      blocked += Math.max(0, entry.duration - 50)
    })
    on('largest-contentful-paint', (entry) => {
      largestPaint = entry.startTime
      active(entry)
    })
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) shift += value
    })
    const look = () => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const now = performance.now()
      if (!(paint && document.readyState === 'complete' && now - lastActivity > quiet) && now < longest)
        return
      clearInterval(timer)
      done({ firstPaint: paint?.startTime ?? 0, largestPaint, settled: lastActivity, shift, blocked })
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

/** Loads a route in a page of its own, slowed down, and counts what crosses the wire. */
async function load(context: BrowserContext, route: string): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests += 1
  })
  await slowDown(session)
  await page.goto(TEST_ORIGINS.console + route, { waitUntil: 'commit' })
  const seen = await page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS] as const)
  await page.close()
  return { ...seen, bytes, requests }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function row(name: string, loads: Load[]): string {
  const of = (pick: (load: Load) => number, digits = 0) =>
    median(loads.map(pick)).toFixed(digits).padStart(11)
  const cells = [
    of((l) => l.firstPaint),
    of((l) => l.largestPaint),
    of((l) => l.settled),
    of((l) => l.blocked),
  ]
  const sizes = [of((l) => l.shift, 3), of((l) => l.requests), of((l) => l.bytes / 1000)]
  return name.padEnd(20) + [...cells, ...sizes].join('')
}

/** From one screen to another: the link in the menu, and what says that the other's content stands. */
const WAYS = [
  { from: '/', to: '/leads', ready: /1-20 of \d+ leads/ },
  { from: '/leads', to: '/', ready: /\d+ total leads/ },
  { from: '/', to: '/agent', ready: /Profile completeness/ },
  { from: '/', to: '/integrations', ready: /integrations found/ },
] as const

/** Milliseconds from a click in the menu to the other screen's content. */
async function move(page: Page, to: string, ready: RegExp): Promise<number> {
  return page.evaluate(
    ([path, pattern]) =>
      new Promise<number>((done) => {
        const start = performance.now()
        const look = () => {
          const isThere = location.pathname === path && new RegExp(pattern).test(document.body.innerText)
          requestAnimationFrame(() => (isThere ? done(performance.now() - start) : look()))
        }
        document.querySelector<HTMLElement>(`[data-item="${path}"]`)?.click()
        look()
      }),
    [to, ready.source] as const,
  )
}

async function settle(page: Page): Promise<void> {
  await page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS] as const)
}

async function measureMoves(browser: Browser, session: BrowserContextOptions): Promise<void> {
  process.stdout.write(
    `\n${'in-app, ms'.padEnd(28)}${['first', 'again'].map((title) => title.padStart(10)).join('')}\n`,
  )
  for (const { from, to, ready } of WAYS) {
    const first: number[] = []
    const again: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({ ...session, viewport: PHONE.viewport })
      const page = await context.newPage()
      await slowDown(await context.newCDPSession(page))
      await page.goto(TEST_ORIGINS.console + from)
      await settle(page)
      first.push(await move(page, to, ready))
      await page.goBack()
      await settle(page)
      again.push(await move(page, to, ready))
      await context.close()
    }
    const cells = [first, again].map((times) => median(times).toFixed(0).padStart(10))
    process.stdout.write(`${`${from} to ${to}`.padEnd(28)}${cells.join('')}\n`)
  }
}

/** Loads every route cold and warm and moves between screens, on a slowed phone; prints medians. */
export async function benchPages(browser: Browser, session: BrowserContextOptions): Promise<void> {
  const head = ['FCP ms', 'LCP ms', 'settled ms', 'blocked ms', 'CLS', 'requests', 'kB']
  process.stdout.write(
    `A phone: processor ${PHONE.slowdown}x slower, ${PHONE.latency} ms and ${PHONE.kilobits / 1000} Mbit/s; medians of ${RUNS}.\n`,
  )
  process.stdout.write(`${''.padEnd(20)}${head.map((title) => title.padStart(11)).join('')}\n`)
  for (const route of ROUTES) {
    const cold: Load[] = []
    const warm: Load[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({
        ...(route === '/sign-up' ? {} : session),
        viewport: PHONE.viewport,
      })
      cold.push(await load(context, route))
      warm.push(await load(context, route))
      await context.close()
    }
    process.stdout.write(`${row(`${route} cold`, cold)}\n${row(`${route} warm`, warm)}\n`)
  }
  await measureMoves(browser, session)
}
