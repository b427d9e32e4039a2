import type { CDPSession, Page } from '@playwright/test'

/** The element, with its text if necessary, that shows that a route's content is ready. */
export interface Content {
  selector: string
  text: string
}

/** All routes and their content after their data has loaded. */
export const ROUTES: Record<string, Content> = {
  '/sign-up': { selector: '.cl-formButtonPrimary', text: '' },
  '/': { selector: 'main', text: 'total leads' },
  '/leads': { selector: 'main', text: '1-20 of' },
  '/agent': { selector: 'main', text: 'What your agent tells visitors' },
  '/playground': { selector: 'dialog iframe', text: '' },
  '/integrations': { selector: 'main', text: 'Connect' },
  '/organization': { selector: '.cl-organizationProfile-root', text: '' },
  '/billing': { selector: '.cl-pricingTableCard', text: '' },
}

const SETTLED_MS = 500
export const LONGEST_WAIT_MS = 20_000

/** A mid-range phone on a slow mobile network. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  slowdown: 4,
  latency: 150,
  kilobits: 1_600,
}

/** Measurements of a page until it is quiet. Times are in milliseconds since navigation. */
export interface Vitals {
  firstPaint: number
  largestPaint: number
  content: number
  settled: number
  shift: number
  longTasks: number
  longest: number
  /** The total blocking time: the time beyond 50 ms that each task after the first paint takes. */
  blocking: number
}

/**
 * Runs in the page. Resolves when the content is ready and for `quiet` milliseconds no request has ended and no task
 * over 50 ms has run. After `longestWait`, resolves with the measurements so far.
 */
function observe([quiet, longestWait, { selector, text }]: readonly [
  number,
  number,
  Content,
]): Promise<Vitals> {
  return new Promise((done) => {
    const seen = { largestPaint: 0, content: Number.NaN, shift: 0 }
    const tasks: PerformanceEntry[] = []
    let lastActivity = 0
    const queues: (() => void)[] = []
    const on = (type: string, take: (entry: PerformanceEntry) => void) => {
      const observer = new PerformanceObserver((list) => list.getEntries().forEach(take))
      observer.observe({ type, buffered: true })
      queues.push(() => observer.takeRecords().forEach(take))
    }
    const active = (entry: PerformanceEntry) => {
      lastActivity = Math.max(lastActivity, entry.startTime + entry.duration)
    }
    on('resource', active)
    on('longtask', (entry) => {
      active(entry)
      tasks.push(entry)
    })
    on('largest-contentful-paint', (entry) => {
      seen.largestPaint = entry.startTime
      active(entry)
    })
    on('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) seen.shift += value
    })
    const look = () => {
      // On a busy page, this timer can run before the observers' callbacks.
      for (const read of queues) read()
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      const now = performance.now()
      // The last visit's view overlays the page as a second <main>.
      const isReady = [...document.querySelectorAll(selector)].some((each) =>
        each.textContent?.includes(text),
      )
      if (isReady && Number.isNaN(seen.content)) seen.content = now
      const isQuiet = isReady && document.readyState === 'complete' && now - lastActivity > quiet
      if (!(paint && isQuiet) && now < longestWait) return
      clearInterval(timer)
      const firstPaint = paint?.startTime ?? 0
      const blocking = tasks
        .filter(({ startTime, duration }) => startTime + duration > firstPaint)
        .reduce((sum, { duration }) => sum + duration - 50, 0)
      const longest = Math.max(0, ...tasks.map(({ duration }) => duration))
      done({ ...seen, firstPaint, settled: lastActivity, longTasks: tasks.length, longest, blocking })
    }
    const timer = setInterval(look, 50)
  })
}

/** Waits until a route's content is present and the page is quiet. */
export const settle = (page: Page, content: Content): Promise<Vitals> =>
  page.evaluate(observe, [SETTLED_MS, LONGEST_WAIT_MS, content] as const)

/** Throttles a page's processor and network to those of the phone. */
export async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: PHONE.latency,
    downloadThroughput: (PHONE.kilobits * 1000) / 8,
    uploadThroughput: (PHONE.kilobits * 1000) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: PHONE.slowdown })
}

/** Undoes {@link slowDown}. */
export async function speedUp(session: CDPSession): Promise<void> {
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...unlimited })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
}
