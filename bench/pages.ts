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
import { type ReferenceTimes, visitReference } from './reference.ts'
import { type Figures, head, median, medianRatio, row, shown, shownFigure } from './report.ts'

/** The routes that show the last visit's data before the API responds. */
const DRAWN_AT_ONCE = new Set(['/', '/leads', '/integrations'])

const RUNS = Number(process.env.BENCH_RUNS || 3)

/** The targets for web vitals. */
const TARGETS = { LCP: 2_500, CLS: 0.01, TBT: 200 }

/** The number of pages measured after each visit to the reference page. */
const PAGES_PER_REFERENCE = 2

interface Load extends Vitals {
  requests: number
  bytes: number
  /** The reference page's content time of the same kind of visit, just before. */
  reference: number
}

/** The kind of visit: a first one, a later one, or one during which the API never responds. */
type Visit = 'cold' | 'warm' | 'silent'

/** Runs in the page: installs the service worker, and resolves once it is active. */
async function installed(): Promise<void> {
  await navigator.serviceWorker.register('/sw.js')
  await navigator.serviceWorker.ready
}

/** Loads a route in a new, throttled page and records the transfer. */
async function load(
  context: BrowserContext,
  route: string,
  content: Content,
  visit: Visit,
): Promise<Omit<Load, 'reference'>> {
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

/** The times of a visit that are compared with the reference page. */
const TIMES: Record<string, (load: Load) => number> = {
  FCP: (load) => load.firstPaint,
  LCP: (load) => load.largestPaint,
  content: (load) => load.content,
  settled: (load) => load.settled,
  TBT: (load) => load.blocking,
}

/** Prints the medians of one kind of visit, and adds those that are compared to the figures. */
function reportLoads(route: string, visit: string, loads: Load[], figures: Figures): void {
  const of = (pick: (load: Load) => number) => median(loads.map(pick))
  const references = loads.map(({ reference }) => reference)
  const ratios = Object.entries(TIMES).map(([name, pick]) => [
    `${name}, ratio`,
    medianRatio(loads.map(pick), references),
  ])
  const measured: Figures = {
    ...Object.fromEntries(ratios),
    CLS: of((l) => l.shift),
    requests: of((l) => l.requests),
    kB: of((l) => l.bytes / 1000),
  }
  for (const [name, value] of Object.entries(measured)) figures[`pages: ${route} ${visit}, ${name}`] = value
  const vitals = { LCP: of((l) => l.largestPaint), CLS: of((l) => l.shift), TBT: of((l) => l.blocking) }
  const missed = (['LCP', 'CLS', 'TBT'] as const).filter((name) => !(vitals[name] < TARGETS[name]))
  row(
    `\`${route}\``,
    visit,
    ...Object.entries(measured).map(([name, value]) => shownFigure(`, ${name}`, value)),
    ...Object.values(TIMES).map((pick) => shown(of(pick))),
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
  if (await page.locator(`[data-rest] ${item}`).count()) await tap(page, devtools, '[data-more]')
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

/** Milliseconds of a navigation, and the reference page's warm visits in the same runs. */
interface Moves {
  times: number[]
  references: number[]
}

/** Navigates from the dashboard to each screen and back, twice, to measure the initial and the repeated cost. */
async function measureMoves(
  browser: Browser,
  session: BrowserContextOptions,
  reference: string,
  figures: Figures,
): Promise<void> {
  const ways = new Map<string, { first: Moves; again: Moves }>()
  const go = async (page: Page, devtools: CDPSession, to: string) => {
    const content = ROUTES[to] as Content
    const time = await move(page, devtools, to, content)
    await settle(page, content)
    return time
  }
  for (let run = 0; run < RUNS; run += 1) {
    const { warm } = await visitReference(browser, reference)
    const context = await browser.newContext({ ...session, viewport: PHONE.viewport, hasTouch: true })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools)
    await page.goto(TEST_ORIGINS.console + OVERVIEW)
    await settle(page, ROUTES[OVERVIEW] as Content)
    for (const time of ['first', 'again'] as const) {
      for (const screen of FROM_OVERVIEW) {
        for (const [from, to] of [
          [OVERVIEW, screen],
          [screen, OVERVIEW],
        ] as const) {
          const way = `${from} to ${to}`
          const empty = () => ({ times: [], references: [] })
          const moves = ways.get(way) ?? { first: empty(), again: empty() }
          ways.set(way, moves)
          moves[time].times.push(await go(page, devtools, to))
          moves[time].references.push(warm)
        }
      }
    }
    await context.close()
  }
  process.stdout.write(
    '\nFrom a tap in the menu to the content of the other screen, divided by a warm visit to the reference page:\n\n',
  )
  head('navigation', 'first', 'again', 'first, ms', 'again, ms')
  for (const [way, { first, again }] of ways) {
    const [firstRatio, againRatio] = [first, again].map(({ times, references }) =>
      medianRatio(times, references),
    ) as [number, number]
    figures[`pages: ${way}, first, ratio`] = firstRatio
    figures[`pages: ${way}, again, ratio`] = againRatio
    const milliseconds = [first, again].map(({ times }) => shown(median(times)))
    row(way, shown(firstRatio, 2), shown(againRatio, 2), ...milliseconds)
  }
}

/** Loads all routes, each in a new browser context, and the reference page before every few of them. */
async function loadAll(
  browser: Browser,
  session: BrowserContextOptions,
  reference: string,
  add: (route: string, visit: Visit, load: Load) => void,
): Promise<void> {
  let times: ReferenceTimes = { cold: Number.NaN, warm: Number.NaN }
  for (const [place, [route, content]] of Object.entries(ROUTES).entries()) {
    if (place % PAGES_PER_REFERENCE === 0) times = await visitReference(browser, reference)
    const kinds: Visit[] = DRAWN_AT_ONCE.has(route) ? ['cold', 'warm', 'silent'] : ['cold', 'warm']
    const context = await browser.newContext({
      ...(route === '/sign-up' ? {} : session),
      viewport: PHONE.viewport,
    })
    for (const visit of kinds) {
      const measured = await load(context, route, content, visit)
      add(route, visit, { ...measured, reference: visit === 'cold' ? times.cold : times.warm })
    }
    await context.close()
  }
}

/**
 * Loads every route cold, warm, and without the API, and navigates between screens on a throttled phone. Prints the
 * medians and the web vitals that miss their targets.
 */
export async function benchPages(
  browser: Browser,
  session: BrowserContextOptions,
  reference: string,
): Promise<Figures> {
  const figures: Figures = {}
  const visits = new Map<string, { route: string; visit: Visit; loads: Load[] }>()
  for (let run = 0; run < RUNS; run += 1) {
    await loadAll(browser, session, reference, (route, visit, measured) => {
      const each = visits.get(`${route} ${visit}`) ?? { route, visit, loads: [] }
      each.loads.push(measured)
      visits.set(`${route} ${visit}`, each)
    })
  }
  const all = [...visits.values()]
  const referenceOf = (kind: Visit) =>
    shown(
      median(
        all.filter(({ visit }) => visit === kind).flatMap(({ loads }) => loads.map((each) => each.reference)),
      ),
    )
  process.stdout.write(
    `A phone: processor ${PHONE.slowdown} times slower, ${PHONE.latency} ms and ${PHONE.kilobits / 1000} Mbit/s; medians of ${RUNS}.\nTimes are divided by the content time of the reference page: cold ${referenceOf('cold')} ms, warm ${referenceOf('warm')} ms.\n\n`,
  )
  head(
    'page',
    'visit',
    ...Object.keys(TIMES),
    'CLS',
    'requests',
    'kB',
    ...Object.keys(TIMES).map((name) => `${name}, ms`),
    'long tasks',
    'missed',
  )
  for (const { route, visit, loads } of all) reportLoads(route, visit, loads, figures)
  await measureMoves(browser, session, reference, figures)
  return figures
}
