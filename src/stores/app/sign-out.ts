import { signOutWarning } from '../../domain/session/sign-out.ts'
import { isOffline } from '../../platform/page/page-state.ts'
import { getToken, signOut } from '../../platform/session/session.ts'
import { countDrafts, deleteDrafts } from '../base/drafts.ts'
import { clearOutbox, countWaiting } from '../base/outbox/outbox.ts'
import { $user } from '../base/session/session.ts'
import { leavePush } from '../notifications/push.ts'
import { forgetPush } from '../notifications/push-devices.ts'
import { deleteFirstChats } from '../onboarding/first-chat.ts'
import { deleteRecents } from '../palette/recents.ts'
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
  const drafts = await countDrafts(userId)
  const warning = signOutWarning({
    changes: await countWaiting(userId),
    drafts: drafts.reply,
    notes: drafts.note,
    leads: drafts['new-lead'],
    hasDraft: drafts.settings + drafts.notifications + drafts.onboarding > 0,
  })
  if (warning && !(await confirm(warning))) return false
  await leavePush(userId)
  await signOut({
    forget: async () => {
      deleteFirstChats()
      deleteRecents(userId)
      forgetBanners(userId)
      forgetPush(userId)
      await Promise.allSettled([clearOutbox(userId), deleteDrafts(userId)])
    },
  })
  return true
}
