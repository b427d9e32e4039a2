import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashToken } from '../base/secrets.ts'
import { STANDING_COLUMNS } from '../conversations/standing.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'

const TOKEN_BYTES = 32
const BEARER = /^Bearer +([\w-]{1,200})$/i

/** Returns a new token: 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

export function bearerToken(header: string | undefined): string | null {
  return BEARER.exec(header?.trim() ?? '')?.[1] ?? null
}

/** A conversation's ID and its visitor's token; null if something else proves who writes, such as a number. */
export interface Visitor {
  id: string
  token: string | null
  /** Whether the visitor is on the phone, where the agent answers even while a member does in writing. */
  isCalling?: boolean
}

export const unknownConversation = () => new HttpError(404, 'This conversation could not be found')

/**
 * Finds a conversation by its ID and its visitor's token; without a token (null), by its ID alone. Returns no row for an
 * unknown ID as well as for a wrong token.
 */
export const visitorConversation = (db: Kysely<Database>, id: string, token: string | null) =>
  db
    .selectFrom('conversations')
    .select([
      'conversations.id',
      'conversations.organization_id',
      'conversations.state',
      'conversations.unread',
      'conversations.is_test',
      'conversations.text_phone',
      ...STANDING_COLUMNS.map((column) => `conversations.${column}` as const),
    ])
    .where('conversations.id', '=', id)
    .$if(token !== null, (found) =>
      found.where('conversations.visitor_token_hash', '=', hashToken(token ?? '')),
    )

export type VisitorConversation = Awaited<
  ReturnType<ReturnType<typeof visitorConversation>['executeTakeFirstOrThrow']>
>

/** Marks a conversation in which a member tries the agent, and its lead, as a test. */
export async function markTest(db: Kysely<Database>, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('conversations').set({ is_test: true }).where('id', '=', id).execute()
    await tx.updateTable('leads').set({ is_test: true }).where('conversation_id', '=', id).execute()
  })
}
