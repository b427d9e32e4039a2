import { type Kysely, sql } from 'kysely'

/** Lets a transaction turn off the events for webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function note_webhook_event(
    organization text, kind text, lead text, conversation text, details jsonb
  ) returns void language sql as $$
    insert into webhook_events (organization_id, type, lead_id, conversation_id, data, caused_in)
    select organization, kind, lead, conversation, details, pg_current_xact_id()::text::bigint
    where current_setting('fieldhand.tells_nobody', true) is distinct from 'on' and exists (
      select from webhook_endpoints
      where organization_id = organization and disabled_at is null and events ? kind
    )
  $$`.execute(db)
}
