import type { Insertable, Kysely, Selectable } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { readEmail } from '../../src/contract/email-address.ts'
import type { NotificationSettings } from '../../src/contract/notification-settings.ts'
import type { Profile } from '../../src/contract/profile.ts'
import { newId } from '../base/ids.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database, LeadsTable } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { unsubscribedOf } from './opt-outs.ts'

export type NewNotification = Insertable<Database['notifications']>
export type PlannedLead = Selectable<Pick<LeadsTable, (typeof LEAD_COLUMNS)[number]>>

/** The columns of a lead that planning reads. */
export const LEAD_COLUMNS = [
  'id',
  'prospect_name',
  'prospect_email',
  'prospect_phone',
  'extracted_metadata',
  'conversation_id',
  'is_test',
  'booking_start_time',
  'booking_kind',
  'booking_minutes',
  'booking_status',
] as const

/** The input for deciding about an occasion. */
export interface Planning {
  tx: Kysely<Database>
  deps: Pick<Deps, 'senders' | 'directory' | 'notifier'>
  now: Date
  settings: NotificationSettings
  profile: Profile
}

/** Returns the columns that every new notification has in common. */
export const fresh = (now: Date) => ({
  id: newId('note'),
  token: newId('nt'),
  status: 'queued' as const,
  created_at: now,
})

/** Returns a number in E.164 format, or null if it isn't a phone number. */
export function toE164(phone: string | null): string | null {
  const parsed = phone === null ? undefined : parsePhoneNumberFromString(phone, 'US')
  return parsed?.isPossible() ? parsed.number : null
}

/** Inserts notifications, skipping those with an existing occasion, channel, and recipient. */
export async function insertNotifications(
  tx: Kysely<Database>,
  rows: readonly NewNotification[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('notifications')
    .values(rows.map((row) => ({ ...row, recipient: canonical(row) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const canonical = ({ channel, recipient = null }: NewNotification): string | null =>
  channel === 'email' && recipient !== null ? (readEmail(recipient) ?? recipient) : recipient

/** Returns whether the organization may send text messages to a visitor's number. */
export async function mayText(tx: Kysely<Database>, organizationId: string, phone: string): Promise<boolean> {
  const consent = await tx
    .selectFrom('sms_consents')
    .select('phone')
    .where('organization_id', '=', organizationId)
    .where('phone', '=', phone)
    .where('source', '=', VISITOR)
    .executeTakeFirst()
  if (!consent) return false
  return (await unsubscribedOf(tx, organizationId, [phone])).length === 0
}
