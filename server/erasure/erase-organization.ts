import { type Kysely, sql, type Transaction } from 'kysely'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { keepOptOutsAsHashes } from '../journal/opt-outs.ts'
import { deleteConversations } from './erase-conversations.ts'
import { eraseJobs } from './erase-jobs.ts'
import { DATA_TABLES, SECRET_TABLES, TRACE_TABLES } from './organization-tables.ts'

/**
 * Deletes the data that an organization and its visitors have entered. Keeps the name, plan, and members, which belong
 * to the identity provider, and the hashes of addresses that have unsubscribed, because they get no mail afterward. Runs in the given transaction, or creates one.
 */
export async function eraseOrganizationData(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganizationData(tx, organizationId))
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  // Lock conversations first, in the same order as a visitor's message does.
  await deleteConversations(
    db,
    conversations.map(({ id }) => id),
  )
  // Then the organization, in the same order as imports and bookings.
  await lockOrganization(db as Transaction<Database>, organizationId)
  await keepOptOutsAsHashes(db, organizationId)
  for (const table of [...(Object.keys(DATA_TABLES) as (keyof typeof DATA_TABLES)[]), ...SECRET_TABLES]) {
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
  await eraseJobs(db)
  await sql`select note_journal_entry('organization_data_erased', ${organizationId}, ${organizationId}, false)`.execute(
    db,
  )
}

/**
 * Deletes an organization that the identity provider has deleted, with all its data. Does nothing if the organization
 * doesn't exist. Runs in the given transaction, or creates one.
 */
export async function eraseOrganization(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganization(tx, organizationId))
  // Nobody sends mail and texts for it anymore.
  for (const table of ['email_opt_outs', 'sms_opt_outs'] as const)
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  await eraseOrganizationData(db, organizationId)
  for (const table of TRACE_TABLES) {
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
  // The remaining tables that reference the organization cascade.
  await db.deleteFrom('organizations').where('id', '=', organizationId).execute()
}
