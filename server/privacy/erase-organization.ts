import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { eraseConversations } from './erase-conversations.ts'
import { DATA_TABLES, SECRET_TABLES } from './organization-tables.ts'

/**
 * Deletes what an organization and its visitors have entered. Its name, plan and members stay: they belong to
 * the identity provider. Runs in the transaction it is given, else in its own.
 */
export async function eraseOrganizationData(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganizationData(tx, organizationId))
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', organizationId)
    .execute()
  // First, as a visitor's message locks its conversation before anything else.
  await eraseConversations(
    db,
    conversations.map(({ id }) => id),
  )
  for (const table of [...(Object.keys(DATA_TABLES) as (keyof typeof DATA_TABLES)[]), ...SECRET_TABLES]) {
    await db.deleteFrom(table).where('organization_id', '=', organizationId).execute()
  }
}

/**
 * Deletes an organization that the identity provider has deleted, with everything stored for it. Does nothing
 * when there is none. Runs in the transaction it is given, else in its own.
 */
export async function eraseOrganization(db: Kysely<Database>, organizationId: string): Promise<void> {
  if (!db.isTransaction) return db.transaction().execute((tx) => eraseOrganization(tx, organizationId))
  await eraseOrganizationData(db, organizationId)
  // The other tables that reference it cascade.
  await db.deleteFrom('organizations').where('id', '=', organizationId).execute()
}
