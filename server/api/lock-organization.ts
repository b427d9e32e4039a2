import type { Transaction } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Serializes conflicting changes of one organization until the transaction ends. */
export async function lockOrganization(
  transaction: Transaction<Database>,
  organizationId: string,
): Promise<void> {
  await transaction
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forUpdate()
    .execute()
}
