import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { GREEN } from '../../tests/support/organizations.ts'
import { storeElsewhere } from '../../tests/support/settings.ts'
import { TEST_ORIGINS } from '../lib/test-console.ts'

/** Number of questions in the form, and the characters of each answer. */
const FAQS = 100
const ANSWER = 2_000
const TEXT = 'mowing and edging'
/** Milliseconds after each key, in which the deferred work runs. */
const PAUSE = 400
/** Slowdowns of the processor, and the goal of each: milliseconds from a key to the next paint. */
const GOALS = new Map([
  [1, 16],
  [4, 50],
])

/** The fields to type in; the preview shows the heading. */
const FIELDS = ['#business_name', '#welcome_heading', '#services_description', '#faqs textarea']

/** One key: milliseconds of script, and until the frame is ready to be painted; changes to the document. */
interface Key {
  script: number
  frame: number
  mutations: number
}

/** What the page has recorded; `paints` are milliseconds from a key to the next paint, as browsers report it, in steps of 8. */
interface Seen {
  keys: Key[]
  paints: number[]
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
      // Includes the tasks that wait already, such as the browser's reading of the form.
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => seen.keys.push({ script, frame: performance.now() - began, mutations })
      port2.postMessage(null)
    })
  })
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') seen.paints.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  Object.assign(window, { seen })
}

const take = (page: Page) =>
  page.evaluate(() => {
    const { keys, paints } = (window as unknown as { seen: Seen }).seen
    return { keys: keys.splice(0), paints: paints.splice(0) }
  })

/** Waits until the deferred work of a key has run. */
const rest = (page: Page) => page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), PAUSE)

/** Unfolds a field's section, scrolls to the field, and focuses it. */
async function focusField(page: Page, selector: string): Promise<void> {
  await page.evaluate((asked) => {
    const field = document.querySelector<HTMLElement>(asked)
    field?.closest('details')?.setAttribute('open', '')
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
  }, selector)
  await rest(page)
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

/** Prints what one key costs in the fields of the Settings screen with many FAQs. */
export async function benchTyping(browser: Browser, session: BrowserContextOptions): Promise<void> {
  const context = await browser.newContext({
    ...session,
    baseURL: TEST_ORIGINS.console,
    viewport: { width: 1440, height: 900 },
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.goto('/agent')
  await page.getByRole('button', { name: 'Expand all' }).waitFor()
  const faqs = Array.from({ length: FAQS }, (_, index) => ({
    question: `Question ${index + 1}?`,
    answer: 'We look at it and say. '.repeat(ANSWER / 20).slice(0, ANSWER),
    order_index: index,
  }))
  await storeElsewhere(page, GREEN, 'faqs', faqs)
  await page.reload()
  await page.getByRole('button', { name: 'Expand all' }).click()
  await page.getByRole('button', { name: /^Edit Question 1:/ }).click()
  const devtools = await context.newCDPSession(page)
  process.stdout.write(`\n/agent with ${FAQS} questions, one key, ms: median (worst)\n\n`)
  row('field', 'processor', 'script', 'frame', 'input to paint', 'goal', 'mutations')
  row(...Array.from({ length: 7 }, () => '---'))
  for (const [rate, goal] of GOALS) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    for (const selector of FIELDS) {
      await focusField(page, selector)
      await take(page)
      await page.keyboard.type(TEXT, { delay: PAUSE })
      await rest(page)
      const { keys, paints } = await take(page)
      const cell = (values: number[], digits: number) =>
        `${middle(values).toFixed(digits)} (${Math.max(...values).toFixed(digits)})`
      // Quicker ones than the browser reports count as one frame.
      const reported = [...paints, ...Array.from({ length: TEXT.length - paints.length }, () => 16)]
      const script = keys.map((key) => key.script)
      const frame = keys.map((key) => key.frame)
      row(
        `\`${selector}\``,
        `${rate}x slower`,
        cell(script, 1),
        cell(frame, 1),
        cell(reported, 0),
        `${goal}: ${middle(reported) <= goal ? 'met' : 'missed'}`,
        middle(keys.map((key) => key.mutations)),
      )
    }
  }
  await context.close()
}
