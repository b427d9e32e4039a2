/**
 * Gives each item of a page a slot to be drawn in. One that stays keeps the slot that it had `before`; those that are
 * new take the slots that others have left, so that what is drawn there is changed instead of made anew. The slot of
 * `held` is not given away while its item is gone.
 */
export function assignSlots(
  before: ReadonlyMap<string, number>,
  ids: readonly string[],
  held: string | null,
): Map<string, number> {
  const wanted = new Set(ids)
  const taken = new Set(before.values())
  const left = [...before].filter(([id]) => !wanted.has(id) && id !== held)
  const free = left.map(([, slot]) => slot).sort((a, b) => a - b)
  let next = 0
  const unused = () => {
    while (taken.has(next)) next += 1
    taken.add(next)
    return next
  }
  return new Map(ids.map((id) => [id, before.get(id) ?? free.shift() ?? unused()]))
}
