import { type Kysely, sql } from 'kysely'

/**
 * Records which transaction last changed each lead, and which leads were removed. Triggers record both, so that no
 * writer can forget to. Transaction ids need no lock. With a counter, the writers of an organization would wait for
 * each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column changed_in bigint not null default 0`.execute(db)
  await sql`create index leads_changed on leads (organization_id, changed_in)`.execute(db)
  await sql`create table lead_removals (
    organization_id text not null,
    lead_id text not null,
    removed_in bigint not null,
    removed_at timestamptz not null
  )`.execute(db)
  await sql`create index lead_removals_of_organization on lead_removals (organization_id, removed_in)`.execute(
    db,
  )
  await sql`create index lead_removals_by_age on lead_removals (removed_at)`.execute(db)

  await sql`create function note_lead_change() returns trigger language plpgsql as $$
    begin
      new.changed_in := pg_current_xact_id()::text::bigint;
      return new;
    end $$`.execute(db)
  await sql`create trigger leads_change before insert or update on leads
    for each row execute function note_lead_change()`.execute(db)
  await sql`create function note_lead_removals() returns trigger language plpgsql as $$
    begin
      insert into lead_removals (organization_id, lead_id, removed_in, removed_at)
      select organization_id, id, pg_current_xact_id()::text::bigint, now() from removed;
      return null;
    end $$`.execute(db)
  await sql`create trigger leads_removal after delete on leads
    referencing old table as removed for each statement execute function note_lead_removals()`.execute(db)
}
