import * as v from 'valibot'

const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.nullable(v.array(item)), null)
const bound = v.optional(v.nullable(v.number()), null)

/** What a slot must match; null fields were not mentioned. Plain JSON. */
export const StoredCriteria = v.object({
  /** Calendar days (YYYY-MM-DD), or weekdays from Sunday. */
  days: list(v.string()),
  weekdays: list(v.number()),
  /** Exact times in minutes after midnight, the likelier of AM and PM first if the visitor did not say which. */
  at: list(v.number()),
  from: bound,
  to: bound,
})
export type Criteria = v.InferOutput<typeof StoredCriteria>
