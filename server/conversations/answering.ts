import type { Kysely } from 'kysely'
import { firstName } from '../../src/domain/conversations/first-name.ts'
import { type AgentState, readState } from '../agent/state.ts'
import { continueAfter } from '../agent/takeover.ts'
import type { Database } from '../db/schema.ts'
import { currentHolder } from './holder.ts'
import type { Holder, Standing } from './standing.ts'

/** Who answers the next message. */
export interface Answering {
  /** The member; null if the agent does. */
  holder: Holder | null
  /** The member who has not replied within the time that the owner set, so the agent continues. */
  idle: Holder | null
  state: AgentState
}

/** Returns who answers a conversation at the time `now`. */
export async function answering(
  db: Kysely<Database>,
  conversation: Standing & { organization_id: string; state: unknown },
  now: Date,
): Promise<Answering> {
  const state = readState(conversation.state)
  if (conversation.taken_by === null) return { holder: null, idle: null, state }
  const holder = await currentHolder(db, conversation, now)
  if (holder) return { holder, idle: null, state }
  const idle = { userId: conversation.taken_by, name: conversation.taken_by_name }
  return { holder, idle, state: continueAfter(state, firstName(idle.name)) }
}
