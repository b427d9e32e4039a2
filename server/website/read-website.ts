import type { WebsiteReading } from '../../src/contract/website-reading.ts'
import { readAddress } from '../net/open-public.ts'
import { type FetchedPage, safeFetch, Unreadable } from '../net/safe-fetch.ts'
import { readPage, shortened } from './extract.ts'
import { readRobots } from './robots.ts'

const MOST_PAGES = 10
const MOST_BYTES = 1_048_576
const ROBOTS_BYTES = 65_536
const PAGE_MS = 10_000
const WHOLE_MS = 30_000
const MOST_PROPOSED = 40
const LONGEST_DESCRIPTION = 1_200

const USEFUL = [
  /faq|question|preguntas/i,
  /service|what-we-do|servicios/i,
  /about|pricing|price|nosotros|precios/i,
]
const NO_PAGE = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|mp4|docx?|xlsx?|css|js|xml|ico)$/i

interface Options {
  /** Which addresses are refused; tests allow those of this machine. */
  isPrivate?: (address: string) => boolean
}

const withoutWww = (host: string) => host.replace(/^www\./, '')

/**
 * Reads up to 10 pages of a website, from the given one, as its robots.txt allows, in at most 30 seconds. Proposes FAQs
 * and a description of the services with the pages that they are from. Throws {@link Unreadable} if the first page
 * cannot be read.
 */
export async function readWebsite(address: string, { isPrivate }: Options = {}): Promise<WebsiteReading> {
  const start = readAddress(address)
  const signal = AbortSignal.timeout(WHOLE_MS)
  const read = (url: URL, mostBytes: number) =>
    safeFetch(url, { mostBytes, timeoutMs: PAGE_MS, signal, ...(isPrivate && { isPrivate }) })

  const mayRead = await robotsOf(start, read)
  if (!mayRead(start.pathname + start.search)) {
    throw new Unreadable(`The robots.txt of ${start.host} does not allow this page to be read.`)
  }
  const first = pageOf(await read(start, MOST_BYTES))
  const host = withoutWww(first.url.host)
  const seen = new Set([start.pathname, first.url.pathname])
  const waiting = new Map<string, number>()
  const pages = [first]
  collect(first)
  while (pages.length < MOST_PAGES && waiting.size > 0 && !signal.aborted) {
    const [[path = ''] = []] = [...waiting].sort((a, b) => a[1] - b[1])
    waiting.delete(path)
    const page = await read(new URL(first.url.origin + path), MOST_BYTES)
      .then(pageOf)
      .catch(() => null)
    if (!page || withoutWww(page.url.host) !== host) continue
    pages.push(page)
    collect(page)
  }

  function collect({ url, links }: Page): void {
    for (const { href, text } of links) {
      if (!URL.canParse(href, url)) continue
      const { protocol, host: linked, pathname } = new URL(href, url)
      const isOwn = /^https?:$/.test(protocol) && withoutWww(linked) === host
      if (!isOwn || seen.has(pathname) || NO_PAGE.test(pathname) || !mayRead(pathname)) continue
      seen.add(pathname)
      const rank = USEFUL.findIndex((useful) => useful.test(`${pathname} ${text}`))
      if (rank !== -1) waiting.set(pathname, rank)
    }
  }
  return proposals(pages)
}

/** What a site's robots.txt allows: all without one, nothing while it fails. */
async function robotsOf(start: URL, read: (url: URL, most: number) => Promise<FetchedPage>) {
  const { status, text } = await read(new URL('/robots.txt', start), ROBOTS_BYTES)
  if (status >= 500) return () => false
  return status === 200 ? readRobots(text) : () => true
}

type Page = ReturnType<typeof pageOf>

function pageOf({ url, status, type, text }: FetchedPage) {
  if (status !== 200) throw new Unreadable(`${url.host} answers with HTTP ${status}.`)
  if (type !== '' && !/html/.test(type)) throw new Unreadable(`${url.host} has no web page at this address.`)
  return { url, ...readPage(text) }
}

function proposals(pages: readonly Page[]): WebsiteReading {
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
    ({ url, title, text }) => USEFUL[1]?.test(`${url.pathname} ${title}`) && text !== '',
  )
  return {
    pages: pages.map(({ url }) => url.href),
    faqs: faqs.slice(0, MOST_PROPOSED),
    services: about ? { text: shortened(about.text, LONGEST_DESCRIPTION), source: about.url.href } : null,
  }
}
