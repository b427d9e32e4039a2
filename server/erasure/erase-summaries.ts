import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Erases the texts of an organization's summaries since a time, because they might name a lead. */
export async function eraseSummaries(
  tx: Kysely<Database>,
  organizationId: string,
  since: Date,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ subject: null, text: null, html: null })
    .where('organization_id', '=', organizationId)
    .where('kind', 'in', ['daily_summary', 'lead_digest', 'held_digest'])
    .where('created_at', '>=', since)
    .execute()
}
