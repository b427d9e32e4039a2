import type { Browser, BrowserContext, CDPSession, Locator, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { type Figures, head, median, resetData, row, shown } from './report.ts'

/** Numbers of leads. `BENCH_LEADS=100,10000,100000` takes several minutes longer. */
const SIZES = (process.env.BENCH_LEADS || '100,10000').split(',').map(Number)
/** The number of pages turned to measure memory growth. */
const STAY = 100
const TEXT = 'lawn care'
/** The text is typed and deleted. */
const TURNS = 2 * TEXT.length
/** `pausing` is typing with a pause after each letter that is long enough for the server to respond. */
const ACTS = ['typing', 'pausing', 'paging', 'sorting'] as const
/**
 * Milliseconds without input after each act and before its results are read: less than the pause that triggers a server
 * search.
 */
const UNTOUCHED = 60
const NOTED = 50
/** Milliseconds for which a key or mouse button is held down. */
const HELD = 60

/** The cost of repeating one act: medians in milliseconds, and long tasks. */
interface Cost {
  /** From the input to the next paint, as reported by the browser, in multiples of 8. */
  paint: number
  worst: number
  /** From the input until other rows are on screen. */
  rows: number
  longTasks: number
  longest: number
}

/** The same on the reference page: milliseconds to load it, to paint a letter, and to show other rows. */
interface ReferenceSample {
  loaded: number
  paint: number
  rows: number
}

interface Sample extends Record<(typeof ACTS)[number], Cost> {
  load: { settled: number; longTasks: number; longest: number }
  /** Megabytes in use after loading, and after a long stay. */
  memory: [number, number]
}

interface Seen {
  tasks: number[]
  inputs: number[]
  rows: number[]
}

/** Runs in the page before anything else: records every task over 50 ms and the effect of each input. */
function watch(): void {
  const seen: Seen = { tasks: [], inputs: [], rows: [] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  const timing = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
      if (entry.interactionId) seen.inputs.push(entry.duration)
    }
  })
  timing.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)

  let begun: number | null = null
  for (const type of ['keydown', 'click']) {
    addEventListener(type, (event) => (begun ??= event.timeStamp), { capture: true })
  }
  const changed = (records: MutationRecord[]) => {
    const isRow = records.some(({ target }) => {
      const element = target instanceof Element ? target : target.parentElement
      return element?.closest('.lead-rows table') && !element.closest('thead')
    })
    if (!isRow || begun === null) return
    const from = begun
    begun = null
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => seen.rows.push(performance.now() - from)
      port2.postMessage(null)
    })
  }
  new MutationObserver(changed).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['data-row-key', 'datetime'],
  })
  Object.assign(window, { forgetInput: () => (begun = null) })
}

/** Waits for the given time, starting with the next frame. */
const rest = (page: Page, duration: number) =>
  page.evaluate((ms) => new Promise((over) => requestAnimationFrame(() => setTimeout(over, ms))), duration)

const settled = (page: Page) => page.locator('.lead-rows tbody tr').first().waitFor({ timeout: 120_000 })

/** Returns what the page recorded since the last call, once its rows are on screen. */
async function take(page: Page): Promise<Seen> {
  await rest(page, UNTOUCHED)
  await settled(page)
  await rest(page, NOTED)
  return page.evaluate(() => {
    const { seen, forgetInput } = window as unknown as { seen: Seen; forgetInput: () => void }
    forgetInput()
    return { tasks: seen.tasks.splice(0), inputs: seen.inputs.splice(0), rows: seen.rows.splice(0) }
  })
}

async function cost(page: Page, act: (turn: number) => Promise<void>): Promise<Cost> {
  const paints: number[] = []
  const rows: number[] = []
  const long: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) {
    await act(turn)
    const seen = await take(page)
    long.push(...seen.tasks)
    rows.push(...seen.rows)
    // Inputs that are too fast for the browser to report count as one frame.
    paints.push(Math.max(16, ...seen.inputs))
  }
  return {
    paint: median(paints),
    worst: Math.max(...paints),
    rows: median(rows),
    longTasks: long.length,
    longest: Math.max(0, ...long),
  }
}

async function memory(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

/** Opens an empty page that records what the next one does. */
async function openWatched(context: BrowserContext, slowdown: number) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session }
}

/** Presses a button with the keyboard. */
async function pressEnter(page: Page, button: Locator): Promise<void> {
  await button.focus()
  // A person pauses longer than this between acts, so focus and hover are already painted.
  await rest(page, NOTED)
  await page.keyboard.press('Enter', { delay: HELD })
}

/** Types the text and deletes it again, one key per turn. */
const type = (page: Page, turn: number) =>
  page.keyboard.press(turn < TEXT.length ? (TEXT[turn] ?? '') : 'Backspace', { delay: HELD })

async function sampleReference(browser: Browser, url: string, slowdown: number): Promise<ReferenceSample> {
  const context = await browser.newContext()
  const { page } = await openWatched(context, slowdown)
  const started = performance.now()
  await page.goto(url)
  await settled(page)
  const loaded = performance.now() - started
  const next = page.getByRole('button', { name: 'Next page' })
  const { rows } = await cost(page, () => pressEnter(page, next))
  await page.getByRole('searchbox').focus()
  const { paint } = await cost(page, (turn) => type(page, turn))
  await context.close()
  return { loaded, paint, rows }
}

async function sample(context: BrowserContext, leads: number, slowdown: number): Promise<Sample> {
  const { page, session } = await openWatched(context, slowdown)
  const started = performance.now()
  await page.goto(`${TEST_ORIGINS.console}/leads`)
  await page
    .getByText(`of ${leads.toLocaleString('en-US')} leads`, { exact: false })
    .first()
    .waitFor({ timeout: 300_000 })
  const time = performance.now() - started
  const { tasks } = await take(page)
  const load = { settled: time, longTasks: tasks.length, longest: Math.max(0, ...tasks) }
  const loaded = await memory(session)

  const next = page.getByRole('button', { name: 'Next page' })
  const previous = page.getByRole('button', { name: 'Previous page' })
  const turnPage = (turn: number) => pressEnter(page, turn % 2 ? previous : next)
  const paging = await cost(page, turnPage)
  const columns = ['Lead', 'Created']
  const sorting = await cost(page, async (turn) => {
    await page.getByRole('columnheader', { name: columns[turn % columns.length] }).hover()
    await rest(page, NOTED)
    await page.mouse.down()
    await rest(page, HELD)
    await page.mouse.up()
  })
  const search = page.getByRole('searchbox')
  await search.focus()
  const typing = await cost(page, (turn) => type(page, turn))
  const asked = async () => {
    const text = (await search.inputValue()).trim()
    await page.waitForURL((url) => (url.searchParams.get('search') ?? '') === text)
  }
  await search.fill('')
  await asked()
  const pausing = await cost(page, async (turn) => {
    await type(page, turn)
    await asked()
  })
  await search.fill('')
  for (let turn = 0; turn < STAY; turn += 1) {
    await turnPage(turn)
    await settled(page)
  }
  const stayed = await memory(session)
  await page.close()
  return { load, typing, pausing, paging, sorting, memory: [loaded, stayed] }
}

const whole = (value: number) => value.toFixed(0)

/** Prints the cost of the list with few and many leads, divided by that of the reference page. */
export async function benchLeads(
  browser: Browser,
  signIn: () => Promise<Parameters<Browser['newContext']>[0]>,
  slowdown: number,
  reference: string,
): Promise<Figures> {
  const figures: Figures = {}
  const samples = new Map<number, { found: Sample; plain: ReferenceSample }>()
  for (const leads of SIZES) {
    await resetData({ leads })
    const plain = await sampleReference(browser, reference, slowdown)
    const context = await browser.newContext(await signIn())
    samples.set(leads, { found: await sample(context, leads, slowdown), plain })
    await context.close()
  }
  process.stdout.write(
    `\n/leads, processor ${slowdown} times slower. Times are divided by those of the reference page.\n\n`,
  )
  head(
    'leads',
    'action',
    'input to paint',
    'input to new rows',
    'paint, ms',
    'worst, ms',
    'new rows, ms',
    'long tasks',
    'longest, ms',
  )
  for (const [leads, { found, plain }] of samples) {
    row(leads, 'on the reference page', '', '', whole(plain.paint), '', whole(plain.rows), '', '')
    for (const act of ACTS) {
      const { paint, worst, rows, longTasks, longest } = found[act]
      const [paintRatio, rowsRatio] = [paint / plain.paint, rows / plain.rows]
      figures[`leads: ${leads}, ${act}, paint ratio`] = paintRatio
      figures[`leads: ${leads}, ${act}, new rows, ratio`] = rowsRatio
      row(
        leads,
        act,
        ...[paintRatio, rowsRatio].map((value) => shown(value, 2)),
        ...[paint, worst, rows].map(whole),
        `${longTasks} in ${TURNS} turns`,
        whole(longest),
      )
    }
  }
  process.stdout.write('\n')
  head('leads', 'loaded', 'loaded, ms', 'long tasks', 'longest, ms', 'memory, MB', `after ${STAY} pages, MB`)
  for (const [leads, { found, plain }] of samples) {
    const { settled: time, longTasks, longest } = found.load
    const ratio = time / plain.loaded
    figures[`leads: ${leads}, loaded, ratio`] = ratio
    figures[`leads: ${leads}, memory, MB`] = found.memory[1]
    row(leads, shown(ratio, 2), whole(time), longTasks, whole(longest), ...found.memory.map(whole))
  }
  return figures
}
