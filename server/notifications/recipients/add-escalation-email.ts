import type { Profile } from '../../../src/contract/profile.ts'
import type { Deps } from '../../kernel/deps.ts'
import { readNotificationSettings } from '../stored-settings.ts'
import { sendDueCodes } from './due-codes.ts'
import { addRecipients } from './standing.ts'

/** Asks the escalation email of a saved profile to confirm that it wants alerts, unless it has or is a member's. */
export async function addEscalationEmail(
  deps: Deps,
  organizationId: string,
  profile: Profile,
  now: Date,
): Promise<void> {
  const settings = await readNotificationSettings(deps.db, organizationId)
  await addRecipients(deps.db, deps, { organizationId, settings, profile }, now)
  await sendDueCodes(deps, organizationId)
}
