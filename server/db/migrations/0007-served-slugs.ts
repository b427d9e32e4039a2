import { type Kysely, sql } from 'kysely'

/** Adds the slugs under which websites were served, so that another business of the same name cannot take them over. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table served_slugs (
    slug text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    served_at timestamptz not null
  )`.execute(db)
  await sql`create index served_slugs_by_organization on served_slugs (organization_id)`.execute(db)
}
