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
