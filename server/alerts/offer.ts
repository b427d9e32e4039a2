import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
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
 * text unchanged if nobody can answer it from there. Doing so again for the same conversation keeps its code, also on
 * other numbers, and its suggestion until somebody writes.
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
    const open = others.filter(({ closed_at }) => closed_at === null)
    const code = await codeFor(tx, { organizationId, conversationId, phone })
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

/** The advisory lock that lets codes be chosen one after the other. */
const CODES_LOCK = 7_140_971

/**
 * Returns the code of a conversation's alert on a number: the same on all numbers of the business's team. No other alert
 * of the business has it, and none on these numbers, which can get alerts of several businesses. Only a number that
 * already knows the code as another business's gets a different one. Null if all codes are used.
 */
async function codeFor(
  tx: Transaction<Database>,
  {
    organizationId,
    conversationId,
    phone,
  }: { organizationId: string; conversationId: string; phone: string },
): Promise<string | null> {
  await sql`select pg_advisory_xact_lock(${sql.lit(CODES_LOCK)})`.execute(tx)
  const all = await tx
    .selectFrom('text_alerts')
    .select(['phone', 'code', 'conversation_id', 'closed_at'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('organization_id', '=', organizationId),
        eb('phone', '=', phone),
        eb(
          'phone',
          'in',
          selectFrom('alert_recipients')
            .select('address')
            .where('organization_id', '=', organizationId)
            .where('channel', '=', 'sms'),
        ),
      ]),
    )
    .orderBy('opened_at')
    .execute()
  const codesOf = (alerts: typeof all) => alerts.map(({ code }) => code)
  const own = all.filter((each) => each.conversation_id === conversationId)
  const others = all.filter((each) => each.conversation_id !== conversationId)
  const onPhone = others.filter((each) => each.phone === phone)
  const known =
    own.find((each) => each.phone === phone) ?? own.find(({ code }) => !codesOf(onPhone).includes(code))
  if (known) return known.code
  const open = codesOf(others.filter(({ closed_at }) => closed_at === null))
  return newCode(codesOf(others), open) ?? newCode(codesOf(onPhone), open)
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
