import { checkWebsite, type WebsiteCheck } from '../contract/website-check.ts'
import { readWebsite, UNKNOWN_BUSINESS, type WebsiteReading } from '../contract/website-reading.ts'
import { write } from './client.ts'

/** Asks the server to read a website. Returns the server's proposals. */
export async function postWebsiteReading(organizationId: string, url: string): Promise<WebsiteReading> {
  const {
    pages = [],
    faqs = [],
    services = null,
    business = UNKNOWN_BUSINESS,
  } = await write(readWebsite, { organizationId, body: { url } })
  return { pages, faqs, services, business }
}

/** Asks the server to look for the embed code on a page. Rejects with the reason if the server cannot read the page. */
export async function postWebsiteCheck(organizationId: string, url: string): Promise<WebsiteCheck> {
  const none = {
    snippets: [],
    misplaced: null,
    has_tag_manager: false,
    has_viewport: true,
    blocked: [],
    is_allowed: true,
  }
  return { url, ...none, ...(await write(checkWebsite, { organizationId, body: { url } })) }
}
