import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'
import { mailboxKey } from './mailbox-key.ts'

/** Returns the hash of an ID. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Returns the hash by which limits count an email address or a number, one for all addresses of a mailbox. */
export const recipientHash = (recipient: string): string => hashOf(mailboxKey(recipient))

type Row = Pick<
  Insertable<NotificationsTable>,
  'organization_id' | 'channel' | 'audience' | 'kind' | 'recipient'
>

/** Counts a message that was sent to an address or number. */
export async function countSent(
  db: Kysely<Database>,
  { organization_id, channel, audience, kind, recipient }: Row,
  at: Date,
): Promise<void> {
  if (recipient == null) return
  await db
    .insertInto('sent_messages')
    .values({
      recipient_hash: recipientHash(recipient),
      organization_hash: hashOf(organization_id),
      ...{ channel, audience, kind, at },
    })
    .execute()
}
