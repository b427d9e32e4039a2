import { setTimeout } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { loadClerkIn } from '../tests/support/clerk-in-page.ts'
import {
  type Content,
  LONGEST_WAIT_MS,
  PHONE,
  ROUTES,
  settle,
  slowDown,
  speedUp,
  type Vitals,
} from './phone.ts'
import { type Figures, head, median, row, shown } from './report.ts'

/** The routes that show the last visit's data before the API responds. */
const DRAWN_AT_ONCE = new Set(['/', '/leads', '/integrations'])

const RUNS = Number(process.env.BENCH_RUNS || 3)

/** The targets for web vitals. */
const TARGETS = { LCP: 2_500, CLS: 0.01, TBT: 200 }

interface Load extends Vitals {
  requests: number
  bytes: number
}

/** The kind of visit: a first one, a later one, or one during which the API never responds. */
type Visit = 'cold' | 'warm' | 'silent'

/** Runs in the page: installs the service worker, and resolves once it is active. */
async function installed(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}

/** Loads a route in a new, throttled page and records the transfer. */
async function load(context: BrowserContext, route: string, content: Content, visit: Visit): Promise<Load> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // Requests are blocked without a page route, because routes disable the page's cache.
  if (visit === 'silent')
    await session.send('Fetch.enable', { patterns: [{ urlPattern: `${TEST_ORIGINS.api}/*` }] })
  let bytes = 0
  let requests = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    if (encodedDataLength > 0) requests += 1
  })
  await slowDown(session)
  await page.goto(TEST_ORIGINS.console + route, { waitUntil: 'commit' })
  const seen = await settle(page, content)
  const measured = { ...seen, bytes, requests }
  if (visit === 'cold') {
    await speedUp(session)
    // The console does this after five seconds.
    if (route !== '/sign-up') await page.evaluate(installed)
    if (DRAWN_AT_ONCE.has(route)) {
      // The page stores its data once it has the user's name, after the first tap.
      await loadClerkIn(page)
      await settle(page, content)
      // The page stores what it shows when the user leaves.
      await page.goto('about:blank')
    }
  }
  await page.close()
  return measured
}

/** Prints the medians of one kind of visit, and adds them to the figures. */
function reportLoads(route: string, visit: string, loads: Load[], figures: Figures): void {
  const of = (pick: (load: Load) => number) => median(loads.map(pick))
  const vitals = { LCP: of((l) => l.largestPaint), CLS: of((l) => l.shift), TBT: of((l) => l.blocking) }
  const measured: Figures = {
    'FCP, ms': of((l) => l.firstPaint),
    'LCP, ms': vitals.LCP,
    'content, ms': of((l) => l.content),
    'settled, ms': of((l) => l.settled),
    'TBT, ms': vitals.TBT,
    CLS: vitals.CLS,
    requests: of((l) => l.requests),
    kB: of((l) => l.bytes / 1000),
  }
  for (const [name, value] of Object.entries(measured)) figures[`pages: ${route} ${visit}, ${name}`] = value
  const missed = (['LCP', 'CLS', 'TBT'] as const).filter((name) => !(vitals[name] < TARGETS[name]))
  row(
    `\`${route}\``,
    visit,
    ...Object.entries(measured).map(([name, value]) => shown(value, name === 'CLS' ? 3 : 0)),
    `${shown(of((l) => l.longTasks))} (${shown(of((l) => l.longest))})`,
    missed.join(', '),
  )
}

/** Milliseconds for which a finger stays on the screen. */
const HELD_MS = 60

/** Taps the visible element that matches `selector` through the browser's input. */
async function tap(page: Page, devtools: CDPSession, selector: string): Promise<void> {
  const target = page.locator(selector).filter({ visible: true })
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${selector} has no place on the screen`)
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] })
  await setTimeout(HELD_MS)
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

/**
 * Returns the milliseconds from the press on a menu item to the content of the next screen; NaN if it never appears.
 * Opens the sheet behind More first.
 */
async function move(page: Page, devtools: CDPSession, path: string, content: Content): Promise<number> {
  const item = `[data-item="${path}"]`
  if (await page.locator(`[data-rest] ${item}`).count()) await tap(page, devtools, 'button[data-more]')
  await page.locator(item).filter({ visible: true }).waitFor()
  const passed = await page.evaluateHandle(
    ([to, { selector, text }, longest]) => {
      const shown = new Promise<number>((done) => {
        addEventListener(
          'pointerdown',
          ({ timeStamp }) => {
            const look = () => {
              const time = performance.now() - timeStamp
              const isReady = document.querySelector(selector)?.textContent?.includes(text)
              if (location.pathname === to && isReady) done(time)
              else if (time > longest) done(Number.NaN)
              else requestAnimationFrame(look)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
      return { shown }
    },
    [path, content, LONGEST_WAIT_MS] as const,
  )
  await tap(page, devtools, item)
  return passed.evaluate(({ shown }) => shown)
}

const OVERVIEW = '/'
const FROM_OVERVIEW = ['/leads', '/agent', '/integrations', '/billing']

/** Navigates from the dashboard to each screen and back, twice, to measure the initial and the repeated cost. */
async function measureMoves(
  browser: Browser,
  session: BrowserContextOptions,
  figures: Figures,
): Promise<void> {
  const times = new Map<string, number[][]>()
  const go = async (page: Page, devtools: CDPSession, to: string) => {
    const content = ROUTES[to] as Content
    const time = await move(page, devtools, to, content)
    await settle(page, content)
    return time
  }
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ ...session, viewport: PHONE.viewport, hasTouch: true })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools)
    await page.goto(TEST_ORIGINS.console + OVERVIEW)
    await settle(page, ROUTES[OVERVIEW] as Content)
    for (const time of [0, 1]) {
      for (const to of FROM_OVERVIEW) {
        const there = await go(page, devtools, to)
        const back = await go(page, devtools, OVERVIEW)
        for (const [way, value] of [
          [`${OVERVIEW} to ${to}`, there],
          [`${to} to ${OVERVIEW}`, back],
        ] as const) {
          const both = times.get(way) ?? [[], []]
          both[time]?.push(value)
          times.set(way, both)
        }
      }
    }
    await context.close()
  }
  process.stdout.write('\nFrom a tap in the menu to the content of the other screen:\n\n')
  head('route', 'first, ms', 'again, ms')
  for (const [way, [first = [], again = []]] of times) {
    figures[`pages: ${way}, first, ms`] = median(first)
    figures[`pages: ${way}, again, ms`] = median(again)
    row(way, shown(median(first)), shown(median(again)))
  }
}

/**
 * Loads every route cold, warm, and without the API, and navigates between screens on a throttled phone. Prints the
 * medians and the web vitals that miss their targets.
 */
export async function benchPages(browser: Browser, session: BrowserContextOptions): Promise<Figures> {
  const figures: Figures = {}
  process.stdout.write(
    `A phone: processor ${PHONE.slowdown} times slower, ${PHONE.latency} ms and ${PHONE.kilobits / 1000} Mbit/s; medians of ${RUNS}.\n\n`,
  )
  head(
    'page',
    'visit',
    'FCP',
    'LCP',
    'content',
    'settled',
    'TBT',
    'CLS',
    'requests',
    'kB',
    'long tasks',
    'missed',
  )
  for (const [route, content] of Object.entries(ROUTES)) {
    const isSignUp = route === '/sign-up'
    const kinds: Visit[] = DRAWN_AT_ONCE.has(route) ? ['cold', 'warm', 'silent'] : ['cold', 'warm']
    const visits = new Map<Visit, Load[]>(kinds.map((visit) => [visit, []]))
    for (let run = 0; run < RUNS; run += 1) {
      const context = await browser.newContext({
        ...(isSignUp ? {} : session),
        viewport: PHONE.viewport,
      })
      for (const [visit, loads] of visits) loads.push(await load(context, route, content, visit))
      await context.close()
    }
    for (const [visit, loads] of visits) reportLoads(route, visit, loads, figures)
  }
  await measureMoves(browser, session, figures)
  return figures
}
