import { type Kysely, sql } from 'kysely'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** What one visitor can cause many times. Texts cost money; new leads are collected in a digest instead. */
const ALERTS: readonly NotificationKind[] = [
  'needs_person',
  'booking_made',
  'booking_moved',
  'booking_canceled',
]
/** The maximum number of texts about these events that a person gets within an hour. Email and push are complete. */
const MOST_TEXTS = 20
/** The maximum number of messages to a visitor's address or number within a day. Strangers can enter any address. */
const MOST_TO_VISITOR = 10

const ENOUGH_FOR_VISITOR = `The recipient has already received ${MOST_TO_VISITOR} messages today`
const ENOUGH_TEXTS = `The recipient has already received ${MOST_TEXTS} of these texts within an hour`

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

/** Returns why a message must not be sent because its recipient has received too many, or null. */
export async function whyTooMany(db: Kysely<Database>, row: Row, now: Date): Promise<string | null> {
  const { recipient } = row
  if (recipient === null) return null
  if (row.audience === 'visitor') return (await hasEnough(db, recipient, now)) ? ENOUGH_FOR_VISITOR : null
  if (row.channel !== 'sms' || !ALERTS.includes(row.kind)) return null
  const { count } = await messagesTo(db, recipient, new Date(now.getTime() - HOUR_MS))
    .where('organization_id', '=', row.organization_id)
    .where('kind', 'in', ALERTS)
    .executeTakeFirstOrThrow()
  return Number(count) >= MOST_TEXTS ? ENOUGH_TEXTS : null
}
