import * as v from 'valibot'
import type { CorrectableFact } from '../agent/state.ts'

/** The facts that are read back before they are stored. */
export const READ_BACK = ['phone', 'email', 'address'] as const satisfies readonly CorrectableFact[]
export type ReadBackFact = (typeof READ_BACK)[number]

const StoredCall = v.object({
  /** The number of the caller's messages so far. */
  count: v.optional(v.number(), 0),
  /** What was said last: its message, and whether the caller interrupted it or something of the same answer before it. */
  last: v.optional(
    v.nullable(v.object({ text: v.string(), position: v.nullable(v.number()), isCut: v.boolean() })),
    null,
  ),
  /** What the answer still has to say after a pause. */
  rest: v.optional(v.array(v.string()), []),
  /** What the last answer asks to confirm. */
  asks: v.optional(v.nullable(v.picklist(['fact', 'time'])), null),
  /** The facts that the caller has yet to confirm, in the order in which they are read back; `tries` is of the first. */
  unconfirmed: v.optional(
    v.array(v.object({ fact: v.picklist(READ_BACK), value: v.string(), tries: v.number() })),
    [],
  ),
  /** What the agent answers once they are confirmed. */
  held: v.optional(v.array(v.string()), []),
  /** The facts that the caller has not confirmed in the end. */
  open: v.optional(v.array(v.object({ fact: v.picklist(READ_BACK), value: v.string() })), []),
  /** The start (ISO 8601) that the caller was asked to confirm, and whether they have heard the whole question. */
  proposal: v.optional(v.nullable(v.object({ start: v.string(), isHeard: v.boolean() })), null),
  /**
   * What became of a transfer: the person's phone rings, or was picked up with a key; nobody picked it up, and the caller
   * was told that.
   */
  transfer: v.optional(v.nullable(v.picklist(['ringing', 'accepted', 'failed', 'told'])), null),
  /** Whether this call has booked something. */
  hasBooked: v.optional(v.boolean(), false),
  /** How often the line has dropped. */
  drops: v.optional(v.number(), 0),
})

/** How far a call is; plain JSON, stored with it, so that another server can continue it. */
export type CallState = v.InferOutput<typeof StoredCall>

/** Parses a stored state. Returns a new state if this version can't read it. */
export function readCallState(stored: unknown): CallState {
  const result = v.safeParse(StoredCall, stored)
  return result.success ? result.output : v.parse(StoredCall, {})
}
