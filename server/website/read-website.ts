import {
  UNKNOWN_BUSINESS,
  type WebsiteBusiness,
  type WebsiteReading,
} from '../../src/contract/website-reading.ts'
import { inThread } from '../base/in-thread.ts'
import { readAddress } from '../net/open-public.ts'
import { type FetchedPage, safeFetch, Unreadable } from '../net/safe-fetch.ts'
import { withoutWww } from './business/facts.ts'
import type { BusinessInput } from './business-worker.ts'
import { readHtml } from './html-page.ts'
import type { PageInput, PageOutput } from './page-worker.ts'
import { readRobots } from './robots.ts'
import { shortened } from './shortened.ts'
import { ABOUT_SERVICES } from './useful-paths.ts'

const MOST_PAGES = 10
const MOST_BYTES = 1_048_576
const ROBOTS_BYTES = 65_536
const PAGE_MS = 10_000
const WHOLE_MS = 30_000
const MOST_PROPOSED = 40
const LONGEST_DESCRIPTION = 1_200

/** The rules for a site whose robots.txt request fails with a server error. */
const NOTHING_ALLOWED = 'User-agent: *\nDisallow: /'

const readPage = inThread<PageInput, PageOutput>(new URL('./page-worker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 256,
})

const readBusiness = inThread<BusinessInput, WebsiteBusiness>(
  new URL('./business-worker.ts', import.meta.url),
  {
    seconds: 10,
    megabytes: 256,
  },
)

interface Options {
  /** The organization that reads the website. */
  organizationId: string
  /** Returns whether an address is blocked. By default, all addresses of this machine and its network are. */
  isPrivate?: (address: string) => boolean
}

/**
 * Reads up to 10 pages of a website, starting with the given page, within 30 seconds and as far as its robots.txt
 * allows. Proposes FAQs and a description of the services, each with its source page, and what the pages say about the
 * business. Throws {@link Unreadable} if the first page can't be read.
 */
export async function readWebsite(
  address: string,
  { organizationId, isPrivate }: Options,
): Promise<WebsiteReading> {
  const start = readAddress(address)
  const signal = AbortSignal.timeout(WHOLE_MS)
  const read = (url: URL, mostBytes: number) =>
    safeFetch(url, { mostBytes, timeoutMs: PAGE_MS, signal, ...(isPrivate && { isPrivate }) })

  const robots = await robotsOf(start, read)
  if (!readRobots(robots)(start.pathname + start.search)) {
    throw new Unreadable(`The robots.txt of ${start.host} does not allow this page to be read.`)
  }
  const first = await pageOf(organizationId, await read(start, MOST_BYTES), robots)
  const host = withoutWww(first.url.host)
  const seen = new Set([start.pathname, first.url.pathname])
  const waiting = new Map<string, number>()
  const pages = [first]
  collect(first)
  while (pages.length < MOST_PAGES && waiting.size > 0 && !signal.aborted) {
    const [[path = ''] = []] = [...waiting].sort((a, b) => a[1] - b[1])
    waiting.delete(path)
    const page = await read(new URL(first.url.origin + path), MOST_BYTES)
      .then((fetched) => pageOf(organizationId, fetched, robots))
      .catch(() => null)
    if (!page || withoutWww(page.url.host) !== host) continue
    pages.push(page)
    collect(page)
  }

  function collect({ paths }: Page): void {
    for (const [path, rank] of paths) {
      if (!seen.has(path)) waiting.set(path, rank)
      seen.add(path)
    }
  }
  const facts = pages.map((page) => page.facts)
  const business = await readBusiness(organizationId, { pages: facts, host }).catch(() => UNKNOWN_BUSINESS)
  return { ...proposals(pages), business }
}

/** Returns the robots.txt of a site, or an empty string if it has none. */
async function robotsOf(start: URL, read: (url: URL, most: number) => Promise<FetchedPage>): Promise<string> {
  const { status, text } = await read(new URL('/robots.txt', start), ROBOTS_BYTES)
  if (status >= 500) return NOTHING_ALLOWED
  return status === 200 ? text : ''
}

interface Page extends PageOutput {
  url: URL
}

async function pageOf(organizationId: string, fetched: FetchedPage, robots: string): Promise<Page> {
  const { url, text } = fetched
  const page = await readHtml(fetched, () => readPage(organizationId, { html: text, href: url.href, robots }))
  return { url, ...page }
}

function proposals(pages: readonly Page[]): Omit<WebsiteReading, 'business'> {
  const known = new Set<string>()
  const faqs = pages.flatMap(({ url, faqs: found }) =>
    found.flatMap((faq) => {
      const key = faq.question.toLowerCase()
      if (known.has(key)) return []
      known.add(key)
      return [{ ...faq, source: url.href }]
    }),
  )
  const about = pages.find(
    ({ url, title, text }) => ABOUT_SERVICES.test(`${url.pathname} ${title}`) && text !== '',
  )
  return {
    pages: pages.map(({ url }) => url.href),
    faqs: faqs.slice(0, MOST_PROPOSED),
    services: about ? { text: shortened(about.text, LONGEST_DESCRIPTION), source: about.url.href } : null,
  }
}
