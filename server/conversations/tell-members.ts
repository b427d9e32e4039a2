import type { Deps } from '../kernel/deps.ts'
import { publishChanged } from './changed.ts'
import { currentHolder } from './holder.ts'
import { noteOf, positionsIn, storeMessages } from './messages.ts'
import { answeredByAgent, STANDING_COLUMNS } from './standing.ts'

/**
 * Tells the members that a call needs their attention, with a note in its conversation. Unless a member is answering,
 * the conversation then waits for a person, and the members are notified. Does nothing without a conversation.
 */
export async function tellMembers(deps: Deps, conversationId: string | null, text: string): Promise<void> {
  if (conversationId === null) return
  const { db, clock, events, notifier } = deps
  const now = clock()
  const notify = await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('conversations')
      .select(['id', 'organization_id', ...STANDING_COLUMNS])
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) return null
    const { count } = await positionsIn(tx, conversationId, 'agent', '')
    await storeMessages(tx, before, count, now, [noteOf('agent', text)])
    const holder = await currentHolder(tx, before, now)
    const standing = holder === null ? answeredByAgent(before, 'asked') : {}
    const changed = await tx
      .updateTable('conversations')
      .set({ ...standing, updated_at: now })
      .where('id', '=', conversationId)
      .returning(['id', 'organization_id', 'status', 'needs', 'unread'])
      .executeTakeFirstOrThrow()
    if (notifier && changed.status === 'needs_person' && changed.needs !== null) {
      await notifier.announce(tx, {
        kind: 'needs_person',
        organizationId: changed.organization_id,
        conversationId,
        needs: changed.needs,
        note: text,
        at: now.toISOString(),
      })
    }
    return publishChanged(tx, events, changed)
  })
  notify?.()
}
