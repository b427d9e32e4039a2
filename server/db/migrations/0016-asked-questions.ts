import { type Kysely, sql } from 'kysely'

/** Adds visitors' questions that the agent could not answer. They are deleted with their conversation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table asked_questions (
    organization_id text not null references organizations (id) on delete cascade,
    id text not null,
    conversation_id text not null references conversations (id) on delete cascade,
    question text not null,
    meaning text not null,
    asked_at timestamptz not null,
    primary key (organization_id, id)
  )`.execute(db)
  await sql`create index asked_questions_newest on asked_questions (organization_id, asked_at desc)`.execute(
    db,
  )
  await sql`create index asked_questions_conversation on asked_questions (conversation_id)`.execute(db)
}
