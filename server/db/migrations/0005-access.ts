import { type Kysely, sql } from 'kysely'

/** Adds the identity provider's webhook reports, and passes for the console's widget preview. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const owned = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('organization_id', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )

  await owned('preview_passes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await owned('subscription_items')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('plan', 'text')
    .addColumn('is_paid', 'boolean', (column) => column.notNull())
    .addColumn('is_trial', 'boolean', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('period_end', 'timestamptz')
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('subscription_items_pk', ['organization_id', 'id'])
    .execute()

  await owned('members')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('changed_at', 'timestamptz', (column) => column.notNull())
    .addColumn('removed_at', 'timestamptz')
    .execute()
  await sql`create index members_of_organization on members (organization_id, user_id)`.execute(db)

  await db.schema
    .createTable('deleted_organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('deleted_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await db.schema.alterTable('organizations').addColumn('named_at', 'timestamptz').execute()
}
