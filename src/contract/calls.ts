import * as v from 'valibot'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** How a call ended: with a booking, with a message for the team, at a person, before anything was said, or as spam. */
export const CALL_OUTCOMES = ['booked', 'message', 'transferred', 'abandoned', 'spam'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/**
 * A call that the agent answered. `phone` is the caller's number as people write it; null if it was hidden. `seconds` and
 * `outcome` are null while the call goes on. Later versions can add outcomes.
 */
export const AnsweredCall = tolerant(
  v.object({
    id: v.string(),
    phone: v.nullable(v.string()),
    started_at: Instant,
    seconds: v.nullable(v.number()),
    outcome: v.nullable(v.string()),
    summary: v.nullable(v.string()),
  }),
  { defaults: () => ({ id: '', phone: null, started_at: '', seconds: null, outcome: null, summary: null }) },
)
export type AnsweredCall = v.InferOutput<typeof AnsweredCall>
