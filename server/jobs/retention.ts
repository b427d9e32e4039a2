import type { ExpressionBuilder, Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { isWorkedOn } from '../activity/is-worked-on.ts'
import type { Database } from '../db/schema.ts'
import { deleteConversations } from '../erasure/erase-conversations.ts'
import { eraseJobs } from '../erasure/erase-jobs.ts'
import { deleteLead } from '../erasure/erase-lead.ts'

/** Days without a change after which data is erased; null means never. */
export interface Retention {
  /** For conversations without a lead. */
  conversationDays: number | null
  /** For leads with their conversations and bookings. */
  leadDays: number | null
}

/** Rows erased per transaction, so that visitors who are writing wait only briefly. */
const BATCH = 200

export const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * DAY_MS)

/** Erases data whose retention has expired as of `trusted`. Returns the counts. */
export async function eraseOld(
  db: Kysely<Database>,
  { conversationDays, leadDays }: Retention,
  trusted: Date,
): Promise<{ conversations: number; leads: number }> {
  const erased = {
    leads: leadDays === null ? 0 : await eraseOldLeads(db, daysBefore(trusted, leadDays)),
    conversations:
      conversationDays === null ? 0 : await eraseOldConversations(db, daysBefore(trusted, conversationDays)),
  }
  // Runs once at the end, because it reads the whole queue. Also finds leftovers of an interrupted run.
  await eraseJobs(db)
  return erased
}

async function eraseOldConversations(db: Kysely<Database>, oldest: Date): Promise<number> {
  let total = 0
  for (;;) {
    const erased = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('conversations')
        .select('id')
        .where('updated_at', '<=', oldest)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('leads')
                .select('leads.id')
                .whereRef('leads.conversation_id', '=', 'conversations.id'),
            ),
          ),
        )
        .limit(BATCH)
        .forUpdate()
        // A row that a visitor has locked is in use, so it is not old.
        .skipLocked()
        .execute()
      return deleteConversations(
        tx,
        rows.map(({ id }) => id),
      )
    })
    total += erased
    if (erased < BATCH) return total
  }
}

async function eraseOldLeads(db: Kysely<Database>, oldest: Date): Promise<number> {
  const leads = await oldLeads(db, oldest).execute()
  let total = 0
  for (const { id, organization_id, conversation_id } of leads) {
    const isErased = await db.transaction().execute(async (tx) => {
      // Locks the conversation before the lead, as a visitor's message does.
      await tx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', conversation_id)
        .forUpdate()
        .execute()
      // A statement that waits for a lock doesn't see what others store in the meantime, such as tasks.
      await tx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().execute()
      const lead = await oldLeads(tx, oldest).where('leads.id', '=', id).executeTakeFirst()
      return lead !== undefined && deleteLead(tx, organization_id, id)
    })
    if (isErased) total += 1
  }
  return total
}

/** Selects leads whose call is over, and which neither owner nor visitor has changed since. */
function oldLeads(db: Kysely<Database>, oldest: Date) {
  return db
    .selectFrom('leads')
    .leftJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .select(['leads.id', 'leads.organization_id', 'leads.conversation_id'])
    .where('leads.updated_at', '<=', oldest)
    .where(({ or, eb }) =>
      or([eb('conversations.updated_at', 'is', null), eb('conversations.updated_at', '<=', oldest)]),
    )
    .where((lead) => lead.not(isWorkedOn(lead as ExpressionBuilder<Database, 'leads'>, oldest)))
    .where(({ or, eb }) => or([eb('booking_start_time', 'is', null), eb('booking_start_time', '<=', oldest)]))
}
