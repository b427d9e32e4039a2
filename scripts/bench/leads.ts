import type { Browser, BrowserContext, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../lib/test-console.ts'

/** Numbers of leads that are compared with the first. */
const SIZES = (process.env.BENCH_LEADS || '100,10000').split(',').map(Number)
const TURNS = 8
const TEXT = 'lawn ca'

/** What doing one thing several times has cost: milliseconds from the input until it is painted, and long tasks. */
interface Cost {
  median: number
  worst: number
  longTasks: number
}

interface Sample {
  load: { settled: number; longTasks: number; longest: number }
  typing: Cost
  paging: Cost
  sorting: Cost
}

/** Runs in the page before anything else: notes every task over 50 ms and the time from each input to its paint. */
function watch(): void {
  const seen = { tasks: [] as number[], inputs: [] as number[] }
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
}

type Seen = { tasks: number[]; inputs: number[] }

const take = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100)))
    const { seen } = window as unknown as { seen: Seen }
    return { tasks: seen.tasks.splice(0), inputs: seen.inputs.splice(0) }
  })

async function cost(page: Page, act: (turn: number) => Promise<void>): Promise<Cost> {
  const all: number[] = []
  let longTasks = 0
  for (let turn = 0; turn < TURNS; turn += 1) {
    await act(turn)
    const { tasks, inputs } = await take(page)
    longTasks += tasks.length
    // Quicker ones than the browser reports count as one frame.
    all.push(Math.max(16, ...inputs))
  }
  const sorted = all.toSorted((a, b) => a - b)
  return { median: sorted[TURNS >> 1] ?? 0, worst: sorted.at(-1) ?? 0, longTasks }
}

const settled = (page: Page) =>
  page.locator('.lead-rows[aria-busy="false"] tbody tr').first().waitFor({ timeout: 120_000 })

async function sample(context: BrowserContext, leads: number, slowdown: number): Promise<Sample> {
  const page = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const started = performance.now()
  await page.goto(`${TEST_ORIGINS.console}/leads`)
  await page
    .getByText(`of ${leads.toLocaleString('en-US')} leads`, { exact: false })
    .first()
    .waitFor({ timeout: 180_000 })
  const time = performance.now() - started
  const { tasks } = await take(page)
  const load = { settled: time, longTasks: tasks.length, longest: Math.max(0, ...tasks) }

  const paging = await cost(page, async () => {
    await page.locator('.ant-pagination-next').click()
    await settled(page)
  })
  const columns = ['Lead', 'Created']
  const sorting = await cost(page, async (turn) => {
    await page.getByRole('columnheader', { name: columns[turn % columns.length] }).click()
    await settled(page)
  })
  const search = page.getByRole('searchbox')
  const typing = await cost(page, async (turn) => {
    await search.press(turn < TEXT.length ? (TEXT[turn] ?? '') : 'Backspace')
    await settled(page)
  })
  await page.close()
  return { load, typing, paging, sorting }
}

async function reset(leads: number): Promise<void> {
  const answer = await fetch(`${TEST_ORIGINS.api}/__test/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ leads }),
  })
  if (!answer.ok) throw new Error(`The companion did not take ${leads} leads: ${await answer.text()}`)
}

/** Prints what the list of leads costs with few and with many of them, the latter also as ratios to the former. */
export async function benchLeads(
  browser: Browser,
  signIn: () => Promise<Parameters<Browser['newContext']>[0]>,
  slowdown: number,
): Promise<void> {
  let base: Sample | undefined
  for (const leads of SIZES) {
    await reset(leads)
    const context = await browser.newContext(await signIn())
    const { load, ...acts } = await sample(context, leads, slowdown)
    await context.close()
    const { settled: time, longTasks, longest } = load
    process.stdout.write(
      `\n/leads with ${leads.toLocaleString('en-US')}: loaded in ${time.toFixed(0)} ms, ${longTasks} long tasks, the longest ${longest.toFixed(0)} ms\n`,
    )
    base ??= { load, ...acts }
    for (const name of ['typing', 'paging', 'sorting'] as const) {
      const { median, worst, longTasks: count } = acts[name]
      const ratio = (median / (base[name].median || 1)).toFixed(2)
      process.stdout.write(
        `  ${name.padEnd(8)} median ${median.toFixed(0).padStart(4)} ms, worst ${worst.toFixed(0).padStart(4)} ms, ${count} long tasks in ${TURNS} turns, ratio ${ratio}\n`,
      )
    }
  }
}
