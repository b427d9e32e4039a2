import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { OWNER, signInByRequest } from '../tests/support/sign-in.ts'
import { measureVisitors } from './bench/visitors.ts'
import { benchLeads } from './bench-leads.ts'
import { CHROMIUM_FLAGS, ensureBrowser } from './browser.ts'
import { startNode } from './lib/run.ts'
import { TEST_ORIGINS } from './lib/test-console.ts'

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
const CPU_SLOWDOWN = 4
const SETTLED_MS = 500
const LONGEST_WAIT_MS = 60_000

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

/** Loads a route in a page of its own with a slowed processor and counts what crosses the wire. */
async function load(context: BrowserContext, route: string): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests += 1
  })
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
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
    median(loads.map(pick)).toFixed(digits).padStart(10)
  const cells = [
    of((l) => l.firstPaint),
    of((l) => l.largestPaint),
    of((l) => l.settled),
    of((l) => l.blocked),
  ]
  const sizes = [of((l) => l.shift, 3), of((l) => l.requests), of((l) => l.bytes / 1000)]
  return name.padEnd(20) + [...cells, ...sizes].join('')
}

/** Starts the companion under test and waits until it answers; `stop` ends it. */
async function startCompanion(): Promise<{ stop: () => void }> {
  const child = startNode(['scripts/test-server.ts'], { stdio: ['ignore', 'ignore', 'inherit'] })
  let ended = false
  child.on('exit', () => {
    ended = true
  })
  for (;;) {
    const answer = await fetch(`${TEST_ORIGINS.api}/healthz`).catch(() => null)
    if (answer?.ok) return { stop: () => child.kill('SIGTERM') }
    if (ended) throw new Error('The companion did not start; see above.')
    await new Promise((wake) => setTimeout(wake, 250))
  }
}

async function signedIn(browser: Browser) {
  const context = await browser.newContext({ baseURL: TEST_ORIGINS.console })
  await signInByRequest(context.request, OWNER)
  const storageState = await context.storageState()
  await context.close()
  return { storageState }
}

async function measure(browser: Browser): Promise<void> {
  const { storageState } = await signedIn(browser)
  const head = ['FCP ms', 'LCP ms', 'settled ms', 'blocked ms', 'CLS', 'requests', 'kB']
  process.stdout.write(`Processor ${CPU_SLOWDOWN}x slower, no network delay, medians of ${RUNS}.\n`)
  process.stdout.write(`${''.padEnd(20)}${head.map((title) => title.padStart(10)).join('')}\n`)
  for (const route of ROUTES) {
    const cold: Load[] = []
    const warm: Load[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext(route === '/sign-up' ? {} : { storageState })
      cold.push(await load(context, route))
      warm.push(await load(context, route))
      await context.close()
    }
    process.stdout.write(`${row(`${route} cold`, cold)}\n${row(`${route} warm`, warm)}\n`)
  }
}

const companion = await startCompanion()
try {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS })
  try {
    const [part] = process.argv.slice(2)
    if (part !== 'leads') await measure(browser)
    if (part !== 'pages') await benchLeads(browser, () => signedIn(browser), CPU_SLOWDOWN)
  } finally {
    await browser.close()
  }
  await measureVisitors(TEST_ORIGINS.api)
} finally {
  companion.stop()
}
