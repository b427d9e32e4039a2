import { type Kysely, sql } from 'kysely'

/**
 * Creates the tables for the accounts, organizations, sessions, and attempts of the local identity, unless an earlier
 * version of the product has created them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())

  await table('identity_keys')
    .addColumn('public_jwk', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await table('identity_users')
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('email_id', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text')
    .addColumn('last_name', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_sign_in_at', 'timestamptz')
    .addColumn('organizations_created', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()

  await table('identity_organizations')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('plan_slug', 'text', (column) => column.notNull())
    .addColumn('plan_period', 'text', (column) => column.notNull())
    .addColumn('plan_since', 'timestamptz', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()

  const ofOrganization = (name: string) =>
    table(name).addColumn('organization_id', 'text', (column) =>
      column.notNull().references('identity_organizations.id').onDelete('cascade'),
    )

  await ofOrganization('identity_memberships')
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('identity_users.id').onDelete('cascade'),
    )
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('identity_memberships_once', ['organization_id', 'user_id'])
    .execute()

  await ofOrganization('identity_invitations')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await table('identity_clients')
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('sign_in_id', 'text')
    .addColumn('sign_up_id', 'text')
    .addColumn('last_session_id', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await table('identity_sessions')
    .addColumn('client_id', 'text', (column) =>
      column.notNull().references('identity_clients.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('identity_users.id').onDelete('cascade'),
    )
    .addColumn('organization_id', 'text', (column) =>
      column.references('identity_organizations.id').onDelete('set null'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_active_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await table('identity_attempts')
    .addColumn('client_id', 'text', (column) =>
      column.notNull().references('identity_clients.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('state', 'jsonb', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await ofOrganization('identity_checkouts')
    .addColumn('plan_id', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await sql`create index if not exists identity_memberships_of_user on identity_memberships (user_id)`.execute(
    db,
  )
  await sql`create index if not exists identity_sessions_of_client on identity_sessions (client_id)`.execute(
    db,
  )
  await sql`create index if not exists identity_invitations_of_email on identity_invitations (email)`.execute(
    db,
  )
  // The product's journal records who begins and ceases to be a member or an admin (0042-journal).
  await sql`create or replace trigger identity_memberships_journal
    after insert or update or delete on identity_memberships
    for each row execute function note_journal_membership()`.execute(db)
}
