import { answerByModel } from '../agent/model/answer.ts'
import type { Turn } from '../agent/respond.ts'
import { answering } from '../conversations/answering.ts'
import { positionsIn, saidIn } from '../conversations/messages.ts'
import type { Deps } from '../deps.ts'
import { busyStarts, visitorBooking } from './bookings.ts'
import { businessOf } from './organization.ts'
import { visitorConversation } from './visitor-conversation.ts'

/** A model's answer, and the conversation length that it is for. */
export interface Draft {
  count: number
  turn: Turn
}

/**
 * Asks the model, if there is one, to answer a message. Call it before the transaction that stores the
 * exchange, so that a slow model does not block it. Returns null without a model or an answer, and while a
 * person answers.
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
  const { count, known } = await positionsIn(db, conversationId, 'visitor', message.client_id)
  const now = clock()
  const { holder, state: before } = await answering(db, conversation, now)
  if (known !== null || holder) return null

  const rows = await saidIn(db, conversationId).execute()
  const { organization_id: organizationId } = conversation
  before.booked = (await visitorBooking(db, conversationId, config.origins.widget))?.start_time ?? null
  const business = await businessOf(db, organizationId)
  const busy = await busyStarts(db, organizationId, now, conversationId)
  const { turn, fallback } = await answerByModel(
    model,
    { business, now, busy },
    before,
    rows,
    message.content,
  )
  // Logs only the reason; the conversation is private.
  if (fallback) log.info({ reason: fallback }, 'the script answered instead of the model')
  return { count, turn }
}
