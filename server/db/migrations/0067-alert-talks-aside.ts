import { type Kysely, sql } from 'kysely'

/** Adds when an alert's number and visitor last wrote to each other, also while the number writes to another visitor. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table text_alerts add column talked_at timestamptz`.execute(db)
  await sql`update text_alerts set talked_at = alert_talks.touched_at from alert_talks
    where alert_talks.alert_id = text_alerts.id and alert_talks.mode = 'reply'`.execute(db)
}
