import { type Kysely, sql, type Transaction } from 'kysely'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  ESCALATION_PERSON,
  type NotificationSettings,
  type NotificationSettingsUpdate,
  type Person,
} from '../../src/contract/notification-settings.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'

/**
 * Reads the notification settings. Unset fields have the contract's defaults, and the escalation person is always
 * included.
 */
export async function readNotificationSettings(
  db: Kysely<Database>,
  organizationId: string,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select('fields')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return withDefaults(row?.fields)
}

/**
 * Sets the given fields and leaves the others unchanged, so that concurrent updates of different fields all persist.
 * Stores who agreed to text messages and when, and removes the numbers of people who no longer agree. Returns the
 * complete settings.
 */
export async function mergeNotificationSettings(
  tx: Transaction<Database>,
  { organizationId, userId }: { organizationId: string; userId: string },
  update: NotificationSettingsUpdate,
  now: Date,
): Promise<NotificationSettings> {
  const people = update.people?.map(withoutProfileEmail)
  const fields = JSON.stringify({ ...update, ...(people && { people }) })
  const row = await tx
    .insertInto('notification_settings')
    .values({ organization_id: organizationId, fields, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        fields: sql`notification_settings.fields || excluded.fields`,
        updated_at: now,
      }),
    )
    .returning('fields')
    .executeTakeFirstOrThrow()
  if (people) await storeConsents(tx, organizationId, people, { source: userId, at: now })
  return withDefaults(row.fields)
}

/** Removes people and their consents. Returns the number of people. */
export async function removePeople(
  tx: Transaction<Database>,
  organizationId: string,
  isRemoved: (person: Person) => boolean,
): Promise<number> {
  await lockOrganization(tx, organizationId)
  const row = await tx
    .selectFrom('notification_settings')
    .select('fields')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const { people = [] } = row?.fields ?? {}
  const kept = people.filter((each) => !isRemoved(each))
  if (!row || kept.length === people.length) return 0
  await tx
    .updateTable('notification_settings')
    .set({ fields: JSON.stringify({ ...row.fields, people: kept }) })
    .where('organization_id', '=', organizationId)
    .execute()
  await keepConsents(tx, organizationId, kept)
  return people.length - kept.length
}

/** Deletes the consents of people who no longer agree, and returns the numbers of those who do. */
async function keepConsents(
  tx: Kysely<Database>,
  organizationId: string,
  people: readonly Person[],
): Promise<string[]> {
  const agreed = people.flatMap(({ phone, sms_consent }) => (phone !== null && sms_consent ? [phone] : []))
  // Visitors gave theirs themselves.
  await tx
    .deleteFrom('sms_consents')
    .where('organization_id', '=', organizationId)
    .where('source', '<>', VISITOR)
    .where('phone', '<>', sql<string>`all(${agreed})`)
    .execute()
  return agreed
}

async function storeConsents(
  tx: Kysely<Database>,
  organizationId: string,
  people: readonly Person[],
  consent: { source: string; at: Date },
): Promise<void> {
  const agreed = await keepConsents(tx, organizationId, people)
  if (agreed.length === 0) return
  await tx
    .insertInto('sms_consents')
    .values([...new Set(agreed)].map((phone) => ({ organization_id: organizationId, phone, ...consent })))
    .onConflict((conflict) => conflict.columns(['organization_id', 'phone']).doNothing())
    .execute()
}

function withDefaults(fields: NotificationSettingsUpdate | undefined): NotificationSettings {
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, ...fields }
  const isThere = settings.people.some(({ id }) => id === ESCALATION_PERSON)
  return isThere
    ? settings
    : { ...settings, people: [...DEFAULT_NOTIFICATION_SETTINGS.people, ...settings.people] }
}

/** The profile stores the email address of the escalation person. */
const withoutProfileEmail = (person: Person): Person =>
  person.id === ESCALATION_PERSON ? { ...person, email: null } : person
