import type { Transaction } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Serializes conflicting changes of one organization until the transaction ends. New rows that only refer to the
 * organization don't wait.
 */
export async function lockOrganization(
  transaction: Transaction<Database>,
  organizationId: string,
): Promise<void> {
  await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute()
}
