import { type Kysely, sql } from 'kysely'

/**
 * Marks chats that members held with a preview pass, and their leads, as tests. A test doesn't reach HubSpot or another
 * calendar, and its call doesn't take its slot. Stores each organization's first test lead, the only one whose alerts
 * are sent. A preview of a live widget needed no pass until now, so nothing distinguishes it from a visitor's chat, and
 * it stays unmarked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table conversations rename column is_preview to is_test`.execute(db)
  await sql`alter table leads add column is_test boolean not null default false`.execute(db)
  await sql`update leads set is_test = true from conversations
    where conversations.id = leads.conversation_id and conversations.is_test`.execute(db)

  await sql`alter table organizations add column first_test_lead text`.execute(db)
  await sql`update organizations set first_test_lead = (
    select id from leads where organization_id = organizations.id and is_test order by created_at, id limit 1
  ) where exists (select from leads where organization_id = organizations.id and is_test)`.execute(db)

  await sql`drop index leads_one_per_slot`.execute(db)
  await sql`create unique index leads_one_per_slot on leads (organization_id, booking_start_time)
    where booking_start_time is not null and booking_status is distinct from 'cancelled' and not is_test`.execute(
    db,
  )
  await sql`drop index conversations_newest`.execute(db)
  await sql`create index conversations_newest on conversations (organization_id, created_at)
    include (last_message_at, is_test)`.execute(db)
  await sql`create index conversations_tests on conversations (organization_id, last_message_at desc, id desc)
    where last_message_at is not null and is_test`.execute(db)

  await change(db, 'note_hubspot_lead', 'where organization_id = new.organization_id', 'and not new.is_test')
  await change(db, 'note_calendar_call', 'if not found and is_moved', 'and not new.is_test')
}

/** Adds a condition after a part of a trigger's function. */
async function change(db: Kysely<unknown>, name: string, part: string, condition: string): Promise<void> {
  const { rows } = await sql<{ source: string }>`
    select pg_get_functiondef(${`${name}()`}::regprocedure) as source`.execute(db)
  const source = rows[0]?.source ?? ''
  if (!source.includes(part)) throw new Error(`${name} has no part ${part}`)
  await sql.raw(source.replace(part, `${part} ${condition}`)).execute(db)
}
