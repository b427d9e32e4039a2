import { newId } from '../../../server/base/ids.ts'
import { postInboxMessage } from '../../../src/contract/conversations.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { type Answer, call, FRESH } from '../../support/api.ts'
import type { TestServer } from '../../support/server.ts'

/** A member's reply to a visitor, or with `message_type` a note. */
export function replyTo(
  server: TestServer,
  { conversation_id: conversationId }: Pick<ChatSession, 'conversation_id'>,
  content: string,
  more: { token?: string; take?: boolean; client_id?: string; message_type?: 'outgoing' | 'note' } = {},
): Promise<Answer> {
  const { token, ...body } = more
  return call(server, postInboxMessage, {
    params: { orgId: FRESH, conversationId },
    body: { client_id: newId('reply'), message_type: 'outgoing', content, ...body },
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  })
}

/** Adds a member to the organization. Returns a session token. */
export async function colleague({ deps: { db }, tokenFor, clock }: TestServer): Promise<string> {
  const now = clock.now()
  const times = { created_at: now, updated_at: now }
  const email = 'colleague@fieldhand.test'
  await db
    .insertInto('identity_users')
    .values({
      id: 'user_colleague',
      email,
      email_id: 'idn_c',
      first_name: 'Cora',
      last_name: 'Lee',
      ...times,
    })
    .execute()
  await db
    .insertInto('identity_memberships')
    .values({ id: 'c', organization_id: FRESH, user_id: 'user_colleague', role: 'org:member', ...times })
    .execute()
  return tokenFor(email, FRESH)
}

/** The stored messages of a conversation by position: who wrote what. */
export async function storedIn({ deps: { db } }: TestServer, { conversation_id }: ChatSession) {
  const rows = await db
    .selectFrom('messages')
    .select(['author', 'message_type', 'content', 'position'])
    .where('conversation_id', '=', conversation_id)
    .orderBy('position')
    .execute()
  return rows
}
