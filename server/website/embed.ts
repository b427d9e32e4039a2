import { Parser } from 'htmlparser2'
import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { holderOf } from './script-holders.ts'
import { type Need, unmet } from './security-policy.ts'

const MOST_SNIPPETS = 20
/** The most levels of elements. The parser takes quadratic time for more; browsers have no more than 512. */
const MOST_LEVELS = 2_000

const RUNS = /^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i
const TAG_MANAGER =
  /googletagmanager\.com\/gtm\.js|\bGTM-[A-Z\d]{4,}|tealiumiq\.com|tags\.tiqcdn\.com|assets\.adobedtm\.com|\/container_\w+\.js|\/cdn-cgi\/zaraz\//
/** Elements whose scripts browsers don't run. */
const INERT = ['noscript', 'template'] as const

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
export interface Embed
  extends Pick<WebsiteCheck, 'misplaced' | 'has_tag_manager' | 'has_viewport' | 'blocked'> {
  scripts: (Omit<WebsiteCheck['snippets'][number], 'organization'> & { name: string | null })[]
}

/**
 * Searches a page for the embed code. Throws if its elements have too many levels. Malicious pages can take a long time,
 * so run it where it can be terminated.
 */
export function embedIn({ html, href, policy, widget, api }: EmbedInput): Embed {
  const page = new URL(href)
  const { scripts: elements, texts, policies, has_viewport } = elementsOf(html)
  const found = elements.flatMap(({ attributes, inert }) => {
    const snippet = snippetOf(attributes, page, widget)
    return snippet ? [{ ...snippet, inert }] : []
  })
  const scripts = found.filter(({ inert }) => inert === null)
  if (policy) policies.push(policy)
  const blocked = unmet(policies, needs({ widget, api }, scripts[0]?.nonce), page)
  return {
    scripts: scripts.slice(0, MOST_SNIPPETS).map(({ src, name, isActive, heldBy }) => ({
      name,
      host: src.host,
      is_from_here: src.origin === widget,
      is_active: isActive,
      held_by: heldBy,
    })),
    misplaced: scripts.length > 0 ? null : (found[0]?.inert ?? misplaced(html, texts, widget)),
    has_tag_manager: TAG_MANAGER.test(html),
    has_viewport,
    blocked: [...new Set(blocked.map(({ directive, url }) => `${directive} ${url.origin}`))],
  }
}

interface FoundScript {
  attributes: Attributes
  /** Why browsers don't run it: an element around it, or its missing end. */
  inert: (typeof INERT)[number] | 'unclosed' | null
}

/** Returns a page's scripts, the texts of its inline scripts, and what its meta elements say. */
function elementsOf(html: string) {
  const scripts: FoundScript[] = []
  const texts: string[] = []
  const policies: string[] = []
  const around = { noscript: 0, template: 0 }
  let opened: Attributes | null = null
  let has_viewport = false
  let levels = 0

  const onMeta = ({ name, content, 'http-equiv': header }: Attributes) => {
    if (/^viewport$/i.test(name?.trim() ?? '')) has_viewport = true
    if (/^content-security-policy$/i.test(header ?? '') && content) policies.push(content)
  }
  const onopentag = (name: string, attributes: Attributes) => {
    levels += 1
    if (levels > MOST_LEVELS) throw new Error('The elements have too many levels')
    if (isInert(name)) around[name] += 1
    if (name === 'script') opened = attributes
    if (name === 'meta') onMeta(attributes)
  }
  const ontext = (text: string) => {
    if (opened) texts.push(text)
  }
  const onclosetag = (name: string, isImplied: boolean) => {
    levels -= 1
    if (isInert(name)) around[name] -= 1
    if (name !== 'script' || !opened) return
    const outer = INERT.find((each) => around[each] > 0) ?? null
    scripts.push({ attributes: opened, inert: isImplied ? 'unclosed' : outer })
    opened = null
  }
  new Parser({ onopentag, ontext, onclosetag }).end(html)
  return { scripts, texts, policies, has_viewport }
}

const isInert = (name: string): name is (typeof INERT)[number] => INERT.some((each) => each === name)

/** Parses the attributes of a script. Returns null if it isn't an embed code. */
function snippetOf(attributes: Attributes, page: URL, widget: string) {
  // Plugins that delay a script keep its address in an attribute of their own.
  const addresses = Object.entries(attributes).flatMap(([attribute, value]) => {
    const src = value?.includes('/agent.js') ? URL.parse(value, page.href) : null
    return src?.pathname.endsWith('/agent.js') ? [{ attribute, src }] : []
  })
  const { attribute, src } = addresses.find((each) => each.attribute === 'src') ?? addresses[0] ?? {}
  if (!src) return null
  const name =
    attributes['data-organization-id'] ||
    src.searchParams.get('organization-id') ||
    attributes['data-organization'] ||
    null
  // Scripts of other products can have the same name.
  if (src.origin !== widget && !name) return null
  const isActive = attribute === 'src' && RUNS.test(attributes.type?.trim() ?? '')
  return { src, name, isActive, heldBy: isActive ? null : holderOf(attributes), nonce: attributes.nonce }
}

/** Returns the resources that the embed code loads (docs/embedding.md). */
function needs({ widget, api }: { widget: string; api: string }, nonce: string | undefined): Need[] {
  return [
    { directive: 'script-src', url: new URL('/agent.js', widget), nonce },
    { directive: 'script-src', url: new URL('/assets/launcher.js', widget), nonce },
    { directive: 'frame-src', url: new URL('/chat', widget) },
    { directive: 'connect-src', url: new URL('/api/', api) },
  ]
}

/** Returns where a page contains the code, or its address, in a form that browsers don't run as it is. */
function misplaced(html: string, texts: readonly string[], widget: string): WebsiteCheck['misplaced'] {
  if (hasCode(html, '<!--', '-->')) return 'comment'
  if (hasCode(html, '&lt;script', '<')) return 'text'
  const address = `${new URL(widget).host}/agent.js`
  return texts.some((text) => text.replaceAll('\\/', '/').includes(address)) ? 'script' : null
}

/** Returns whether a text contains the code between `from` and `to`. */
const hasCode = (text: string, from: string, to: string) =>
  text
    .split(from)
    .slice(1)
    .map((part) => part.split(to, 1)[0] ?? '')
    .some((part) => part.includes('/agent.js') && part.includes('data-organization'))
