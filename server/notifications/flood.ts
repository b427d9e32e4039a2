import { type Kysely, sql } from 'kysely'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'
import { allowanceOf } from './allowance.ts'
import { ownNumberOf } from './channels/own-number.ts'
import { type NoMessages, whyNoMessages } from './no-contact.ts'
import { whyOverParts } from './part-limit.ts'
import { hashOf, recipientHash } from './sent-messages.ts'

/** The maximum number of messages to a visitor's address or number within a day. Strangers can enter any address. */
const MOST_TO_VISITOR = 10
/** The maximum number of answers to a number's texts within a day. */
const MOST_ANSWERS = 60
/**
 * How many texts about dangers a business sends within a day, and to one number, so that its limits don't hold them back.
 */
const SAFETY_TEXTS = { ofBusiness: 60, toNumber: 6 }
/** The maximum number of numbers whose texts a business answers within a day, on every plan. */
const MOST_ANSWERED = 300
/** The maximum number of addresses, and of numbers, to which messages about one conversation go. */
const MOST_OF_CONVERSATION = 3
/** The maximum number of alerts to an address or number within a day, from all organizations. */
export const MOST_ALERTS = 100
/** One visitor can cause these many times. Texts about them cost money. */
const BOOKINGS: readonly NotificationKind[] = ['booking_made', 'booking_moved', 'booking_canceled']
/** The maximum number of texts about calls that a person gets from an organization within an hour. */
const MOST_TEXTS = 20
/**
 * The messages to the business without a limit: a visitor who waits, or is in danger, can't wait for a digest. Codes
 * have their own limits, and digests are few.
 */
const WITHOUT_LIMIT: readonly NotificationKind[] = ['needs_person', 'recipient_code', 'held_digest']

interface Limited {
  db: Kysely<Database>
  config: Pick<Config, 'isFree' | 'textParts'>
}

const sentSince = (db: Kysely<Database>, since: Date) =>
  db
    .selectFrom('sent_messages')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('at', '>', since)

const messagesTo = (db: Kysely<Database>, recipient: string, since: Date) =>
  sentSince(db, since).where('recipient_hash', '=', recipientHash(recipient))

const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/** A message to a visitor. */
export interface ToVisitor {
  kind?: NotificationKind
  organization_id: string
  channel: NotificationsTable['channel']
  recipient: string
  lead_id: string | null
  conversation_id: string | null
  /** Whether it tells what to do in a danger. */
  isSafety?: boolean
}

/** A limit that a message to a visitor exceeds. */
export interface VisitorLimit {
  /** Whose limit it is. */
  of: 'recipient' | 'conversation' | 'business' | NoMessages['of']
  /** A sentence for the owner. */
  reason: string
}

/**
 * Returns which limit a message to a visitor exceeds, or why none may be sent, or null. Strangers can cause such messages
 * to any address.
 */
export async function visitorLimit(
  { db, config }: Limited,
  message: ToVisitor,
  now: Date,
): Promise<VisitorLimit | null> {
  const { organization_id, channel, recipient } = message
  const isAnswer = message.kind === 'text'
  const none = await whyNoMessages(db, message)
  // Who asked for no contact and texts again gets an answer.
  if (none && !(isAnswer && none.of === 'visitor')) return none
  const { count } = await messagesTo(db, recipient, dayBefore(now))
    .where('audience', '=', 'visitor')
    .where('kind', isAnswer ? '=' : '<>', 'text')
    .executeTakeFirstOrThrow()
  const most = isAnswer ? MOST_ANSWERS : MOST_TO_VISITOR
  if (Number(count) >= most) {
    const reason = `The recipient has already received ${most} messages today`
    return { of: 'recipient', reason }
  }
  const what = channel === 'email' ? 'addresses' : 'numbers'
  if ((await othersOfConversation(db, message)) >= MOST_OF_CONVERSATION) {
    const reason = `Messages about this visitor have already gone to ${MOST_OF_CONVERSATION} ${what}`
    return { of: 'conversation', reason }
  }
  if (message.isSafety && (await hasSafetyTexts(db, message, now))) return null
  if (channel === 'sms' && (await ownNumberOf(db, organization_id)) === null) {
    const over = await whyOverParts({ db, config }, organization_id, now)
    if (over !== null) return { of: 'business', reason: `The ${over}` }
  }
  const visitors = isAnswer ? MOST_ANSWERED : (await allowanceOf(db, config, organization_id, now)).visitors
  const others = await db
    .selectFrom('sent_messages')
    .select(({ fn }) => fn.count<string>('recipient_hash').distinct().as('count'))
    .where('organization_hash', '=', hashOf(organization_id))
    .where('at', '>', dayBefore(now))
    .where('audience', '=', 'visitor')
    .where('channel', '=', channel)
    .where('kind', isAnswer ? '=' : '<>', 'text')
    .having(sql<boolean>`not bool_or(recipient_hash = ${recipientHash(recipient)})`)
    .executeTakeFirst()
  if (Number(others?.count ?? 0) < visitors) return null
  return {
    of: 'business',
    reason: `The business has already sent messages to ${visitors} visitors’ ${what} today`,
  }
}

/** Returns whether a business may still send a text about a danger in spite of its limits. */
async function hasSafetyTexts(
  db: Kysely<Database>,
  { organization_id, recipient }: ToVisitor,
  now: Date,
): Promise<boolean> {
  const { all, own } = await db
    .selectFrom('notifications')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn.countAll<string>().filterWhere('recipient', '=', recipient).as('own'),
    ])
    .where('organization_id', '=', organization_id)
    .where('channel', '=', 'sms')
    .where('sent_at', '>', dayBefore(now))
    .where(sql<boolean>`data->>'safety' = 'true'`)
    .executeTakeFirstOrThrow()
  return Number(all) < SAFETY_TEXTS.ofBusiness && Number(own) < SAFETY_TEXTS.toNumber
}

/** Counts to how many other addresses or numbers messages about a visitor were sent. */
async function othersOfConversation(
  db: Kysely<Database>,
  { channel, recipient, lead_id, conversation_id }: ToVisitor,
): Promise<number> {
  const rows = await db
    .selectFrom('notifications')
    .select('recipient')
    .distinct()
    .where('audience', '=', 'visitor')
    .where('channel', '=', channel)
    .where('sent_at', 'is not', null)
    .where(({ or, eb }) => or([eb('lead_id', '=', lead_id), eb('conversation_id', '=', conversation_id)]))
    .execute()
  const hashes = new Set(rows.flatMap((row) => (row.recipient === null ? [] : recipientHash(row.recipient))))
  hashes.delete(recipientHash(recipient))
  return hashes.size
}

interface Row {
  organization_id: string
  kind: NotificationKind
  channel: string
  audience: string
  recipient: string | null
}

/** Returns over which limit a message to the business is, as a sentence, or null if it can be sent now. */
export async function whyOverLimit(
  { db, config }: Limited,
  { organization_id, kind, channel, audience, recipient }: Row,
  now: Date,
): Promise<string | null> {
  if (recipient === null || audience !== 'owner' || WITHOUT_LIMIT.includes(kind)) return null
  const toRecipient = await messagesTo(db, recipient, dayBefore(now))
    .where('audience', '=', 'owner')
    .where('kind', 'not in', WITHOUT_LIMIT)
    .executeTakeFirstOrThrow()
  if (Number(toRecipient.count) >= MOST_ALERTS) {
    return `In a digest later: the recipient has already received ${MOST_ALERTS} notifications today`
  }
  if (channel === 'sms' && BOOKINGS.includes(kind)) {
    const texts = await messagesTo(db, recipient, new Date(now.getTime() - HOUR_MS))
      .where('organization_hash', '=', hashOf(organization_id))
      .where('kind', 'in', BOOKINGS)
      .executeTakeFirstOrThrow()
    if (Number(texts.count) >= MOST_TEXTS) {
      return `In a digest later: the recipient has already received ${MOST_TEXTS} of these texts within an hour`
    }
  }
  const over = channel === 'sms' ? await whyOverParts({ db, config }, organization_id, now) : null
  if (over !== null) return `In a digest later: the ${over}`
  const { alerts } = await allowanceOf(db, config, organization_id, now)
  const { count } = await sentSince(db, dayBefore(now))
    .where('organization_hash', '=', hashOf(organization_id))
    .where('audience', '=', 'owner')
    .where('kind', 'not in', WITHOUT_LIMIT)
    .executeTakeFirstOrThrow()
  if (Number(count) < alerts) return null
  return `In a digest later: the business has already sent ${alerts.toLocaleString('en-US')} notifications today`
}
