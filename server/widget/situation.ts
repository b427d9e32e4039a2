import type { ChatPost } from '../../src/contract/widget.ts'
import type { AgentContext, AgentState } from '../agent/state.ts'
import { answering } from '../conversations/answering.ts'
import { positionsIn } from '../conversations/messages.ts'
import type { Deps } from '../deps.ts'
import { freeTimes, visitorBooking } from './bookings.ts'
import { businessOf } from './organization.ts'
import { hasRoom } from './room.ts'
import { visitorConversation } from './visitor-conversation.ts'

/** The agent's knowledge when it answers a message. */
export interface Situation {
  organizationId: string
  /** The conversation's length. */
  count: number
  before: AgentState
  context: AgentContext
}

/**
 * Returns the agent's knowledge for answering a message, read outside the transaction that stores the exchange. Returns
 * null if the agent doesn't answer this message or has already answered it.
 */
export async function situationOf(
  { db, clock, config }: Deps,
  conversationId: string,
  token: string,
  message: ChatPost,
): Promise<Situation | null> {
  if (message.content.trim() === '') return null
  const conversation = await visitorConversation(db, conversationId, token).executeTakeFirst()
  if (!conversation) return null
  const { count, known } = await positionsIn(db, conversationId, 'visitor', message.client_id)
  const now = clock()
  const { holder, state: before } = await answering(db, conversation, now)
  if (known !== null || holder || !hasRoom(count)) return null
  const { organization_id: organizationId } = conversation
  before.booked = (await visitorBooking(db, conversationId, config.origins.widget))?.start_time ?? null
  const business = await businessOf(db, organizationId, now)
  const times = await freeTimes(db, organizationId, now, conversationId)
  return { organizationId, count, before, context: { business, now, ...times } }
}
