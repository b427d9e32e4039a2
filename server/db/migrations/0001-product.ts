import { type Kysely, sql } from 'kysely'

/** Creates the tables for organizations, their settings, leads, conversations, and connections. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('organizations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('subscription_status', 'text')
    .addColumn('plan', 'text')
    .addColumn('trial_ends_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .execute()

  const owned = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('organization_id', 'text', (column) =>
        column.notNull().references('organizations.id').onDelete('cascade'),
      )

  await owned('profiles')
    .addColumn('fields', 'jsonb', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('profiles_pk', ['organization_id'])
    .execute()

  await owned('onboarding_steps')
    .addColumn('step', 'integer', (column) => column.notNull())
    .addColumn('completed_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('onboarding_steps_pk', ['organization_id', 'step'])
    .execute()

  await owned('conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('visitor_token_hash', 'text')
    .addColumn('state', 'jsonb', (column) => column.notNull())
    .addColumn('page_url', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversations.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('message_type', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('messages_in_order', ['conversation_id', 'position'])
    .addUniqueConstraint('messages_once', ['conversation_id', 'client_id'])
    .execute()

  let leads = owned('leads')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.references('conversations.id').onDelete('set null'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
  for (const name of [
    'prospect_name',
    'contact_name',
    'prospect_email',
    'contact_email',
    'prospect_phone',
    'contact_phone',
    'prospect_address',
    'property_address',
    'property_size',
    'service_interest',
    'service_availability',
    'timeline',
    'budget',
    'service_additional_info',
    'notes',
    'loss_reason',
    'converted_to_booking_id',
    'booking_status',
    'booking_calcom_event_id',
    'booking_url',
  ]) {
    leads = leads.addColumn(name, 'text')
  }
  await leads
    .addColumn('booking_start_time', 'timestamptz')
    .addColumn('extracted_metadata', 'jsonb')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .execute()
  await sql`create index leads_newest on leads (organization_id, created_at desc, id)`.execute(db)
  await sql`create unique index leads_one_per_conversation on leads (conversation_id) where conversation_id is not null`.execute(
    db,
  )
  await sql`create unique index leads_one_per_slot on leads (organization_id, booking_start_time)
    where booking_start_time is not null and booking_status is distinct from 'cancelled'`.execute(db)

  await owned('faqs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('question', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('order_index', 'integer', (column) => column.notNull())
    .execute()
  await owned('qualification_questions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('question_text', 'text', (column) => column.notNull())
    .addColumn('order_index', 'integer', (column) => column.notNull())
    .execute()
  await sql`create index faqs_of_organization on faqs (organization_id, order_index)`.execute(db)
  await sql`create index questions_of_organization on qualification_questions (organization_id, order_index)`.execute(
    db,
  )

  await owned('integration_connections')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('account', 'text')
    .addColumn('connected_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('integration_connections_pk', ['organization_id', 'provider'])
    .execute()
  await owned('oauth_states')
    .addColumn('state', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('redirect_uri', 'text', (column) => column.notNull())
    .addColumn('return_to', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute()
}
