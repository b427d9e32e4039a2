import { Parser } from 'htmlparser2'
import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { type Need, unmet } from './security-policy.ts'

const MOST_SNIPPETS = 20

/** Where plugins keep the address of a script that they hold back. */
const ADDRESSES = ['src', 'data-src', 'data-rocket-src', 'data-litespeed-src', 'data-cookieblock-src']
const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i
const TAG_MANAGER = /googletagmanager\.com\/gtm\.js|\bGTM-[A-Z\d]{4,}|tealiumiq\.com|assets\.adobedtm\.com/

type Attributes = Readonly<Record<string, string | undefined>>

export interface EmbedInput {
  html: string
  /** The page's address. */
  href: string
  policy: string | null
  /** The origins of the widget and of the API. */
  widget: string
  api: string
}

/** What a page has of the embed code, with the names of the organizations whose chat it opens. */
export interface Embed extends Pick<WebsiteCheck, 'misplaced' | 'has_tag_manager' | 'blocked'> {
  scripts: (Omit<WebsiteCheck['snippets'][number], 'organization'> & { name: string | null })[]
}

/** Looks for the embed code in a page. Hostile pages can take long: call it where it can be ended. */
export function embedIn({ html, href, policy, widget, api }: EmbedInput): Embed {
  const page = new URL(href)
  const { scripts: elements, policies } = elementsOf(html)
  const scripts = elements.flatMap((attributes) => snippetOf(attributes, page, widget) ?? [])
  if (policy) policies.push(policy)
  return {
    scripts: scripts.slice(0, MOST_SNIPPETS).map(({ src, name, isActive }) => ({
      name,
      host: src.host,
      is_from_here: src.origin === widget,
      is_active: isActive,
    })),
    misplaced: scripts.length === 0 ? misplaced(html) : null,
    has_tag_manager: TAG_MANAGER.test(html),
    blocked: unmet(policies, needs({ widget, api }, scripts[0]?.nonce), page).map(
      ({ directive, url }) => `${directive} ${url.origin}`,
    ),
  }
}

/** Returns the attributes of a page's scripts, and the security policies among its elements. */
function elementsOf(html: string) {
  const scripts: Attributes[] = []
  const policies: string[] = []
  const onopentag = (name: string, attributes: Attributes) => {
    if (name === 'script') scripts.push(attributes)
    const isPolicy = name === 'meta' && /^content-security-policy$/i.test(attributes['http-equiv'] ?? '')
    if (isPolicy && attributes.content) policies.push(attributes.content)
  }
  new Parser({ onopentag }).end(html)
  return { scripts, policies }
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
