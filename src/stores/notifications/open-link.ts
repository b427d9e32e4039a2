import { postOpened } from '../../api/notifications.ts'
import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../contract/links.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { enterOrganization } from '../../platform/session/enter.ts'
import { $account } from '../base/session/account.ts'

/**
 * Opens a notification's link: selects its organization and reports once that the user has followed it. Removes both
 * parameters from the URL. Waits for the session. Ignores a failed report, because nothing depends on it.
 */
export async function openLink(): Promise<void> {
  const { searchParams } = currentUrl()
  const organizationId = searchParams.get(ORGANIZATION_PARAM)
  if (organizationId) await enterOrganization(organizationId)
  const id = searchParams.get(NOTIFICATION_PARAM)
  const stop = $account.subscribe((account) => {
    if (!account) return
    queueMicrotask(() => stop())
    const { searchParams: now } = currentUrl()
    if (now.get(NOTIFICATION_PARAM) !== id || now.get(ORGANIZATION_PARAM) !== organizationId) return
    replaceSearch({ [NOTIFICATION_PARAM]: null, [ORGANIZATION_PARAM]: null })
    if (id) postOpened(account.organizationId, id).catch(() => undefined)
  })
}
