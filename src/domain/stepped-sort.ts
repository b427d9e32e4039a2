/** Items that are sorted or merged between two steps. */
const STEP = 256

/**
 * Sorts as `toSorted` does, stably and into a new list, in many small steps: whoever runs them decides when to pause.
 * A list that is in order already takes no more than a look at each pair.
 */
export function* sortInSteps<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, readonly Item[]> {
  if (yield* isInOrder(items, compare)) return items
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += STEP) {
    runs.push(items.slice(from, from + STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = runs.slice(at, at + 2)
      merged.push(yield* merge(left, right, compare))
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* isInOrder<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, boolean> {
  for (let at = 1; at < items.length; at += 1) {
    if (at % STEP === 0) yield
    if (compare(items[at - 1] as Item, items[at] as Item) > 0) return false
  }
  return true
}

function* merge<Item>(
  left: Item[],
  right: Item[],
  compare: (a: Item, b: Item) => number,
): Generator<void, Item[]> {
  const merged: Item[] = []
  let [fromLeft, fromRight] = [0, 0]
  while (fromLeft < left.length && fromRight < right.length) {
    const [first, second] = [left[fromLeft] as Item, right[fromRight] as Item]
    const takesLeft = compare(first, second) <= 0
    merged.push(takesLeft ? first : second)
    if (takesLeft) fromLeft += 1
    else fromRight += 1
    if (merged.length % STEP === 0) yield
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight))
}
