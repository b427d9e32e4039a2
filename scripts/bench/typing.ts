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
const SLOWDOWNS = [1, 4]

/** The fields to type in; the preview shows the heading. */
const FIELDS = ['#business_name', '#welcome_heading', '#services_description', '#faqs textarea']

/** One key: milliseconds of script, of rendering, and from the key to the painted frame; changes to the document. */
interface Key {
  script: number
  rendering: number
  paint: number
  mutations: number
}

/** Runs in the page: records every key that changes a field. */
function watch(): void {
  const keys: Key[] = []
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
    requestAnimationFrame((frame) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => {
        const now = performance.now()
        keys.push({ script, rendering: now - Math.max(frame, began), paint: now - began, mutations })
      }
      port2.postMessage(null)
    })
  })
  Object.assign(window, { keys })
}

const take = (page: Page) => page.evaluate(() => (window as unknown as { keys: Key[] }).keys.splice(0))

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
  row('field', 'processor', 'script', 'rendering', 'input to paint', 'mutations')
  row(...Array.from({ length: 6 }, () => '---'))
  for (const rate of SLOWDOWNS) {
    await devtools.send('Emulation.setCPUThrottlingRate', { rate })
    for (const selector of FIELDS) {
      await focusField(page, selector)
      await take(page)
      await page.keyboard.type(TEXT, { delay: PAUSE })
      await rest(page)
      const keys = await take(page)
      const cell = (pick: (key: Key) => number) => {
        const values = keys.map(pick)
        return `${middle(values).toFixed(1)} (${Math.max(...values).toFixed(1)})`
      }
      row(
        `\`${selector}\``,
        `${rate}x slower`,
        cell((key) => key.script),
        cell((key) => key.rendering),
        cell((key) => key.paint),
        middle(keys.map((key) => key.mutations)),
      )
    }
  }
  await context.close()
}
