import { checkWebsite as checking } from '../../src/contract/website-check.ts'
import { readWebsite as reading } from '../../src/contract/website-reading.ts'
import { createMemberReads } from '../http/member-reads.ts'
import { type Api, mount } from '../http/mount.ts'
import { blockedAddresses } from '../net/public-address.ts'
import { allowedSites, findOrganization } from '../widget/organization.ts'
import { checkWebsite } from './check-website.ts'
import { readWebsite } from './read-website.ts'

/**
 * Mounts the endpoints that read the owner's website for proposals, and search it for the embed code. Nothing is
 * stored.
 */
export function mountWebsites(api: Api): void {
  const { db, config } = api.deps
  const alone = createMemberReads(api.deps, 'websiteReads', 'Your website is being read already')

  const isPrivate = blockedAddresses(config.isLocal)

  mount(api, reading, ({ organizationId, body }) =>
    alone(organizationId, () => readWebsite(body.url, { organizationId, isPrivate })),
  )

  mount(api, checking, async ({ organizationId, body }) => {
    const allowed = await allowedSites(db, organizationId)
    const whose = async (name: string) => {
      const found = await findOrganization(db, name)
      if (found === null) return 'unknown'
      return found === organizationId ? 'this' : 'other'
    }
    const { widget, api } = config.origins
    return alone(organizationId, () =>
      checkWebsite(body.url, { organizationId, widget, api, allowed, whose, isPrivate }),
    )
  })
}
