import type { Kysely } from 'kysely'
import type { ConversationStatus } from '../../src/contract/conversations.ts'
import type { ChatUpdate } from '../../src/contract/widget.ts'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { quickReplies } from '../agent/schedule/offer.ts'
import { callNews, visitorBooking } from '../calendars/bookings.ts'
import { answering } from '../conversations/answering.ts'
import { presentForVisitor, saidIn, seenPosition } from '../conversations/messages.ts'
import type { Holder } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessForVisitor } from '../profiles/business.ts'
import { askingOf } from './asking.ts'
import type { VisitorConversation } from './visitor-conversation.ts'

/** Returns who is answering, what they have read, and how they changed the call, as shown to the visitor. */
export async function shownStanding(
  db: Kysely<Database>,
  conversation: { id: string; status: ConversationStatus; unread: number },
  holder: Holder | null,
) {
  const { status } = conversation
  return {
    status: holder ? 'person' : status === 'closed' ? status : 'agent',
    person_name: firstName(holder?.name ?? null),
    seen_position: await seenPosition(db, conversation),
    call_news: await callNews(db, conversation.id),
  }
}

/** Returns all messages of a conversation for its visitor, oldest first. */
export async function readConversation(deps: Deps, conversation: VisitorConversation): Promise<ChatUpdate> {
  const { db } = deps
  const { id, organization_id: organizationId, is_test: isTest } = conversation
  const now = deps.clock()
  const { holder, state } = await answering(db, conversation, now)
  const rows = await saidIn(db, id).execute()
  const business = await businessForVisitor(db, { organizationId, isTest }, now)
  return {
    messages: rows.map(presentForVisitor(deps)),
    quick_replies: holder ? [] : quickReplies(state, business),
    ...askingOf(deps, state, { holder, status: conversation.status }),
    booking: await visitorBooking(db, id, deps.config.origins.widget),
    ...(await shownStanding(db, conversation, holder)),
  }
}
