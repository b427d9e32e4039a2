import { postOpened } from '../../api/notifications.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { $owner } from '../session/owner.ts'

/** The parameter by which links in notifications name theirs. */
const NOTIFICATION = 'notification'

/**
 * Reports that the user has followed the link of a notification, once, and removes the notification from the URL. Waits
 * for the session. Nothing depends on the report.
 */
export function reportOpened(): void {
  const id = currentUrl().searchParams.get(NOTIFICATION)
  if (!id) return
  const stop = $owner.subscribe((owner) => {
    if (!owner) return
    queueMicrotask(() => stop())
    if (currentUrl().searchParams.get(NOTIFICATION) !== id) return
    replaceSearch({ [NOTIFICATION]: null })
    postOpened(owner.organizationId, id).catch(() => undefined)
  })
}
