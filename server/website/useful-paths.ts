import { withoutWww } from './business/facts.ts'
import type { PageContents } from './extract.ts'
import { readRobots } from './robots.ts'

export const ABOUT_SERVICES = /service|what-we-do|servicios/i
/** Matches paths of pages of one service each, of which there can be many. */
const ONE_SERVICE = /(?:service|what-we-do|servicios)[^/]*\/[^/]/i
/** Patterns for links to pages that are useful, most useful first. */
const USEFUL = [
  /contact/i,
  /faq|question|preguntas/i,
  ABOUT_SERVICES,
  /about|pricing|price|nosotros|precios/i,
]
const NO_PAGE = /\.(?:pdf|jpe?g|png|gif|webp|svg|zip|mp4|docx?|xlsx?|css|js|xml|ico)$/i

/**
 * Returns the links of a page to other pages of its site that robots.txt allows, with their rank. 0 is the most useful.
 */
export function usefulPaths(links: PageContents['links'], page: URL, robots: string): Map<string, number> {
  const mayRead = readRobots(robots)
  const found = new Map<string, number>()
  for (const { href, text } of links) {
    const link = URL.parse(href, page.href)
    if (!link || !/^https?:$/.test(link.protocol) || withoutWww(link.host) !== withoutWww(page.host)) continue
    const { pathname } = link
    const rank = rankOf(pathname, text)
    if (rank === -1 || found.has(pathname) || NO_PAGE.test(pathname) || !mayRead(pathname)) continue
    found.set(pathname, rank)
  }
  return found
}

function rankOf(pathname: string, text: string): number {
  const rank = USEFUL.findIndex((useful) => useful.test(`${pathname} ${text}`))
  return rank !== -1 && ONE_SERVICE.test(pathname) ? USEFUL.length : rank
}
