import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { hashToken } from './visitor-token.ts'

/** Finds a conversation by its id and its visitor's token; none for an unknown id and a wrong token alike. */
export const visitorConversation = (db: Kysely<Database>, id: string, token: string) =>
  db
    .selectFrom('conversations')
    .select(['id', 'organization_id', 'state'])
    .where('id', '=', id)
    .where('visitor_token_hash', '=', hashToken(token))
