import { Parser } from 'htmlparser2'
import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { type Need, unmet } from './security-policy.ts'

const MOST_SNIPPETS = 20
/** The most levels of elements. The parser takes quadratic time for more; browsers have no more than 512. */
const MOST_LEVELS = 2_000

/** The attributes in which plugins store the address of a script whose loading they delay. */
const ADDRESSES = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cookieblock-src']
const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i
const TAG_MANAGER = /googletagmanager\.com\/gtm\.js|\bGTM-[A-Z\d]{4,}|tealiumiq\.com|assets\.adobedtm\.com/

type Attributes = Readonly<Record<string, string | undefined>>

export interface EmbedInput {
  html: string
  /** The page's address. */
  href: string
  policy: string | null
  /** The origins of the widget and the API. */
  widget: string
  api: string
}

/** The embed code found on a page, with the names of the organizations whose chat it opens. */
export interface Embed extends Pick<WebsiteCheck, 'misplaced' | 'has_tag_manager' | 'blocked'> {
  scripts: (Omit<WebsiteCheck['snippets'][number], 'organization'> & { name: string | null })[]
}

/**
 * Searches a page for the embed code. Throws if its elements have too many levels. Malicious pages can take a long time,
 * so run it where it can be terminated.
 */
export function embedIn({ html, href, policy, widget, api }: EmbedInput): Embed {
  const page = new URL(href)
  const { scripts: elements, unclosed, policies } = elementsOf(html)
  const snippetsIn = (found: Attributes[]) =>
    found.flatMap((attributes) => snippetOf(attributes, page, widget) ?? [])
  const scripts = snippetsIn(elements)
  const isUnclosed = snippetsIn(unclosed).length > 0
  if (policy) policies.push(policy)
  return {
    scripts: scripts.slice(0, MOST_SNIPPETS).map(({ src, name, isActive }) => ({
      name,
      host: src.host,
      is_from_here: src.origin === widget,
      is_active: isActive,
    })),
    misplaced: scripts.length > 0 ? null : isUnclosed ? 'unclosed' : misplaced(html),
    has_tag_manager: TAG_MANAGER.test(html),
    blocked: unmet(policies, needs({ widget, api }, scripts[0]?.nonce), page).map(
      ({ directive, url }) => `${directive} ${url.origin}`,
    ),
  }
}

/**
 * Returns the attributes of a page's scripts, and the security policies in its meta elements. A script that the page
 * never closes is in `unclosed`: browsers don't run it.
 */
function elementsOf(html: string) {
  const scripts: Attributes[] = []
  const unclosed: Attributes[] = []
  let opened: Attributes = {}
  const policies: string[] = []
  let levels = 0
  const onopentag = (name: string, attributes: Attributes) => {
    levels += 1
    if (levels > MOST_LEVELS) throw new Error('The elements have too many levels')
    if (name === 'script') opened = attributes
    const isPolicy = name === 'meta' && /^content-security-policy$/i.test(attributes['http-equiv'] ?? '')
    if (isPolicy && attributes.content) policies.push(attributes.content)
  }
  const onclosetag = (name: string, isImplied: boolean) => {
    levels -= 1
    if (name === 'script') (isImplied ? unclosed : scripts).push(opened)
  }
  new Parser({ onopentag, onclosetag }).end(html)
  return { scripts, unclosed, policies }
}

/** Parses the attributes of a script. Returns null if it isn't an embed code. */
function snippetOf(attributes: Attributes, page: URL, widget: string) {
  const attribute = ADDRESSES.find((name) => attributes[name]?.includes('/agent.js'))
  const address = attribute && attributes[attribute]
  const src = address ? URL.parse(address, page.href) : null
  if (!src?.pathname.endsWith('/agent.js')) return null
  const name =
    attributes['data-organization-id'] ||
    attributes['data-organization'] ||
    src.searchParams.get('organization-id')
  // Scripts of other products can have the same name.
  if (src.origin !== widget && !name) return null
  const isActive = attribute === 'src' && RUNS.test(attributes.type?.trim() ?? '')
  return { src, name, isActive, nonce: attributes.nonce }
}

/** Returns the resources that the embed code loads (docs/embedding.md). */
function needs({ widget, api }: { widget: string; api: string }, nonce: string | undefined): Need[] {
  return [
    { directive: 'script-src', url: new URL('/agent.js', widget), nonce },
    { directive: 'frame-src', url: new URL('/chat', widget) },
    { directive: 'connect-src', url: new URL('/api/', api) },
  ]
}

/** Returns where a page contains the code in a form that browsers don't run. */
function misplaced(html: string): WebsiteCheck['misplaced'] {
  if (hasCode(html, '<!--', '-->')) return 'comment'
  return hasCode(html, '&lt;script', '<') ? 'text' : null
}

/** Returns whether a text contains the code between `from` and `to`. */
const hasCode = (text: string, from: string, to: string) =>
  text
    .split(from)
    .slice(1)
    .map((part) => part.split(to, 1)[0] ?? '')
    .some((part) => part.includes('/agent.js') && part.includes('data-organization'))
