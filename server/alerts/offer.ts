import type { Kysely, Selectable } from 'kysely'
import { readState } from '../agent/state.ts'
import { newId } from '../base/ids.ts'
import { callTimesOf } from '../bookings/call-times.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { lastSaidPosition } from '../conversations/messages.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { newCode } from './codes.ts'
import { needsCode } from './decide.ts'
import { memberWithPhone } from './members.ts'
import { alertRows, lockTalk, talkIn } from './store.ts'
import { suggestReply } from './suggest.ts'
import { answersTo } from './wording.ts'

type Row = Pick<
  Selectable<NotificationsTable>,
  'organization_id' | 'kind' | 'conversation_id' | 'recipient' | 'data'
>

/** The reasons for a call, not for a text that somebody else has written. */
const URGENT: readonly unknown[] = ['emergency', 'danger', 'urgent']

/** Returns whether a business has been in touch with a number as a customer's within a day. */
export type IsCustomer = (phone: string) => Promise<boolean>

/**
 * Opens an alert that is about to be sent to a member's number, and returns its text with how to answer it. Returns the
 * text unchanged if nobody can answer it from there. Doing so again for the same conversation keeps its code, and its
 * suggestion until somebody writes.
 */
export async function offerAnswers(
  deps: Deps,
  isCustomer: IsCustomer,
  row: Row,
  text: string,
): Promise<string> {
  const { db, clock } = deps
  const { organization_id: organizationId, conversation_id: conversationId, recipient: phone } = row
  if (conversationId === null || phone === null) return text
  if (row.kind !== 'needs_person' && row.kind !== 'new_lead') return text
  if ((await memberWithPhone(deps, organizationId, phone)) === null) return text
  const conversation = await db
    .selectFrom('conversations')
    .select(['status', 'state', 'needs'])
    .where('id', '=', conversationId)
    .where('last_message_at', 'is not', null)
    .executeTakeFirst()
  if (!conversation || conversation.status === 'person' || conversation.status === 'closed') return text
  const isWaiting = conversation.status === 'needs_person'
  const { noContact } = readState(conversation.state)
  const position = await lastSaidPosition(db, conversationId)
  const isSuggested = isWaiting && !noContact && !URGENT.includes(conversation.needs)
  const suggestion = isSuggested
    ? ((await knownSuggestion(db, conversationId, position)) ??
      (await suggestReply(deps, organizationId, conversationId)))
    : null
  const isBookable = !noContact && (await canBook(deps, organizationId, conversationId))
  const isKnownCustomer = await isCustomer(phone)
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const talk = talkIn(await lockTalk(tx, phone, now), now)
    const recent = await alertRows(tx, phone, now, talk?.alertId).execute()
    const others = recent.filter((each) => each.conversation_id !== conversationId)
    const all = await tx
      .selectFrom('text_alerts')
      .select(['code', 'conversation_id'])
      .where('phone', '=', phone)
      .execute()
    const open = others.filter(({ closed_at }) => closed_at === null)
    const code =
      all.find((each) => each.conversation_id === conversationId)?.code ??
      newCode(
        all.map((each) => each.code),
        open.map((each) => each.code),
      )
    if (code === null) return text
    const columns = { is_waiting: isWaiting, position, suggestion, opened_at: now }
    await tx
      .insertInto('text_alerts')
      .values({
        ...{ id: newId('alert'), organization_id: organizationId, conversation_id: conversationId },
        ...{ phone, code, ...columns },
      })
      .onConflict((conflict) =>
        conflict
          .columns(['phone', 'conversation_id'])
          .doUpdateSet({ ...columns, handled_at: null, handled_by: null, closed_at: null }),
      )
      .execute()
    const played = open.map((each) => ({ id: each.id, code: each.code, isInPlay: true }))
    const isCoded =
      talk !== null ||
      needsCode({
        alerts: [...played, { id: '', code, isInPlay: true }],
        talk,
        isCustomer: isKnownCustomer,
        now,
      })
    return `${text}\n${answersTo({ code, suggestion, isBookable }, isCoded)}`
  })
}

/** Returns what another alert, or an earlier attempt, suggests about the same message. */
async function knownSuggestion(
  db: Kysely<Database>,
  conversationId: string,
  position: number,
): Promise<string | null> {
  const row = await db
    .selectFrom('text_alerts')
    .select('suggestion')
    .where('conversation_id', '=', conversationId)
    .where('position', '=', position)
    .where('suggestion', 'is not', null)
    .executeTakeFirst()
  return row?.suggestion ?? null
}

/** Returns whether a time can be offered to the lead of a conversation. */
export async function canBook(deps: Deps, organizationId: string, conversationId: string): Promise<boolean> {
  const lead = await deps.db
    .selectFrom('leads')
    .select(['id', 'booking_start_time', 'booking_status', 'status'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (!lead || lead.status === 'lost' || bookedStart(lead) !== null) return false
  const { needs_address, times } = await callTimesOf(deps, organizationId, lead.id)
  return !needs_address && times.length > 0
}
