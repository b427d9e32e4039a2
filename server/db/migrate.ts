import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../base/errors.ts'
import * as product from './migrations/0001-product.ts'
import * as identity from './migrations/0002-identity.ts'
import * as bookings from './migrations/0003-bookings.ts'
import * as rateLimits from './migrations/0004-rate-limits.ts'
import * as access from './migrations/0005-access.ts'
import * as automaticChanges from './migrations/0006-automatic-changes.ts'
import * as servedSlugs from './migrations/0007-served-slugs.ts'
import * as publicKeys from './migrations/0008-public-keys.ts'
import * as tokenTimes from './migrations/0009-token-times.ts'
import * as activity from './migrations/0010-activity.ts'
import * as leadChanges from './migrations/0011-lead-changes.ts'
import * as conversationStates from './migrations/0012-conversation-states.ts'
import * as photos from './migrations/0013-photos.ts'
import * as savedReplies from './migrations/0014-saved-replies.ts'
import * as notifications from './migrations/0015-notifications.ts'
import * as askedQuestions from './migrations/0016-asked-questions.ts'
import * as removedDevices from './migrations/0017-removed-devices.ts'
import * as hubspot from './migrations/0020-hubspot.ts'
import * as webhooks from './migrations/0024-webhooks.ts'
import * as apiKeys from './migrations/0025-api-keys.ts'
import * as silentImports from './migrations/0026-silent-imports.ts'
import * as leadImports from './migrations/0027-lead-imports.ts'
import * as calendarFeeds from './migrations/0029-calendar-feeds.ts'
import * as calendarSources from './migrations/0030-calendar-sources.ts'
import * as calendarZones from './migrations/0031-calendar-zones.ts'
import * as calendarConnections from './migrations/0032-calendar-connections.ts'
import * as manyOrganizations from './migrations/0033-many-organizations.ts'
import * as consentsOfLeads from './migrations/0034-consents-of-leads.ts'
import * as oauthStates from './migrations/0035-oauth-states.ts'
import * as messagesByRecipient from './migrations/0036-messages-by-recipient.ts'
import * as wordsWithoutAccents from './migrations/0037-words-without-accents.ts'
import * as turns from './migrations/0038-turns.ts'
import * as pausedCalendars from './migrations/0039-paused-calendars.ts'
import * as deletionScope from './migrations/0040-deletion-scope.ts'
import * as formerAdmins from './migrations/0041-former-admins.ts'
import * as journal from './migrations/0042-journal.ts'
import * as optOuts from './migrations/0043-opt-outs.ts'
import * as alertRecipients from './migrations/0044-alert-recipients.ts'
import * as heldNotifications from './migrations/0045-held-notifications.ts'
import * as sentMessages from './migrations/0046-sent-messages.ts'
import * as erasedMails from './migrations/0047-erased-mails.ts'
import * as previews from './migrations/0048-previews.ts'
import * as pushTimeouts from './migrations/0049-push-timeouts.ts'
import * as createdOrganizations from './migrations/0050-created-organizations.ts'
import * as messageTraces from './migrations/0051-message-traces.ts'
import * as noLocalIdentity from './migrations/0052-no-local-identity.ts'
import * as searchTexts from './migrations/0053-search-texts.ts'
import * as unreadAppointments from './migrations/0054-unread-appointments.ts'
import * as tests from './migrations/0055-tests.ts'
import * as visitorPresence from './migrations/0057-visitor-presence.ts'
import * as pauses from './migrations/0059-pauses.ts'
import * as appointments from './migrations/0060-appointments.ts'
import * as heldAlarms from './migrations/0061-held-alarms.ts'
import * as pastBookings from './migrations/0062-past-bookings.ts'
import * as texts from './migrations/0063-texts.ts'
import * as missedCalls from './migrations/0064-missed-calls.ts'
import * as textAlerts from './migrations/0065-text-alerts.ts'
import * as ownNumbers from './migrations/0066-own-numbers.ts'
import * as alertTalksAside from './migrations/0067-alert-talks-aside.ts'
import * as textParts from './migrations/0068-text-parts.ts'
import * as calls from './migrations/0069-calls.ts'
import * as scopesPerArea from './migrations/0070-scopes-per-area.ts'
import * as testCalls from './migrations/0074-test-calls.ts'

/** The migrations, in the order of their names. Never change a released migration; add another one. */
const MIGRATIONS: Record<string, Migration> = {
  '0001-product': product,
  '0002-identity': identity,
  '0003-bookings': bookings,
  '0004-rate-limits': rateLimits,
  '0005-access': access,
  '0006-automatic-changes': automaticChanges,
  '0007-served-slugs': servedSlugs,
  '0008-public-keys': publicKeys,
  '0009-token-times': tokenTimes,
  '0010-activity': activity,
  '0011-lead-changes': leadChanges,
  '0012-conversation-states': conversationStates,
  '0013-photos': photos,
  '0014-saved-replies': savedReplies,
  '0015-notifications': notifications,
  '0016-asked-questions': askedQuestions,
  '0017-removed-devices': removedDevices,
  '0020-hubspot': hubspot,
  '0024-webhooks': webhooks,
  '0025-api-keys': apiKeys,
  '0026-silent-imports': silentImports,
  '0027-lead-imports': leadImports,
  '0029-calendar-feeds': calendarFeeds,
  '0030-calendar-sources': calendarSources,
  '0031-calendar-zones': calendarZones,
  '0032-calendar-connections': calendarConnections,
  '0033-many-organizations': manyOrganizations,
  '0034-consents-of-leads': consentsOfLeads,
  '0035-oauth-states': oauthStates,
  '0036-messages-by-recipient': messagesByRecipient,
  '0037-words-without-accents': wordsWithoutAccents,
  '0038-turns': turns,
  '0039-paused-calendars': pausedCalendars,
  '0040-deletion-scope': deletionScope,
  '0041-former-admins': formerAdmins,
  '0042-journal': journal,
  '0043-opt-outs': optOuts,
  '0044-alert-recipients': alertRecipients,
  '0045-held-notifications': heldNotifications,
  '0046-sent-messages': sentMessages,
  '0047-erased-mails': erasedMails,
  '0048-previews': previews,
  '0049-push-timeouts': pushTimeouts,
  '0050-created-organizations': createdOrganizations,
  '0051-message-traces': messageTraces,
  '0052-no-local-identity': noLocalIdentity,
  '0053-search-texts': searchTexts,
  '0054-unread-appointments': unreadAppointments,
  '0055-tests': tests,
  '0057-visitor-presence': visitorPresence,
  '0059-pauses': pauses,
  '0060-appointments': appointments,
  '0061-held-alarms': heldAlarms,
  '0062-past-bookings': pastBookings,
  '0063-texts': texts,
  '0064-missed-calls': missedCalls,
  '0065-text-alerts': textAlerts,
  '0066-own-numbers': ownNumbers,
  '0067-alert-talks-aside': alertTalksAside,
  '0068-text-parts': textParts,
  '0069-calls': calls,
  '0070-scopes-per-area': scopesPerArea,
  '0074-test-calls': testCalls,
}

/** Returns the names of the migrations that have run, in order; null if the database has no schema. */
export async function appliedMigrations<T>(db: Kysely<T>): Promise<string[] | null> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE})::text as table`.execute(db)
  if (found[0]?.table == null) return null
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table} order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Returns the first migration of a later version of the project, if any. */
export const laterMigration = (names: readonly string[]): string | undefined =>
  names.find((name) => !Object.hasOwn(MIGRATIONS, name))

const migratorOf = <T>(db: Kysely<T>) =>
  new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })

/** Keeps two servers from creating Kysely's tables at the same time. Kysely takes its own lock only after that. */
const LOCK = 7_140_923

/**
 * Migrates the schema, all or nothing. Servers that start at the same time on one PostgreSQL wait for each other.
 * Throws StartupError if a later version of the project has changed the schema.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx)
    const later = laterMigration((await appliedMigrations(tx)) ?? [])
    if (later !== undefined) {
      throw new StartupError(
        `A later version of Fieldhand changed this database (${later}): start that version, or restore a backup from before the update.`,
      )
    }
    await migrateToLatest(tx)
  })
}

/** Migrates a schema of this or an earlier version, without a lock. */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (error) throw error
}

/** Migrates an empty schema to the last of the named migrations. */
export async function migrateTo<T>(db: Kysely<T>, names: readonly string[]): Promise<void> {
  const last = names.at(-1)
  if (last === undefined) return
  const { error } = await migratorOf(db).migrateTo(last)
  if (error) throw error
}
