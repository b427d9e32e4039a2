import { checkWebsite, type WebsiteCheck } from '../contract/website-check.ts'
import { readWebsite, type WebsiteReading } from '../contract/website-reading.ts'
import { write } from './client.ts'

/** Has the server read a website. Returns what it proposes. */
export async function postWebsiteReading(organizationId: string, url: string): Promise<WebsiteReading> {
  const {
    pages = [],
    faqs = [],
    services = null,
  } = await write(readWebsite, { organizationId, body: { url } })
  return { pages, faqs, services }
}

/** Has the server look for the embed code on a page. Rejects with the reason if it cannot read the page. */
export async function postWebsiteCheck(organizationId: string, url: string): Promise<WebsiteCheck> {
  const none = { snippets: [], misplaced: null, has_tag_manager: false, blocked: [], is_allowed: true }
  return { url, ...none, ...(await write(checkWebsite, { organizationId, body: { url } })) }
}
