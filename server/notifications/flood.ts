import { type Kysely, sql } from 'kysely'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import { allowanceOf } from './allowance.ts'

/** The maximum number of messages to a visitor's address or number within a day. Strangers can enter any address. */
const MOST_TO_VISITOR = 10
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

const ENOUGH_FOR_VISITOR = `The recipient has already received ${MOST_TO_VISITOR} messages today`

const messagesTo = (db: Kysely<Database>, recipient: string, since: Date) =>
  db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql`lower(recipient)`, '=', recipient.toLowerCase())
    .where('sent_at', '>', since)

/** Returns whether an address or number has received as many messages as visitors may cause, from all businesses. */
export async function hasEnough(db: Kysely<Database>, recipient: string, now: Date): Promise<boolean> {
  const { count } = await messagesTo(db, recipient, new Date(now.getTime() - DAY_MS))
    .where('audience', '=', 'visitor')
    .executeTakeFirstOrThrow()
  return Number(count) >= MOST_TO_VISITOR
}

interface Row {
  organization_id: string
  kind: NotificationKind
  channel: string
  audience: string
  recipient: string | null
}

/** Returns why a message to a visitor must not be sent because its recipient has received too many, or null. */
export async function whyTooMany(db: Kysely<Database>, row: Row, now: Date): Promise<string | null> {
  const { recipient } = row
  if (recipient === null || row.audience !== 'visitor') return null
  return (await hasEnough(db, recipient, now)) ? ENOUGH_FOR_VISITOR : null
}

/** Returns over which limit a message to the business is, as a sentence, or null if it can be sent now. */
export async function whyOverLimit(
  { db, config }: { db: Kysely<Database>; config: Pick<Config, 'isFree'> },
  { organization_id, kind, channel, audience, recipient }: Row,
  now: Date,
): Promise<string | null> {
  if (recipient === null || audience !== 'owner' || WITHOUT_LIMIT.includes(kind)) return null
  const lastDay = new Date(now.getTime() - DAY_MS)
  const toRecipient = await messagesTo(db, recipient, lastDay)
    .where('audience', '=', 'owner')
    .where('kind', 'not in', WITHOUT_LIMIT)
    .executeTakeFirstOrThrow()
  if (Number(toRecipient.count) >= MOST_ALERTS) {
    return `In a digest later: the recipient has already received ${MOST_ALERTS} notifications today`
  }
  if (channel === 'sms' && BOOKINGS.includes(kind)) {
    const texts = await messagesTo(db, recipient, new Date(now.getTime() - HOUR_MS))
      .where('organization_id', '=', organization_id)
      .where('kind', 'in', BOOKINGS)
      .executeTakeFirstOrThrow()
    if (Number(texts.count) >= MOST_TEXTS) {
      return `In a digest later: the recipient has already received ${MOST_TEXTS} of these texts within an hour`
    }
  }
  const { alerts } = await allowanceOf(db, config, organization_id, now)
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('organization_id', '=', organization_id)
    .where('audience', '=', 'owner')
    .where('channel', 'in', ['email', 'sms'])
    .where('kind', 'not in', WITHOUT_LIMIT)
    .where('sent_at', '>', lastDay)
    .executeTakeFirstOrThrow()
  if (Number(count) < alerts) return null
  return `In a digest later: the business has already sent ${alerts.toLocaleString('en-US')} notifications today`
}
