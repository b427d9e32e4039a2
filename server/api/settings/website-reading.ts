import { readWebsite as reading } from '../../../src/contract/website-reading.ts'
import { Unreadable } from '../../net/safe-fetch.ts'
import { readWebsite } from '../../website/read-website.ts'
import { type Api, mount } from '../mount.ts'
import { Refusal } from '../refusal.ts'

/** Reading the owner's website for proposals. Nothing is stored. */
export function mountWebsiteReading(api: Api): void {
  const busy = new Set<string>()

  mount(api, reading, async ({ organizationId, body }) => {
    if (busy.has(organizationId)) throw new Refusal(409, 'Your website is being read already')
    busy.add(organizationId)
    try {
      return await readWebsite(body.url)
    } catch (error) {
      if (error instanceof Unreadable) throw new Refusal(400, error.message)
      throw error
    } finally {
      busy.delete(organizationId)
    }
  })
}
