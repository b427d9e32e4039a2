import type { WebsiteCheck } from '../../src/contract/website-check.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { inThread } from '../in-thread.ts'
import { readAddress } from '../net/open-public.ts'
import { safeFetch, Unreadable } from '../net/safe-fetch.ts'
import type { Embed, EmbedInput } from './embed.ts'
import { readHtml } from './html-page.ts'

const MOST_BYTES = 2 * 1_048_576
const PAGE_MS = 15_000

const readEmbed = inThread<EmbedInput, Embed>(new URL('./embed-worker.ts', import.meta.url), {
  seconds: 10,
  megabytes: 512,
})

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
  const { url, text, policy, isCut } = page
  const { scripts, ...seen } = await readHtml(page, () =>
    readEmbed({ html: text, href: url.href, policy, widget, api }),
  )
  if (scripts.length === 0 && isCut) throw new Unreadable(`The page of ${url.host} is too large.`)
  const snippets = await Promise.all(
    scripts.map(async ({ name, ...script }) => ({
      organization: name ? await whose(name) : ('unknown' as const),
      ...script,
    })),
  )
  return { url: url.href, snippets, ...seen, is_allowed: isAllowedSite(allowed, url.origin) }
}
