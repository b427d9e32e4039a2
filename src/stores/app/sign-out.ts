import { signOutWarning } from '../../domain/session/sign-out.ts'
import { isOffline } from '../../platform/page/page-state.ts'
import { getToken, signOut } from '../../platform/session/session.ts'
import { clearOutbox, countWaiting } from '../base/outbox/outbox.ts'
import { $user } from '../base/session/session.ts'
import { replyDrafts } from '../conversations/reply-draft.ts'
import { leadDrafts, newLeads } from '../leads/drafts.ts'
import { leavePush } from '../notifications/push.ts'
import { forgetPush } from '../notifications/push-devices.ts'
import { deleteUnsavedNotifications, hasUnsavedNotifications } from '../notifications/settings.ts'
import { deleteOnboardingDrafts, hasOnboardingDrafts } from '../onboarding/onboarding.ts'
import { deleteRecents } from '../palette/recents.ts'
import { deleteDrafts, hasDrafts } from '../settings/draft.ts'
import { forgetBanners } from '../shell/setup-banners.ts'

/**
 * Signs out, stops push messages to this device, and removes unsent input from it. If there is unsent input, calls
 * `confirm` first. Is not called when a session expires, so nothing is removed then. Returns false if the user cancels.
 *
 * @throws if the session could not be ended; then no input is removed.
 */
export async function signOutWarned(
  confirm: (warning: string) => boolean | Promise<boolean>,
): Promise<boolean> {
  if (isOffline()) throw new Error('Cannot sign out while offline')
  // Without a remembered session, only Clerk knows which user's input is on this device.
  if (!$user.get()) await getToken().catch(() => undefined)
  const userId = $user.get()?.id ?? ''
  const hasDraft = hasOnboardingDrafts() || hasUnsavedNotifications(userId) || (await hasDrafts(userId))
  const warning = signOutWarning({
    changes: await countWaiting(userId),
    drafts: replyDrafts.count(userId),
    notes: leadDrafts.count(userId),
    leads: newLeads.count(userId),
    hasDraft,
  })
  if (warning && !(await confirm(warning))) return false
  await leavePush(userId)
  await signOut({
    forget: async () => {
      deleteOnboardingDrafts()
      deleteRecents(userId)
      forgetBanners(userId)
      for (const drafts of [replyDrafts, leadDrafts, newLeads]) drafts.deleteAll(userId)
      deleteUnsavedNotifications(userId)
      forgetPush(userId)
      await Promise.allSettled([clearOutbox(userId), deleteDrafts(userId)])
    },
  })
  return true
}
