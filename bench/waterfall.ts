import type { Browser, BrowserContextOptions } from '@playwright/test'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'
import { type Kind, recordTransfers, type Transfer } from '../scripts/lib/transfers.ts'
import { type Content, PHONE, ROUTES, settle, slowDown } from './phone.ts'
import { head, row, shown } from './report.ts'

/** A dashboard, a list, and a form. */
const PAGES = ['/', '/leads', '/agent']
const KINDS: readonly Kind[] = ['html', 'css', 'js', 'clerk', 'api', 'other']

const line = ({ kind, url, bytes, start, end }: Transfer) =>
  [
    shown(start).padStart(6),
    shown(end).padStart(6),
    shown(bytes / 1000, 1).padStart(7),
    kind.padEnd(5),
    url.replace(TEST_ORIGINS.console, '').replace(TEST_ORIGINS.api, '').slice(0, 90),
  ].join(' ')

/** Prints when cold visits to three pages on the phone send their requests, and when the responses end; ms and kB. */
export async function printWaterfalls(browser: Browser, session: BrowserContextOptions): Promise<void> {
  for (const route of PAGES) {
    const context = await browser.newContext({ ...session, viewport: PHONE.viewport })
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools)
    const transfers = await recordTransfers(devtools, TEST_ORIGINS)
    await page.goto(TEST_ORIGINS.console + route, { waitUntil: 'commit' })
    const { firstPaint, content } = await settle(page, ROUTES[route] as Content)
    await context.close()
    process.stdout.write(
      `\n\`${route}\` cold: first paint ${shown(firstPaint)} ms, content ${shown(content)} ms\n\n`,
    )
    head('kind', 'requests', 'kB', 'first asked, ms', 'last answered, ms')
    for (const kind of KINDS) {
      const of = transfers.filter((transfer) => transfer.kind === kind)
      if (of.length === 0) continue
      const kilobytes = of.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
      const first = Math.min(...of.map(({ start }) => start))
      const last = Math.max(...of.map(({ end }) => end))
      row(kind, of.length, shown(kilobytes), shown(first), shown(last))
    }
    process.stdout.write(
      `\n    start    end      kB kind\n${transfers.map((each) => `  ${line(each)}\n`).join('')}`,
    )
  }
}
