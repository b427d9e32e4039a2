import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { eraseConversations } from '../privacy/erase-conversations.ts'
import { eraseLead } from '../privacy/erase-lead.ts'

/** Days without a change after which data is erased; null keeps it until somebody erases it. */
export interface Retention {
  /** Of conversations that became no lead. */
  conversationDays: number | null
  /** Of leads, with their conversations and bookings. */
  leadDays: number | null
}

/** Rows that one transaction erases, so that visitors who write at that moment wait little. */
const BATCH = 200

const before = (days: number, now: Date) => new Date(now.getTime() - days * DAY_MS)

/** Erases what is kept long enough at the time `trusted`. Returns how many of each. */
export async function eraseOld(
  db: Kysely<Database>,
  { conversationDays, leadDays }: Retention,
  trusted: Date,
): Promise<{ conversations: number; leads: number }> {
  return {
    leads: leadDays === null ? 0 : await eraseOldLeads(db, before(leadDays, trusted)),
    conversations:
      conversationDays === null ? 0 : await eraseOldConversations(db, before(conversationDays, trusted)),
  }
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
        // What a visitor holds at this moment is not old.
        .skipLocked()
        .execute()
      return eraseConversations(
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
      // A visitor's message locks the conversation before the lead.
      await tx
        .selectFrom('conversations')
        .select('id')
        .where('id', '=', conversation_id)
        .forUpdate()
        .execute()
      const lead = await oldLeads(tx, oldest).where('leads.id', '=', id).forUpdate('leads').executeTakeFirst()
      return lead !== undefined && eraseLead(tx, organization_id, id)
    })
    if (isErased) total += 1
  }
  return total
}

/** Leads that neither owner nor visitor has changed since, and whose call is over. */
function oldLeads(db: Kysely<Database>, oldest: Date) {
  return db
    .selectFrom('leads')
    .leftJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .select(['leads.id', 'leads.organization_id', 'leads.conversation_id'])
    .where('leads.updated_at', '<=', oldest)
    .where(({ or, eb }) =>
      or([eb('conversations.updated_at', 'is', null), eb('conversations.updated_at', '<=', oldest)]),
    )
    .where(({ or, eb }) => or([eb('booking_start_time', 'is', null), eb('booking_start_time', '<=', oldest)]))
}
