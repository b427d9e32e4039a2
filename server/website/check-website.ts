import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { readAddress } from '../net/open-public.ts'
import { safeFetch, Unreadable } from '../net/safe-fetch.ts'
import { type Attributes, readElements } from './elements.ts'
import { type Need, unmet } from './security-policy.ts'

const MOST_BYTES = 2 * 1_048_576
const PAGE_MS = 15_000
const MOST_SNIPPETS = 20

/** Where plugins keep the address of a script that they hold back. */
const ADDRESSES = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cookieblock-src']
const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i
const TAG_MANAGER = /googletagmanager\.com\/gtm\.js|\bGTM-[A-Z\d]{4,}|tealiumiq\.com|assets\.adobedtm\.com/

export interface CheckOptions {
  /** The origins of the widget and of the API. */
  widget: string
  api: string
  /** The websites that may show the chat; an empty list allows any. */
  allowed: readonly string[]
  /** Whose chat a name in an embed code opens. */
  whose: (name: string) => Promise<WebsiteCheck['snippets'][number]['organization']>
  /** Which addresses are refused. */
  isPrivate: (address: string) => boolean
}

/**
 * Looks for the embed code in the HTML of a page, without running its scripts, and for what keeps the chat from showing.
 * Throws {@link Unreadable} if the page cannot be read.
 */
export async function checkWebsite(address: string, options: CheckOptions): Promise<WebsiteCheck> {
  const { widget, api, allowed, whose, isPrivate } = options
  const page = await safeFetch(readAddress(address), { mostBytes: MOST_BYTES, timeoutMs: PAGE_MS, isPrivate })
  const { url, status, type, text, policy, isCut } = page
  if (status !== 200) throw new Unreadable(`${url.host} answers with HTTP ${status}.`)
  if (type !== '' && !/html/.test(type)) throw new Unreadable(`${url.host} has no web page at this address.`)

  const { scripts: elements, policies, isWhole } = elementsOf(text)
  const scripts = elements.flatMap((attributes) => snippetOf(attributes, url, widget) ?? [])
  if (scripts.length === 0 && (!isWhole || isCut))
    throw new Unreadable(`The page of ${url.host} is too large.`)
  const snippets = await Promise.all(
    scripts.slice(0, MOST_SNIPPETS).map(async ({ src, name, isActive }) => ({
      organization: name ? await whose(name) : ('unknown' as const),
      host: src.host,
      is_from_here: src.origin === widget,
      is_active: isActive,
    })),
  )
  if (policy) policies.push(policy)
  return {
    url: url.href,
    snippets,
    misplaced: snippets.length === 0 ? misplaced(text) : null,
    has_tag_manager: TAG_MANAGER.test(text),
    blocked: unmet(policies, needs({ widget, api }, scripts[0]?.nonce), url).map(
      ({ directive, url: needed }) => `${directive} ${needed.origin}`,
    ),
    is_allowed: isAllowedSite(allowed, url.origin),
  }
}

/** Returns the attributes of a page's scripts, and the security policies among its elements. */
function elementsOf(html: string) {
  const scripts: Attributes[] = []
  const policies: string[] = []
  const isWhole = readElements(html, (name, attributes) => {
    if (name === 'script') scripts.push(attributes)
    const isPolicy = name === 'meta' && /^content-security-policy$/i.test(attributes['http-equiv'] ?? '')
    if (isPolicy && attributes.content) policies.push(attributes.content)
  })
  return { scripts, policies, isWhole }
}

/** Reads the attributes of a script; null if it is not an embed code. */
function snippetOf(attributes: Attributes, page: URL, widget: string) {
  const attribute = ADDRESSES.find((name) => attributes[name]?.includes('/agent.js'))
  const address = attribute && attributes[attribute]
  const src = address ? URL.parse(address, page.href) : null
  if (!src?.pathname.endsWith('/agent.js')) return null
  const name =
    attributes['data-organization-id'] ||
    attributes['data-organization'] ||
    src.searchParams.get('organization-id')
  // Other products have scripts of this name.
  if (src.origin !== widget && !name) return null
  const isActive = attribute === 'src' && RUNS.test(attributes.type?.trim() ?? '')
  return { src, name, isActive, nonce: attributes.nonce }
}

/** What the embed code loads (docs/embedding.md). */
function needs({ widget, api }: { widget: string; api: string }, nonce: string | undefined): Need[] {
  return [
    { directive: 'script-src', url: new URL('/agent.js', widget), nonce },
    { directive: 'frame-src', url: new URL('/chat', widget) },
    { directive: 'connect-src', url: new URL('/api/', api) },
  ]
}

/** Returns where a page has the code so that browsers do not run it. */
function misplaced(html: string): WebsiteCheck['misplaced'] {
  if (hasCode(html, '<!--', '-->')) return 'comment'
  return hasCode(html, '&lt;script', '<') ? 'text' : null
}

/** Whether a part of a text between `from` and `to` has the code. */
const hasCode = (text: string, from: string, to: string) =>
  text
    .split(from)
    .slice(1)
    .map((part) => part.split(to, 1)[0] ?? '')
    .some((part) => part.includes('/agent.js') && part.includes('data-organization'))
