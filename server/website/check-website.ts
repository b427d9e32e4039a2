import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { inThread } from '../base/in-thread.ts'
import { readAddress } from '../net/open-public.ts'
import { safeFetch, Unreadable } from '../net/safe-fetch.ts'
import type { Embed, EmbedInput } from './embed.ts'
import { readHtml } from './html-page.ts'

const MOST_BYTES = 2 * 1_048_576
const PAGE_MS = 15_000

const readEmbed = inThread<EmbedInput, Embed>(new URL('./embed-worker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 256,
})

export interface CheckOptions {
  /** The organization that checks the page. */
  organizationId: string
  /** The origins of the widget and the API. */
  widget: string
  api: string
  /** The websites that may show the chat; an empty list allows any. */
  allowed: readonly string[]
  /** Returns the organization whose chat opens for a name in an embed code. */
  whose: (name: string) => Promise<WebsiteCheck['snippets'][number]['organization']>
  /** Returns whether an address is blocked. */
  isPrivate: (address: string) => boolean
}

/**
 * Searches the HTML of a page, without running its scripts, for the embed code and for anything that prevents the chat
 * from showing. Throws {@link Unreadable} if the page can't be read.
 */
export async function checkWebsite(address: string, options: CheckOptions): Promise<WebsiteCheck> {
  const { organizationId, widget, api, allowed, whose, isPrivate } = options
  const page = await safeFetch(readAddress(address), { mostBytes: MOST_BYTES, timeoutMs: PAGE_MS, isPrivate })
  const { url, text, policy, isCut } = page
  const { scripts, ...seen } = await readHtml(page, () =>
    readEmbed(organizationId, { html: text, href: url.href, policy, widget, api }),
  )
  if (scripts.length === 0 && isCut) throw new Unreadable(`The page of ${url.host} is too large.`)
  const snippets = await Promise.all(
    scripts.map(async ({ name, ...script }) => ({
      organization: name ? await whose(name) : ('none' as const),
      ...script,
    })),
  )
  return { url: url.href, snippets, ...seen, is_allowed: isAllowedSite(allowed, url.origin) }
}
