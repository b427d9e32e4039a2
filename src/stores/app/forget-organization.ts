import { responseCache } from '../../platform/session/response-cache.ts'
import { deleteDrafts } from '../base/drafts.ts'
import { clearOutbox } from '../base/outbox/outbox.ts'
import type { Account } from '../base/session/account.ts'
import { forgetRequests } from '../integrations/priority-requests.ts'
import { forgetPushHere } from '../notifications/push.ts'
import { forgetRecents } from '../palette/recents.ts'
import { forgetClosedBanners } from '../shell/closed-banners.ts'

/** Removes the organization's data, and the push messages about it, from this device. */
export async function forgetHere(account: Account): Promise<void> {
  const { userId, organizationId } = account
  forgetRecents(account)
  forgetClosedBanners(account)
  forgetRequests(organizationId)
  await Promise.all([
    deleteDrafts(userId, organizationId),
    responseCache.clear(),
    clearOutbox(userId, organizationId),
    forgetPushHere(account),
  ])
}
