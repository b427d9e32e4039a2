import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { type AlertAddress, typedAddresses } from '../../server/notifications/recipients/typed.ts'
import { readNotificationSettings } from '../../server/notifications/stored-settings.ts'
import { readProfile } from '../../server/profiles/stored-profile.ts'

/** Confirms addresses and numbers, as if their owners had given their codes. */
export async function confirm(
  db: Kysely<Database>,
  organization_id: string,
  recipients: readonly string[],
  at: Date,
): Promise<void> {
  const confirmed = { confirmed_at: at, code_due_at: null }
  const rows = recipients.map((recipient) => ({
    organization_id,
    ...addressOf(recipient),
    added_at: at,
    ...confirmed,
  }))
  await db
    .insertInto('alert_recipients')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'channel', 'address']).doUpdateSet(confirmed),
    )
    .execute()
}

const addressOf = (recipient: string): AlertAddress => ({
  channel: recipient.includes('@') ? 'email' : 'sms',
  address: recipient.toLowerCase(),
})

/** Confirms everyone in an organization's notification settings. Removes the codes that were requested for them. */
export async function confirmEveryone(db: Kysely<Database>, organizationId: string, at: Date): Promise<void> {
  const settings = await readNotificationSettings(db, organizationId)
  const typed = typedAddresses(settings, await readProfile(db, organizationId))
  if (typed.length > 0) {
    const addresses = typed.map(({ address }) => address)
    await confirm(db, organizationId, addresses, at)
  }
  await db
    .deleteFrom('notifications')
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'recipient_code')
    .execute()
}
