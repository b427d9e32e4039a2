import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { openHostPage } from '../tests/support/host-page.ts'
import { openShadowRoots } from '../tests/support/open-shadow-roots.ts'

const ORGANIZATION = 'org_greenacres'
const { api, widget } = TEST_ORIGINS
const HISTORIES = [10, 1_000, 10_000]
const PHONE = { width: 390, height: 844 }
const MOST_BATCHES = 120

interface Seen {
  /** The duration in milliseconds of each task over 50 ms. */
  tasks: number[]
  shift: number
  /** Milliseconds from an input to its paint. Inputs that are too fast for the browser to report count as one frame. */
  inputs: number[]
}

/** Runs in the page before anything else. */
function watch(): void {
  const seen: Seen = { tasks: [], shift: 0, inputs: [] }
  Object.assign(window, { seen })
  const on = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  on('longtask', ({ duration }) => seen.tasks.push(duration))
  on('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  on('event', ({ duration }) => seen.inputs.push(duration), { durationThreshold: 16 })
}

/** Returns what has been recorded since the last call, after the next paint. */
const take = (page: Page): Promise<Seen> =>
  page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100)))
    const { seen } = window as unknown as { seen: Seen }
    return { shift: seen.shift, tasks: seen.tasks.splice(0), inputs: seen.inputs.splice(0) }
  })

async function slowPage(
  context: BrowserContext,
  slowdown: number,
): Promise<{ page: Page; session: CDPSession }> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session }
}

const longTasks = ({ tasks }: Pick<Seen, 'tasks'>) =>
  `${tasks.length}${tasks.length > 0 ? `, longest ${Math.max(...tasks).toFixed(0)} ms` : ''}`

const SNIPPET = `<script src="${widget}/agent.js" data-organization-id="${ORGANIZATION}" async></script>`

/** Measures the cost of the embed snippet on an otherwise empty page. */
async function measureHost(browser: Browser, snippet: string, slowdown: number): Promise<string> {
  const context = await browser.newContext({ viewport: PHONE })
  await openShadowRoots(context)
  const { page, session } = await slowPage(context, slowdown)
  await session.send('Network.enable')
  let requests = 0
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    requests += 1
    bytes += encodedDataLength
  })
  await openHostPage(page, { body: `<h1>A shop</h1>${'<p>Goods and prices.</p>'.repeat(40)}${snippet}` })
  if (snippet) await page.getByRole('button', { name: /^Chat with us: / }).waitFor()
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
  const seen = await take(page)
  await context.close()
  return `| ${snippet ? 'with' : 'without'} | ${slowdown}x | ${requests} | ${(bytes / 1000).toFixed(1)} | ${longTasks(seen)} | ${seen.shift} |`
}

async function newConversation(): Promise<{ conversation_id: string; visitor_token: string }> {
  const answer = await fetch(`${api}/api/v1/widget/${ORGANIZATION}/conversations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) throw new Error(`No conversation: ${await answer.text()}`)
  return (await answer.json()) as { conversation_id: string; visitor_token: string }
}

const historyOf = (length: number) =>
  Array.from({ length }, (_, index) => ({
    id: `old-${index}`,
    position: index - length,
    author: index % 2 ? 'visitor' : 'agent',
    author_name: null,
    photos: [],
    message_type: index % 2 ? 'incoming' : 'outgoing',
    content: `Message ${index}: ${'the hedge by the gate and the lawn behind the house '.repeat(1 + (index % 4))}`,
    created_at: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
  }))

/** Polls cheaply, so that the measurement covers only the page. */
const lastSays = (page: Page, text: string) =>
  page.waitForFunction(
    (words) => document.querySelector('#log li:last-child .bubble')?.textContent?.includes(words),
    text,
    { polling: 50 },
  )

const scrollTo = (page: Page, where: 'start' | 'end') =>
  page.evaluate((to) => {
    const scroller = document.querySelector('#scroller')
    scroller?.scrollTo({ top: to === 'start' ? 0 : scroller.scrollHeight })
  }, where)

const figures = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  return { median: sorted[sorted.length >> 1] ?? 0, worst: sorted.at(-1) ?? 0 }
}

/**
 * Measures one chat with the given number of old messages: open, scroll back to the first one, type, and receive a
 * reply.
 */
async function measureHistory(browser: Browser, length: number, slowdown: number): Promise<string> {
  const { conversation_id: conversation, visitor_token: token } = await newConversation()
  const context = await browser.newContext({ viewport: PHONE })
  const { page } = await slowPage(context, slowdown)
  // Real conversations are shorter; the page receives a longer one for the measurement.
  const body = JSON.stringify({ messages: historyOf(length), quick_replies: [], booking: null })
  await page.route(`${api}/api/v1/widget/conversations/${conversation}`, (route) =>
    route.fulfill({ body, contentType: 'application/json', headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    `fieldhand:chat:${ORGANIZATION}`,
    JSON.stringify({ conversation, token }),
  ] as const)
  const started = performance.now()
  await page.goto(`${widget}/chat.html?org_id=${ORGANIZATION}`)
  await lastSays(page, `Message ${length - 1}:`)
  const opened = performance.now() - started
  const opening = await take(page)

  const scrolls: number[] = []
  const hasEarlier = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('#earlier')?.hidden === false)
  for (let batch = 0; batch < MOST_BATCHES && (await hasEarlier()); batch += 1) {
    await scrollTo(page, 'start')
    const { tasks } = await take(page)
    scrolls.push(Math.max(0, ...tasks))
  }
  await scrollTo(page, 'end')
  const returning = await take(page)
  await page.focus('#message')
  await take(page)

  const typed: number[] = []
  for (const letter of 'Lawn mowing') {
    await page.keyboard.type(letter)
    typed.push(Math.max(16, ...(await take(page)).inputs))
  }
  const sent = performance.now()
  await page.keyboard.press('Enter')
  await lastSays(page, 'Who do I have the pleasure')
  const answered = performance.now() - sent
  const answering = await take(page)
  const drawn = await page.evaluate(() => document.querySelectorAll('#conversation li').length)
  await context.close()

  const typing = figures(typed)
  return `| ${length.toLocaleString('en-US')} | ${opened.toFixed(0)} | ${longTasks(opening)} | ${scrolls.length} | ${figures(scrolls).median.toFixed(0)}, ${figures(scrolls).worst.toFixed(0)} | ${longTasks(returning)} | ${typing.median.toFixed(0)}, ${typing.worst.toFixed(0)} | ${answered.toFixed(0)} | ${longTasks(answering)} | ${drawn.toLocaleString('en-US')} |`
}

/** Prints the cost of the widget on its host page, and of chats with few and many messages, on a phone. */
export async function measureWidget(browser: Browser, slowdown: number): Promise<void> {
  process.stdout.write(
    '\n| widget | processor slower | requests | kB with headers | long tasks | layout shift |\n|---|---|---|---|---|---|\n',
  )
  for (const speed of [1, slowdown]) {
    for (const snippet of ['', SNIPPET]) {
      process.stdout.write(`${await measureHost(browser, snippet, speed)}\n`)
    }
  }
  process.stdout.write(`\nThe chat on a phone, processor ${slowdown}x slower.\n`)
  process.stdout.write(
    '\n| messages | opened ms | long tasks | earlier batches loaded | longest task of one, ms: median, worst | long tasks back to the end | typing ms: median, worst | answered ms | long tasks | finally drawn |\n|---|---|---|---|---|---|---|---|---|---|\n',
  )
  for (const length of HISTORIES) process.stdout.write(`${await measureHistory(browser, length, slowdown)}\n`)
}
