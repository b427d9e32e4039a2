import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { type Holder, holderOf, type Standing } from './standing.ts'

/** Returns the member who answers a conversation at the time `now`; null if the agent does. */
export async function currentHolder(
  db: Kysely<Database>,
  conversation: Standing & { organization_id: string },
  now: Date,
): Promise<Holder | null> {
  if (conversation.taken_by === null) return null
  const { takeover_minutes: minutes } = await readProfile(db, conversation.organization_id)
  return holderOf(conversation, minutes, now)
}
