import { answerByModel } from '../agent/model/answer.ts'
import type { Turn } from '../agent/respond.ts'
import { readState } from '../agent/state.ts'
import type { Deps } from '../deps.ts'
import { busyStarts, visitorBooking } from './bookings.ts'
import { businessOf } from './organization.ts'
import { visitorConversation } from './visitor-conversation.ts'

/** What a model would answer, and to which length of the conversation. */
export interface Draft {
  count: number
  turn: Turn
}

/**
 * Has the model, where there is one, answer a message. It is asked before the transaction that stores the
 * exchange, which no slow model may hold up; null when there is none, or nothing for it to answer.
 */
export async function draftByModel(
  { db, clock, config, log, model }: Deps,
  conversationId: string,
  token: string,
  message: { client_id: string; content: string },
): Promise<Draft | null> {
  if (!model) return null
  const conversation = await visitorConversation(db, conversationId, token).executeTakeFirst()
  if (!conversation) return null
  const rows = await db
    .selectFrom('messages')
    .select(['message_type', 'content', 'client_id'])
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute()
  if (rows.some(({ client_id }) => client_id === message.client_id)) return null

  const now = clock()
  const { organization_id: organizationId } = conversation
  const before = readState(conversation.state)
  before.booked = (await visitorBooking(db, conversationId, config.origins.widget))?.start_time ?? null
  const business = await businessOf(db, organizationId)
  const busy = await busyStarts(db, organizationId, now, conversationId)
  const said = rows.map(({ message_type, content }) => ({ isVisitor: message_type === 'incoming', content }))
  const { turn, fallback } = await answerByModel(
    model,
    { business, now, busy },
    before,
    said,
    message.content,
  )
  // The reason only: what was said is the visitor's.
  if (fallback) log.info({ reason: fallback }, 'the script answered in the place of the model')
  return { count: rows.length, turn }
}
