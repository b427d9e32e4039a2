import { postOpened } from '../../api/notifications.ts'
import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../contract/links.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { enterOrganization } from '../../platform/session/enter.ts'
import { $owner } from '../session/owner.ts'

/**
 * Opens the link of a notification: selects its organization, and reports that the user has followed it, once. Removes
 * both from the URL. Waits for the session. Nothing depends on the report.
 */
export async function openLink(): Promise<void> {
  const { searchParams } = currentUrl()
  const organizationId = searchParams.get(ORGANIZATION_PARAM)
  if (organizationId) await enterOrganization(organizationId)
  const id = searchParams.get(NOTIFICATION_PARAM)
  const stop = $owner.subscribe((owner) => {
    if (!owner) return
    queueMicrotask(() => stop())
    const { searchParams: now } = currentUrl()
    if (now.get(NOTIFICATION_PARAM) !== id || now.get(ORGANIZATION_PARAM) !== organizationId) return
    replaceSearch({ [NOTIFICATION_PARAM]: null, [ORGANIZATION_PARAM]: null })
    if (id) postOpened(owner.organizationId, id).catch(() => undefined)
  })
}
