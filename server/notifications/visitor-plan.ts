import type { CallTimes, Silence } from '../../src/contract/bookings.ts'
import { REPLY_MAIL_MINUTES, type ReplyWay } from '../../src/contract/conversations.ts'
import { emailKey, readEmail } from '../../src/contract/email-address.ts'
import { PERSON_CHANNELS, type PersonChannel } from '../../src/contract/notification-settings.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { BOOKING_UNDO_MS } from '../../src/domain/leads/bookings.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { bookedStart } from '../calendars/booking-status.ts'
import { unreadReplies } from '../conversations/presence.ts'
import { BY_TEXT } from '../conversations/texted.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion, OwnerOccasion } from '../kernel/occasion.ts'
import { whyNoMessages } from './no-contact.ts'
import { unsubscribedOf } from './opt-outs.ts'
import {
  fresh,
  insertNotifications,
  LEAD_COLUMNS,
  mayText,
  type PlannedLead,
  type Planning,
  toE164,
} from './planning.ts'
import { reminderTime } from './rules.ts'
import { dueAt, waiting } from './timing.ts'

type VisitorOccasion = Exclude<
  Occasion,
  { kind: 'new_lead' | 'needs_person' | 'webhook_disabled' | 'connection_ended' | 'text_reply' }
>
type Booking = Extract<OwnerOccasion, { start: string }>

const CONFIRMATIONS = {
  booking_made: 'confirmation',
  booking_moved: 'confirmation_moved',
  booking_canceled: 'confirmation_canceled',
} as const

/**
 * Plans the messages to a visitor: the confirmation of a call and its reminder, or messages that the visitor requested.
 */
export async function planVisitor(
  planning: Planning,
  occasion: VisitorOccasion,
  lead: PlannedLead | null,
): Promise<void> {
  if (occasion.kind === 'transcript') return planTranscript(planning, occasion)
  if (occasion.kind === 'person_reply') return planReply(planning, occasion)
  if (lead === null) return
  const none = await whyNoMessages(planning.tx, { lead_id: lead.id, conversation_id: lead.conversation_id })
  if (occasion.kind === 'texts_wanted') return none ? undefined : planTexts(planning, occasion, lead)
  // Failed jobs are retried later, so the call might have been moved or canceled by now.
  if (!isCurrent(occasion, lead)) return
  const reason =
    occasion.kind === 'booking_canceled' ? 'The appointment was canceled' : 'The appointment was moved'
  const uninformed = await withdraw(planning, { leadId: lead.id, channels: PERSON_CHANNELS, reason })
  if (none) return
  for (const [channel, address] of await channelsTo(planning, occasion.organizationId, lead)) {
    const news = uninformed.has(address) ? asFirst(occasion) : occasion
    if (news) await planVisitorMessages(planning, { ...news, lead, channel, address, isRequested: false })
  }
}

/** Returns an occasion as it is for a customer who does not know of the call yet; null if there is nothing to know. */
const asFirst = ({ previous: _, ...occasion }: Booking): Booking | null =>
  occasion.kind === 'booking_canceled' ? null : { ...occasion, kind: 'booking_made' }

/** Returns the start of a lead's call that is upcoming at an instant, or null if there is none. */
function startOf(lead: PlannedLead, at: string): string | null {
  const start = bookedStart(lead)
  return start && start > new Date(at) ? start.toISOString() : null
}

/** Returns whether the call is unchanged since an occasion. */
const isCurrent = ({ kind, start, at }: Booking, lead: PlannedLead): boolean =>
  startOf(lead, at) === (kind === 'booking_canceled' ? null : start)

/**
 * Cancels the pending messages about a lead's call, because newly planned messages replace them. Returns the addresses
 * whose first confirmation was not going out yet.
 */
async function withdraw(
  { tx }: Planning,
  { leadId, channels, reason }: { leadId: string; channels: readonly PersonChannel[]; reason: string },
): Promise<ReadonlySet<string | null>> {
  const rows = await tx
    .updateTable('notifications')
    .set({ status: 'canceled', reason })
    .where('lead_id', '=', leadId)
    .where('audience', '=', 'visitor')
    .where('channel', 'in', channels)
    .where('status', '=', 'queued')
    .where('kind', 'in', ['reminder', 'confirmation', 'confirmation_moved'])
    .returning(['kind', 'recipient', 'released_at'])
    .execute()
  const waiting = rows.filter(({ kind, released_at }) => kind === 'confirmation' && released_at === null)
  return new Set(waiting.map(({ recipient }) => recipient))
}

/**
 * Returns the channels by which a customer gets the confirmation of a call that a member books, or the news of its
 * change; if there are none, also the reason.
 */
export async function confirmationOf(
  planning: Pick<Planning, 'tx' | 'deps' | 'settings'>,
  organizationId: string,
  lead: PlannedLead,
): Promise<Pick<CallTimes, 'confirmed_by' | 'unconfirmed' | 'silence'>> {
  const silent = (silence: Silence) => ({ confirmed_by: [], unconfirmed: [], silence })
  const { tx, settings } = planning
  const none = await whyNoMessages(tx, { lead_id: lead.id, conversation_id: lead.conversation_id })
  if (none) return silent(none.of === 'test' ? 'test' : 'opted_out')
  if (!settings.visitor_confirmation) return silent('off')
  const ways = await channelsTo(planning, organizationId, lead)
  if (ways.length > 0) {
    const unaware = await unawareOf(tx, lead.id)
    const isUnaware = (channel: PersonChannel) => ways.every(([by, to]) => by !== channel || unaware.has(to))
    const channels = [...new Set(ways.map(([channel]) => channel))]
    return { confirmed_by: channels, unconfirmed: channels.filter(isUnaware), silence: null }
  }
  const addresses = [readEmail(lead.prospect_email ?? ''), toE164(lead.prospect_phone)].flatMap(
    (each) => each ?? [],
  )
  if (addresses.length === 0) return silent('unreachable')
  const isOut = (await unsubscribedOf(tx, organizationId, addresses)).length > 0
  return silent(isOut ? 'opted_out' : 'not_given')
}

/** Returns the addresses whose first confirmation of a lead's call is not going out yet. */
async function unawareOf(tx: Planning['tx'], leadId: string): Promise<ReadonlySet<string | null>> {
  const rows = await tx
    .selectFrom('notifications')
    .select('recipient')
    .where('lead_id', '=', leadId)
    .where('audience', '=', 'visitor')
    .where('kind', '=', 'confirmation')
    .where('status', '=', 'queued')
    .where('released_at', 'is', null)
    .execute()
  return new Set(rows.map(({ recipient }) => recipient))
}

/**
 * Returns the channels that can reach a visitor, with their addresses: email to the address that the visitor gave,
 * unless the visitor unsubscribed, and texts to numbers with consent. An address that a member typed gets nothing,
 * because a member could type anyone's.
 */
async function channelsTo(
  { tx, deps: { senders } }: Pick<Planning, 'tx' | 'deps'>,
  organizationId: string,
  { id, prospect_email, prospect_phone, extracted_metadata: said }: PlannedLead,
): Promise<[PersonChannel, string][]> {
  const ways: [PersonChannel, string][] = []
  const email = ownEmail({ prospect_email, extracted_metadata: said })
  const isOut = email !== null && (await unsubscribedOf(tx, organizationId, [email])).length > 0
  if (email !== null && !isOut && senders?.email) ways.push(['email', email])
  if (!senders?.sms) return ways
  // Texts can go to a number other than the lead's.
  const phones = new Set([toE164(prospect_phone), ...(await textedNumbers(tx, id))])
  for (const phone of phones) {
    if (phone !== null && (await mayText(tx, organizationId, phone))) ways.push(['sms', phone])
  }
  return ways
}

/** Returns the address that the visitor gave, unless a member has changed it. */
const ownEmail = ({
  prospect_email,
  extracted_metadata: said,
}: Pick<PlannedLead, 'prospect_email' | 'extracted_metadata'>): string | null =>
  isSame(said?.email, prospect_email) ? readEmail(prospect_email) : null

const isSame = (said: unknown, email: string | null): email is string =>
  typeof said === 'string' && email !== null && emailKey(said) === emailKey(email)

async function textedNumbers(tx: Planning['tx'], leadId: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select('recipient')
    .where('lead_id', '=', leadId)
    .where('audience', '=', 'visitor')
    .where('channel', '=', 'sms')
    .orderBy('position')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

interface VisitorMessage
  extends Pick<Booking, 'kind' | 'organizationId' | 'start' | 'previous' | 'service' | 'at'> {
  lead: PlannedLead
  channel: PersonChannel
  address: string
  /** Whether the visitor has just requested it. */
  isRequested: boolean
}

async function planVisitorMessages(
  { tx, now, settings, profile }: Planning,
  { kind, organizationId, start, previous, service, at, lead, channel, address, isRequested }: VisitorMessage,
): Promise<void> {
  const message = (name: NotificationKind, event: string, time: Date, askedAt: Date | null) => {
    const to = { channel, audience: 'visitor' as const, recipient: address }
    const due = dueAt(time, { ...to, kind: name, askedAt }, settings, profile.timezone)
    return {
      ...fresh(now),
      ...to,
      organization_id: organizationId,
      event,
      kind: name,
      recipient_name: lead.prospect_name ?? '',
      lead_id: lead.id,
      conversation_id: lead.conversation_id,
      data: JSON.stringify({ start, ...(previous && { previous }), ...(askedAt && { asked: true }) }),
      ...waiting(due, time, now),
    }
  }
  // A member can undo a booking before the customer hears of it.
  const undoneBy = kind === 'booking_made' && service ? Date.parse(at) + BOOKING_UNDO_MS : 0
  const confirmation = message(
    CONFIRMATIONS[kind],
    `${CONFIRMATIONS[kind]}:${lead.id}:${at}`,
    new Date(Math.max(now.getTime(), undoneBy)),
    isRequested ? now : null,
  )
  const hours = kind === 'booking_canceled' ? null : settings.visitor_reminder_hours
  const place = { channel, phone: channel === 'sms' ? address : null, businessZone: profile.timezone }
  const remindAt = hours === null ? null : reminderTime(new Date(start), hours, now, place)
  await insertNotifications(tx, [
    ...(isRequested || settings.visitor_confirmation ? [confirmation] : []),
    ...(remindAt ? [message('reminder', `reminder:${lead.id}:${start}:${at}`, remindAt, null)] : []),
  ])
}

async function planTexts(
  planning: Planning,
  { organizationId, phone, at }: Extract<Occasion, { kind: 'texts_wanted' }>,
  lead: PlannedLead,
): Promise<void> {
  const start = startOf(lead, at)
  if (!start || !(await mayText(planning.tx, organizationId, phone))) return
  const reason = 'The visitor asked for texts again'
  await withdraw(planning, { leadId: lead.id, channels: ['sms'], reason })
  await planVisitorMessages(planning, {
    kind: 'booking_made',
    organizationId,
    start,
    at,
    lead,
    channel: 'sms',
    address: phone,
    isRequested: true,
  })
}

/**
 * Returns what happens with a reply to a visitor who texts: it is sent to their number, unless that has stopped texts.
 * Null if the visitor doesn't text.
 */
async function textWay(
  tx: Planning['tx'],
  { senders, notifier }: Pick<Deps, 'senders' | 'notifier'>,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<{ way: ReplyWay; phone: string } | null> {
  const row = await tx
    .selectFrom('conversations')
    .select(['text_phone', 'is_test'])
    .where('id', '=', conversationId)
    .where('channel', 'in', BY_TEXT)
    .executeTakeFirst()
  const phone = row?.text_phone
  if (!phone) return null
  if (row.is_test) return { way: 'test', phone }
  if (!notifier || !senders?.sms) return { way: 'unavailable', phone }
  return { way: (await mayText(tx, organizationId, phone)) ? 'text' : 'texts_stopped', phone }
}

/**
 * Returns what happens with a reply that a visitor doesn't read, and the address to which it is mailed. Only one mail
 * is sent until the visitor reads or writes.
 */
export async function replyWay(
  tx: Planning['tx'],
  deps: Pick<Deps, 'senders' | 'notifier'>,
  { organizationId, conversationId }: { organizationId: string; conversationId: string },
): Promise<{ way: ReplyWay; email: string | null; phone?: string | null }> {
  const texted = await textWay(tx, deps, { organizationId, conversationId })
  if (texted) return { ...texted, email: null }
  const none = await whyNoMessages(tx, { lead_id: null, conversation_id: conversationId })
  if (none) return { way: none.of === 'test' ? 'test' : 'no_contact', email: null }
  if (!deps.notifier || !deps.senders?.email) return { way: 'unavailable', email: null }
  const lead = await tx
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  const email = lead && ownEmail(lead)
  if (!email) return { way: 'no_address', email: null }
  if ((await unsubscribedOf(tx, organizationId, [email])).length > 0) return { way: 'unsubscribed', email }
  const first = await unreadReplies(tx, conversationId).limit(1).executeTakeFirst()
  const sent =
    first &&
    (await tx
      .selectFrom('notifications')
      .select('status')
      .where('organization_id', '=', organizationId)
      .where('event', '=', replyEvent(conversationId, first.position))
      .where('status', '<>', 'queued')
      .executeTakeFirst())
  if (!sent) return { way: 'email', email }
  return { way: sent.status === 'failed' || sent.status === 'canceled' ? 'failed' : 'emailed', email }
}

const replyEvent = (conversationId: string, position: number) => `reply:${conversationId}:${position}`

async function planReply(
  { tx, deps, now }: Planning,
  { organizationId, conversationId }: Extract<Occasion, { kind: 'person_reply' }>,
): Promise<void> {
  const { way, email } = await replyWay(tx, deps, { organizationId, conversationId })
  const first = await unreadReplies(tx, conversationId).limit(1).executeTakeFirst()
  if (way !== 'email' || first === undefined) return
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select(['leads.id as lead_id', 'leads.prospect_name'])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()
  await insertNotifications(tx, [
    {
      ...fresh(now),
      organization_id: organizationId,
      event: replyEvent(conversationId, first.position),
      kind: 'reply',
      channel: 'email',
      audience: 'visitor',
      recipient: email,
      recipient_name: conversation?.prospect_name ?? '',
      lead_id: conversation?.lead_id ?? null,
      conversation_id: conversationId,
      data: '{}',
      due_at: new Date(now.getTime() + REPLY_MAIL_MINUTES * MINUTE_MS),
    },
  ])
}

async function planTranscript(
  { tx, now }: Planning,
  { organizationId, conversationId, email, at }: Extract<Occasion, { kind: 'transcript' }>,
): Promise<void> {
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select(['conversations.id', 'leads.id as lead_id', 'leads.prospect_name'])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()
  if (!conversation) return
  await insertNotifications(tx, [
    {
      ...fresh(now),
      organization_id: organizationId,
      event: `transcript:${conversationId}:${at}`,
      kind: 'transcript',
      channel: 'email',
      audience: 'visitor',
      recipient: email,
      recipient_name: conversation.prospect_name ?? '',
      lead_id: conversation.lead_id,
      conversation_id: conversationId,
      data: '{}',
    },
  ])
}
