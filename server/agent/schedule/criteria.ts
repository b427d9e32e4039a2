import * as v from 'valibot'

const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.nullable(v.array(item)), null)
const bound = v.optional(v.nullable(v.number()), null)

/** The criteria that a slot must match. Null fields weren't mentioned. Plain JSON. */
export const StoredCriteria = v.object({
  /** Calendar days (YYYY-MM-DD), or weekdays starting with Sunday as 0. */
  days: list(v.string()),
  weekdays: list(v.number()),
  /** Exact times in minutes after midnight. If the visitor didn't specify AM or PM, the more likely one comes first. */
  at: list(v.number()),
  from: bound,
  to: bound,
})
export type Criteria = v.InferOutput<typeof StoredCriteria>
