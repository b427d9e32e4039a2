import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { type Figures, head, median, resetData, row, shown } from './report.ts'
import { openPlace, PLACES, type Place } from './typing-places.ts'

const TEXT = 'lawn mowing'
/** The duration of a frame in milliseconds. */
const FRAME = 16
/** The pause after each key, in milliseconds, during which deferred work runs. */
const PAUSE = 250
/** Processor slowdowns and the goal for each: milliseconds from a key press to the next paint. */
const GOALS = new Map([
  [1, 16],
  [4, 50],
])

/** The target for the web vital INP, in milliseconds. It applies to all keys except the slowest 2%. */
const INP = 200

/** One key press: milliseconds of script, milliseconds until the frame is ready to paint, and document changes. */
interface Key {
  pressed: number
  script: number
  frame: number
  mutations: number
}

/**
 * The page's recordings. `paints` contains the milliseconds from key press to the next paint, as reported by the
 * browser.
 */
interface Seen {
  keys: Key[]
  paints: { pressed: number; duration: number }[]
}

/** Runs in the page: records every key that changes a field. */
function watch(): void {
  const seen: Seen = { keys: [], paints: [] }
  let mutations = 0
  let pressed = 0
  new MutationObserver((records) => {
    mutations += records.length
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp
      mutations = 0
    },
    { capture: true },
  )
  addEventListener('input', () => {
    const began = pressed
    let script = 0
    // React renders in a microtask that is queued before this one.
    queueMicrotask(() => {
      script = performance.now() - began
    })
    requestAnimationFrame(() => {
      // Includes tasks that are already waiting, such as the browser's reading of the form.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        seen.keys.push({ pressed: began, script, frame: performance.now() - began, mutations })
      }
      port2.postMessage(null)
    })
  })
  new PerformanceObserver((list) => {
    for (const { name, startTime, duration } of list.getEntries()) {
      if (name === 'keydown') seen.paints.push({ pressed: startTime, duration })
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  Object.assign(window, { seen })
}

const take = (page: Page) =>
  page.evaluate(() => {
    const { keys, paints } = (window as unknown as { seen: Seen }).seen
    return { keys: keys.splice(0), paints: paints.splice(0) }
  })

/** Waits until the deferred work after a key press has run. */
const rest = (page: Page) => page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), PAUSE)

/**
 * Types into the focused field. Returns the keys and the milliseconds from each to the next paint, at least one frame.
 */
async function type(page: Page): Promise<{ keys: Key[]; paints: number[] }> {
  await rest(page)
  await take(page)
  await page.keyboard.type(TEXT, { delay: PAUSE })
  await rest(page)
  const { keys, paints } = await take(page)
  const reported = new Map(paints.map(({ pressed, duration }) => [pressed, duration]))
  // Browsers report keys that take 16 ms or more, in multiples of 8; in some fields, they report none.
  const unreported = (frame: number) => (reported.size > 0 ? FRAME : Math.max(FRAME, frame))
  return { keys, paints: keys.map(({ pressed, frame }) => reported.get(pressed) ?? unreported(frame)) }
}

const DESK = { width: 1440, height: 900 }

/** Returns the median milliseconds from a key press to the next paint in the plain field of the reference page. */
async function paintOfReference(browser: Browser, url: string, rate: number): Promise<number> {
  const context = await browser.newContext({ viewport: DESK })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto(url)
  await page.getByRole('searchbox').focus()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const { paints } = await type(page)
  await context.close()
  return median(paints)
}

const cell = (values: readonly number[], digits: number) =>
  `${shown(median(values), digits)} (${shown(Math.max(...values), digits)})`

/** Measures one screen at one processor speed in a new browser. */
async function benchPlace(
  context: BrowserContext,
  place: Place,
  rate: number,
  reference: number,
  figures: Figures,
): Promise<void> {
  const goal = GOALS.get(rate) ?? 0
  const page = await context.newPage()
  await page.addInitScript(watch)
  await openPlace(page, place)
  const devtools = await context.newCDPSession(page)
  const all: number[] = []
  for (const [field, focus] of Object.entries(place.fields)) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await focus(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    const { keys, paints } = await type(page)
    all.push(...paints)
    const paint = median(paints)
    figures[`typing: ${place.name}, ${field}, ${rate}x, paint ratio`] = paint / reference
    row(
      `${place.name}: ${field}`,
      `${rate}x`,
      shown(paint / reference, 2),
      cell(
        keys.map(({ script }) => script),
        1,
      ),
      cell(
        keys.map(({ frame }) => frame),
        1,
      ),
      cell(paints, 0),
      `${goal}: ${paint <= goal ? 'met' : 'missed'}`,
      median(keys.map(({ mutations }) => mutations)),
    )
  }
  const inp = all.toSorted((a, b) => b - a)[Math.floor(all.length / 50)] ?? 0
  figures[`typing: ${place.name}, INP, ${rate}x, paint ratio`] = inp / reference
  const goalOfAll = `${INP}: ${inp < INP ? 'met' : 'missed'}`
  row(`${place.name}: INP`, `${rate}x`, shown(inp / reference, 2), '', '', shown(inp), goalOfAll, '')
}

/** Prints the cost of one key press in the console's fields, most of them next to 100 questions or a list of leads. */
export async function benchTyping(
  browser: Browser,
  signIn: () => Promise<BrowserContextOptions>,
  reference: string,
): Promise<Figures> {
  const figures: Figures = {}
  process.stdout.write(
    '\nOne key. The ratio is input to paint divided by that on the reference page; times are median (worst).\n\n',
  )
  head(
    'field',
    'slower',
    'ratio',
    'script, ms',
    'frame, ms',
    'input to paint, ms',
    'goal, ms',
    'changes to the document',
  )
  for (const rate of GOALS.keys()) {
    const plain = await paintOfReference(browser, reference, rate)
    row('Reference page', `${rate}x`, shown(1, 2), '', '', shown(plain), '', '')
    for (const place of PLACES) {
      await resetData()
      const context = await browser.newContext({
        ...(await signIn()),
        baseURL: TEST_ORIGINS.console,
        viewport: DESK,
      })
      await benchPlace(context, place, rate, plain, figures)
      await context.close()
    }
  }
  return figures
}
