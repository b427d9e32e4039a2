import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { deleteConversations } from './erase-conversations.ts'
import { eraseJobs } from './erase-jobs.ts'
import { DATA_TABLES, SECRET_TABLES, TRACE_TABLES } from './organization-tables.ts'

/**
 * Deletes what an organization and its visitors have entered. Name, plan, and members belong to the identity
 * provider and stay. Runs in the given transaction, else in its own.
 */
export async function eraseOrganizationData(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganizationData(tx, organizationId))
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  // Locks conversations first, like a visitor's message.
  await deleteConversations(
    db,
    conversations.map(({ id }) => id),
  )
  for (const table of [...(Object.keys(DATA_TABLES) as (keyof typeof DATA_TABLES)[]), ...SECRET_TABLES]) {
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
  await eraseJobs(db)
}

/**
 * Deletes an organization that the identity provider has deleted, with all its data. Does nothing if there is
 * none. Runs in the given transaction, else in its own.
 */
export async function eraseOrganization(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganization(tx, organizationId))
  await eraseOrganizationData(db, organizationId)
  for (const table of TRACE_TABLES) {
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
  // The other tables that reference it cascade.
  await db.deleteFrom('organizations').where('id', '=', organizationId).execute()
}
