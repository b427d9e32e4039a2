import { LIMITS } from '../../contract/limits.ts'
import { additions } from './additions.ts'
import { trimmed, unquoted } from './unquoted.ts'

/** The length of the longest valid domain name. */
const LONGEST_HOST = 253

/**
 * Returns the host name of an entry without `www.`, so that `https://www.Shop.com/quote` and `shop.com` are equal.
 * Returns null if the text contains no host. Converts names in other scripts to punycode, as browsers do.
 */
export function hostOf(entry: string): string | null {
  const typed = entry.trim().replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
  const url = typed === '' || /\s/.test(typed) ? null : URL.parse(`https://${typed.replace(/^\*\./, '')}`)
  const host = url?.hostname.replace(/^www\./, '').replace(/\.$/, '') ?? ''
  const isHost =
    host === 'localhost' || /^\[[\da-f:]+\]$/.test(host) || /^[\da-z_-]+(\.[\da-z_-]+)+$/.test(host)
  return isHost && host.length <= LONGEST_HOST ? host : null
}

/**
 * Returns whether the widget can run on a page of this origin, in the browser's format (`https://shop.com` or `null`).
 * A listed website includes its subdomains, any port, and both schemes. An empty list allows every website.
 */
export function isAllowedSite(list: readonly string[], origin: string): boolean {
  if (list.length === 0) return true
  const page = URL.parse(origin) ? hostOf(origin) : null
  if (page === null) return false
  return list.some((entry) => {
    const host = hostOf(entry)
    return host !== null && (page === host || page.endsWith(`.${host}`))
  })
}

/** Returns the `frame-ancestors` sources for the listed websites, or null if any website can frame the widget. */
export function frameAncestors(list: readonly string[]): string[] | null {
  if (list.length === 0) return null
  return list.flatMap((entry) => {
    const host = hostOf(entry)
    if (host === null) return []
    // IP addresses have no subdomains.
    return /^\[|^[\d.]+$/.test(host) ? [`${host}:*`] : [`${host}:*`, `*.${host}:*`]
  })
}

/**
 * Adds typed or pasted entries. Returns the new list, the entries that were rejected, and a message. The message is null
 * if the only one was added.
 */
export function addSites(
  list: readonly string[],
  text: string,
): { list: readonly string[]; refused: readonly string[]; summary: string | null } {
  const next = [...list]
  const refused: string[] = []
  let duplicates = 0
  const entries = unquoted(text)
    .split(/[\s,;]+/u)
    .map(trimmed)
  for (const entry of entries.filter((each) => each !== '')) {
    const host = hostOf(entry)
    if (host !== null && next.includes(host)) duplicates++
    else if (host === null || next.length >= LIMITS.domains) refused.push(entry)
    else next.push(host)
  }
  const parts = additions(next.length - list.length, { duplicates, refused: refused.length })
  if (refused.length > 0) {
    parts.push(
      next.length >= LIMITS.domains
        ? `${refused.length} not added: the list is full`
        : `Not a website address: ${refused.slice(0, 3).join(', ')}`,
    )
  }
  return { list: next, refused, summary: parts.length > 0 ? parts.join(', ') : null }
}
