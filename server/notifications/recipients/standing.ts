import { type Kysely, type Selectable, sql } from 'kysely'
import { emailKey } from '../../../src/contract/email-address.ts'
import type { NotificationSettings } from '../../../src/contract/notification-settings.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import type { AlertRecipientsTable } from '../../db/notification-schema.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { memberEmails } from './member-emails.ts'
import { type AlertAddress, typedAddresses } from './typed.ts'

type Directory = Pick<Deps, 'directory'>

/** What the members of an organization saved. */
export interface Saved {
  organizationId: string
  settings: Pick<NotificationSettings, 'people'>
  profile: Pick<Profile, 'escalation_email'>
}

/** Returns whether a recipient gets alerts at `now`. */
const getsAlerts = (
  { confirmed_at, alerts_until }: Pick<Selectable<AlertRecipientsTable>, 'confirmed_at' | 'alerts_until'>,
  now: Date,
): boolean => confirmed_at !== null || (alerts_until !== null && alerts_until > now)

/**
 * Returns the given addresses and numbers that must get no alerts, exactly as given: those that are neither the verified
 * address of a member nor confirmed.
 */
export async function unconfirmedOf(
  db: Kysely<Database>,
  deps: Directory,
  organizationId: string,
  recipients: readonly string[],
  now: Date,
): Promise<string[]> {
  if (recipients.length === 0) return []
  const rows = await db
    .selectFrom('alert_recipients')
    .select(['address', 'confirmed_at', 'alerts_until'])
    .where('organization_id', '=', organizationId)
    .where('address', '=', sql<string>`any(${recipients.map(emailKey)})`)
    .execute()
  const allowed = new Set(await memberEmails(db, deps, organizationId))
  for (const row of rows) if (getsAlerts(row, now)) allowed.add(row.address)
  return recipients.filter((each) => !allowed.has(emailKey(each)))
}

/** Returns the saved addresses and numbers that need a confirmation, because they aren't those of members. */
export async function strangersIn(
  db: Kysely<Database>,
  deps: Directory,
  { organizationId, settings, profile }: Saved,
): Promise<AlertAddress[]> {
  const members = new Set(await memberEmails(db, deps, organizationId))
  return typedAddresses(settings, profile).filter(({ address }) => !members.has(address))
}

/** Stores the saved addresses and numbers that are new and need a confirmation. A code is due for each at once. */
export async function addRecipients(
  tx: Kysely<Database>,
  deps: Directory,
  saved: Saved,
  now: Date,
): Promise<void> {
  const { organizationId } = saved
  const strangers = await strangersIn(tx, deps, saved)
  const known = await tx
    .selectFrom('alert_recipients')
    .select(['channel', 'address'])
    .where('organization_id', '=', organizationId)
    .execute()
  const isKnown = (each: AlertAddress) =>
    known.some(({ channel, address }) => channel === each.channel && address === each.address)
  const added = strangers.filter((each) => !isKnown(each))
  if (added.length === 0) return
  await tx
    .insertInto('alert_recipients')
    .values(
      added.map((each) => ({ ...each, organization_id: organizationId, added_at: now, code_due_at: now })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
