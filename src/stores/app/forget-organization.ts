import { responseCache } from '../../platform/session/response-cache.ts'
import { clearOutbox } from '../base/outbox/outbox.ts'
import type { Account } from '../base/session/account.ts'
import { replyDrafts } from '../conversations/reply-draft.ts'
import { forgetRequests } from '../integrations/priority-requests.ts'
import { leadDrafts, newLeads } from '../leads/drafts.ts'
import { forgetPushHere } from '../notifications/push.ts'
import { forgetNotifications } from '../notifications/settings.ts'
import { forgetOnboardingDraft } from '../onboarding/onboarding.ts'
import { forgetRecents } from '../palette/recents.ts'
import { deleteDraft } from '../settings/draft.ts'
import { forgetClosedBanners } from '../shell/closed-banners.ts'

/** Removes the organization's data, and the push messages about it, from this device. */
export async function forgetHere(account: Account): Promise<void> {
  const { userId, organizationId } = account
  for (const drafts of [replyDrafts, leadDrafts, newLeads]) drafts.forget(account)
  forgetNotifications(account)
  forgetOnboardingDraft(organizationId)
  forgetRecents(account)
  forgetClosedBanners(account)
  forgetRequests(organizationId)
  await Promise.all([
    deleteDraft(account),
    responseCache.clear(),
    clearOutbox(userId, organizationId),
    forgetPushHere(account),
  ])
}
