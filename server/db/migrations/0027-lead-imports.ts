import { type Kysely, sql } from 'kysely'

/**
 * Adds imports of leads from files, and the outcome of each row, so that an import can be resumed and undone. The
 * functions return keys that two leads must not share: an email address in lowercase, and the digits of a phone number
 * without its extension and without the 1 of the United States.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function lead_email_key(text) returns text language sql immutable parallel safe as $$
    select nullif(left(lower(btrim($1)), 254), '')
  $$`.execute(db)
  await sql`create function lead_phone_key(text) returns text language sql immutable parallel safe as $$
    select case when length(digits) between 7 and 40 then digits end from (
      select regexp_replace(
        regexp_replace(regexp_replace($1, '(ext|x|#).*$', '', 'i'), '[^0-9]', '', 'g'),
        '^1([0-9]{10})$', '\\1'
      ) as digits
    ) numbers
  $$`.execute(db)
  for (const [kind, ...columns] of [
    ['email', 'prospect_email', 'contact_email'],
    ['phone', 'prospect_phone', 'contact_phone'],
  ] as const) {
    for (const column of columns) {
      await sql`create index ${sql.ref(`leads_by_${column}`)} on leads
        (organization_id, ${sql.ref(`lead_${kind}_key`)}(${sql.ref(column)}))
        where ${sql.ref(column)} is not null`.execute(db)
    }
  }

  await sql`create table lead_imports (
    organization_id text not null references organizations (id) on delete cascade,
    id text not null,
    file_name text not null,
    file_hash text not null,
    rows integer not null,
    created_by text not null,
    created_at timestamptz not null,
    finished_at timestamptz,
    undone_at timestamptz,
    primary key (organization_id, id)
  )`.execute(db)
  await sql`create index lead_imports_of_file on lead_imports (organization_id, file_hash)`.execute(db)
  await sql`create table lead_import_rows (
    organization_id text not null,
    id text not null,
    import_id text not null,
    row integer not null,
    outcome text not null,
    reason text,
    lead_id text references leads (id) on delete set null,
    fingerprint text,
    at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, import_id) references lead_imports on delete cascade
  )`.execute(db)
  await sql`create index lead_import_rows_in_order on lead_import_rows (organization_id, import_id, row)`.execute(
    db,
  )
  await sql`create index lead_import_rows_of_lead on lead_import_rows (lead_id) where lead_id is not null`.execute(
    db,
  )
  await sql`create index lead_import_rows_alike on lead_import_rows (organization_id, fingerprint)
    where lead_id is not null`.execute(db)

  await sql`create table integration_requests (
    organization_id text not null references organizations (id) on delete cascade,
    integration text not null,
    requested_by text not null,
    requested_at timestamptz not null,
    primary key (organization_id, integration)
  )`.execute(db)
}
