export const GAP = null

/**
 * Returns the page numbers of a pager: the first, the last, the current one, and `around` pages on either side of it. A
 * gap replaces two or more pages.
 */
export function pageNumbers(page: number, last: number, around: number): (number | typeof GAP)[] {
  // The number of entries is constant so that the pager's width does not change.
  const from = Math.max(1, Math.min(page - around, last - 2 * around - 2))
  const to = Math.min(last, Math.max(page + around, 2 * around + 3))
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const start = from <= 3 ? upTo(from - 1) : [1, GAP]
  const end = to >= last - 2 ? upTo(last - to).map((step) => to + step) : [GAP, last]
  return [...start, ...middle, ...end]
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
