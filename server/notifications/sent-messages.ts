import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { NotificationsTable, SentMessagesTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { segmentsOf } from './compose/fit-text.ts'
import { mailboxKey } from './mailbox-key.ts'

/** Returns the hash of an ID. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Returns the hash by which limits count an email address or a number, one for all addresses of a mailbox. */
export const recipientHash = (recipient: string): string => hashOf(mailboxKey(recipient))

type Row = Pick<Insertable<NotificationsTable>, 'organization_id' | 'channel' | 'kind' | 'recipient'> &
  Pick<Insertable<SentMessagesTable>, 'audience'>

/** Counts a message that was sent to an address or number; `parts` are those of a text from this server's number. */
export async function countSent(
  db: Kysely<Database>,
  { organization_id, channel, audience, kind, recipient }: Row,
  at: Date,
  parts = 0,
): Promise<void> {
  if (recipient == null) return
  await db
    .insertInto('sent_messages')
    .values({
      recipient_hash: recipientHash(recipient),
      organization_hash: hashOf(organization_id),
      ...{ channel, audience, kind, at, parts },
    })
    .execute()
}

/**
 * Counts a text from this server's number that is no notification: an answer to a text. `organizationId` is the business
 * that it belongs to, or null. Returns its number of parts.
 */
export async function countAnswer(
  db: Kysely<Database>,
  { organizationId, phone, text }: { organizationId: string | null; phone: string; text: string },
  at: Date,
): Promise<number> {
  const parts = segmentsOf(text)
  const about = { channel: 'sms', audience: 'answer', kind: 'text', recipient: phone } as const
  await countSent(db, { organization_id: organizationId ?? '', ...about }, at, parts)
  return parts
}
