/** What someone has typed into a field, and what stood there when they began. */
export interface Change<Value> {
  readonly base: Value
  readonly mine: Value
}

/** The fields of a record that were changed, and only those. */
export type ChangesOf<Fields> = { readonly [Field in keyof Fields]?: Change<Fields[Field]> }

/** A field that two people have changed to different values. */
export interface ConflictOf<Fields, Field extends keyof Fields = keyof Fields> extends Change<Fields[Field]> {
  field: Field
  /** What the other person has saved. */
  theirs: Fields[Field]
}

/** Whether two values of a field are the same. */
export type Same<Fields> = <Field extends keyof Fields>(
  field: Field,
  a: Fields[Field],
  b: Fields[Field],
) => boolean

/** The changed fields. */
export function changedIn<Fields>(changes: ChangesOf<Fields>): (keyof Fields)[] {
  return Object.keys(changes) as (keyof Fields)[]
}

/** The changes without those of some fields. */
export function without<Fields>(
  changes: ChangesOf<Fields>,
  fields: readonly (keyof Fields)[],
): ChangesOf<Fields> {
  const left = { ...changes }
  for (const field of fields) delete left[field]
  return left
}

/**
 * The changes as they stand against what is stored now. Fields that hold the same on both sides are settled; the
 * others keep what was typed and what it was typed over.
 */
export function rebase<Fields>(
  changes: ChangesOf<Fields>,
  stored: Fields,
  same: Same<Fields>,
): ChangesOf<Fields> {
  const settled = changedIn(changes).filter((field) => {
    const change = changes[field]
    return !change || same(field, change.mine, stored[field])
  })
  return settled.length === 0 ? changes : without(changes, settled)
}

/** The fields that someone else has changed since, to something else than was typed here. */
export function findConflicts<Fields>(
  changes: ChangesOf<Fields>,
  stored: Fields,
  same: Same<Fields>,
): ConflictOf<Fields>[] {
  return changedIn(changes).flatMap((field) => {
    const change = changes[field]
    if (!change) return []
    const theirs = stored[field]
    if (same(field, change.base, theirs) || same(field, change.mine, theirs)) return []
    return [{ field, base: change.base, mine: change.mine, theirs }]
  })
}

/** The changes with what was typed standing against what the other person has saved. */
export function keepTyped<Fields>(
  changes: ChangesOf<Fields>,
  stored: Fields,
  field: keyof Fields,
): ChangesOf<Fields> {
  const change = changes[field]
  return change ? { ...changes, [field]: { base: stored[field], mine: change.mine } } : changes
}
