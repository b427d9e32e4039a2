import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Database } from '../db/schema.ts'

/** Returns the hash of an ID. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Whose mailboxes ignore dots. */
const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * Returns the hash by which limits count an email address or a number. All addresses that lead to the same mailbox share
 * one: `Ann.Lee+lawn@gmail.com` and `annlee@gmail.com`.
 */
export function recipientHash(recipient: string): string {
  const key = emailKey(recipient)
  const [, mailbox = '', domain = ''] = /^([^+@][^+@]*).*@(.+)$/.exec(key) ?? []
  if (mailbox === '') return hashOf(key)
  return hashOf(GMAIL.test(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`)
}

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
