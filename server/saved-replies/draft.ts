import { draftReply } from '../agent/model/draft.ts'
import { readState } from '../agent/state.ts'
import { freeTimes, visitorBooking } from '../calendars/bookings.ts'
import { unknownConversation } from '../conversations/inbox.ts'
import { readable, saidIn } from '../conversations/messages.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessOf } from '../profiles/business.ts'

/** Drafts a reply for a member. Rejects with 404 if the organization has no such conversation. */
export async function draftFor(
  { db, clock, config, log, model }: Deps,
  organizationId: string,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('conversations')
    .select('state')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where('last_message_at', 'is not', null)
    .executeTakeFirst()
  if (!row) throw unknownConversation()
  const now = clock()
  const state = readState(row.state)
  state.booked = (await visitorBooking(db, id, config.origins.widget))?.start_time ?? null
  const business = await businessOf(db, organizationId, now)
  const times = await freeTimes(db, organizationId, now, id)
  const said = readable(await saidIn(db, id).execute())
  const { draft, fallback } = await draftReply(model ?? null, { business, now, ...times }, state, said)
  // Logs only the reason, because the conversation is private.
  if (fallback) log.info({ reason: fallback }, 'the draft is not the model’s')
  return draft
}
