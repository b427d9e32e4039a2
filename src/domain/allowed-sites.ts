import { LIMITS } from '../contract/limits.ts'

/** Longest name that the domain name system knows. */
const LONGEST_HOST = 253

/**
 * The host name that an entry means, without `www.`: `https://www.Shop.com/quote` and `shop.com` are one. Null
 * when the text names no host. Names in other scripts come in the form that browsers send (punycode).
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
 * Whether the widget may stand on a page of this origin, as browsers name it (`https://shop.com`, `null` where a
 * page has none). A website listed covers its subdomains, any port and either scheme; none listed means any.
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

/** The sources of a `frame-ancestors` that admits the websites listed; null when any may frame. */
export function frameAncestors(list: readonly string[]): string[] | null {
  if (list.length === 0) return null
  return list.flatMap((entry) => {
    const host = hostOf(entry)
    if (host === null) return []
    // An address of numbers has no subdomains.
    return /^\[|^[\d.]+$/.test(host) ? [`${host}:*`] : [`${host}:*`, `*.${host}:*`]
  })
}

/** The list with what was typed or pasted, and what is to be said of it; null when everything was added. */
export function addSites(
  list: readonly string[],
  text: string,
): { list: readonly string[]; said: string | null } {
  const next = [...list]
  const refused: string[] = []
  let duplicates = 0
  for (const entry of text.split(/[\s,;]+/u).filter((each) => each !== '')) {
    const host = hostOf(entry)
    if (host !== null && next.includes(host)) duplicates++
    else if (host === null || next.length >= LIMITS.domains) refused.push(entry)
    else next.push(host)
  }
  const parts = []
  if (duplicates > 0) parts.push(`${duplicates} already in the list`)
  if (refused.length > 0) {
    parts.push(
      next.length >= LIMITS.domains
        ? `${refused.length} not added: the list is full`
        : `Not a website's address: ${refused.slice(0, 3).join(', ')}`,
    )
  }
  return { list: next, said: parts.length > 0 ? parts.join(', ') : null }
}
