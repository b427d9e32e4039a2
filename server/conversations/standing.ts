import type { Selectable } from 'kysely'
import { NEEDS, type Needs } from '../../src/contract/conversations.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { ConversationsTable } from '../db/schema.ts'

/** Who answers a conversation; see docs/decisions/0021-takeover.md. */
export type Standing = Pick<
  Selectable<ConversationsTable>,
  'status' | 'needs' | 'taken_by' | 'taken_by_name' | 'taken_at'
>

export const STANDING_COLUMNS = ['status', 'needs', 'taken_by', 'taken_by_name', 'taken_at'] as const

export interface Holder {
  userId: string
  name: string | null
}

const NOBODY = { needs: null, taken_by: null, taken_by_name: null, taken_at: null }

/** The agent answers. */
export const OF_AGENT: Standing = { status: 'agent', ...NOBODY }

export const CLOSED: Standing = { status: 'closed', ...NOBODY }

/** The member answers; the agent is silent. */
export const takenBy = ({ userId, name }: Holder, now: Date): Standing => ({
  status: 'person',
  needs: null,
  taken_by: userId,
  taken_by_name: name,
  taken_at: now,
})

/**
 * Returns the member who answers; null if nobody does, or if the member has not replied for `minutes`, so the agent
 * continues.
 */
export function holderOf(
  { taken_by, taken_by_name, taken_at }: Standing,
  minutes: number,
  now: Date,
): Holder | null {
  if (taken_by === null || taken_at === null) return null
  if (now.getTime() - taken_at.getTime() >= minutes * MINUTE_MS) return null
  return { userId: taken_by, name: taken_by_name }
}

/**
 * Returns what changes after a visitor has written to the member who answers: a message about a danger, or about what
 * can't wait, `needs` a person until a member acts.
 */
export function writtenToMember({ needs: before }: Standing, needs: Needs | null) {
  const reason = NEEDS.find((each) => each === before || each === needs)
  return reason ? { status: 'needs_person' as const, needs: reason } : null
}

/**
 * Returns the standing after the agent has answered, and `needs` a person or not. The more important reason stays until
 * a person acts.
 */
export function answeredByAgent({ needs: last }: Standing, needs: Needs | null): Standing {
  // Who asks for a person wants to be contacted after all.
  const before = needs === 'asked' && (last === 'opt_out' || last === 'deletion') ? null : last
  const reason = NEEDS.find((each) => each === before || each === needs)
  return reason ? { ...OF_AGENT, status: 'needs_person', needs: reason } : OF_AGENT
}
