/** A typed value, and the stored value at the time when typing began. */
export interface Change<Value> {
  readonly base: Value
  readonly mine: Value
}

/** A record's changed fields only. */
export type ChangesOf<Fields> = { readonly [Field in keyof Fields]?: Change<Fields[Field]> }

/** A field that two people changed to different values. */
export interface ConflictOf<Fields, Field extends keyof Fields = keyof Fields> extends Change<Fields[Field]> {
  field: Field
  /** The value that the other person saved. */
  theirs: Fields[Field]
}

/** Returns whether two values of a field are equal. */
export type Same<Fields> = <Field extends keyof Fields>(
  field: Field,
  a: Fields[Field],
  b: Fields[Field],
) => boolean

/** Returns the names of the changed fields. */
export function changedIn<Fields>(changes: ChangesOf<Fields>): (keyof Fields)[] {
  return Object.keys(changes) as (keyof Fields)[]
}

export function without<Fields>(
  changes: ChangesOf<Fields>,
  fields: readonly (keyof Fields)[],
): ChangesOf<Fields> {
  const left = { ...changes }
  for (const field of fields) delete left[field]
  return left
}

/** Returns the changes found elsewhere, with those that were typed here since `base`. */
export function typedOver<Fields>(
  found: ChangesOf<Fields>,
  here: ChangesOf<Fields>,
  base: ChangesOf<Fields>,
): ChangesOf<Fields> {
  const typed = [...changedIn(here), ...changedIn(base)].filter((field) => here[field] !== base[field])
  const others = changedIn(here).filter((field) => !typed.includes(field))
  return { ...without(found, typed), ...without(here, others) }
}

/**
 * Returns the changes relative to the stored values. Drops fields that have the same value on both sides. The others
 * keep the typed value and its base.
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

/** Returns the fields that someone else has changed in the meantime to a value other than the typed one. */
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

/** Returns the changes with the typed value of a field taking precedence over the value that the other person saved. */
export function keepTyped<Fields>(
  changes: ChangesOf<Fields>,
  stored: Fields,
  field: keyof Fields,
): ChangesOf<Fields> {
  const change = changes[field]
  return change ? { ...changes, [field]: { base: stored[field], mine: change.mine } } : changes
}
