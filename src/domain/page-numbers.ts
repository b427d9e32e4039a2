/** Where a row of page numbers leaves pages out. */
export const GAP = null

/**
 * The pages that a pager names around the one that shows: the first, the last, and `around` on either side of it. A gap
 * stands for two pages or more.
 */
export function pageNumbers(page: number, last: number, around: number): (number | typeof GAP)[] {
  // As many wherever the page is, so that the pager keeps its width.
  const from = Math.max(1, Math.min(page - around, last - 2 * around - 2))
  const to = Math.min(last, Math.max(page + around, 2 * around + 3))
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const start = from <= 3 ? upTo(from - 1) : [1, GAP]
  const end = to >= last - 2 ? upTo(last - to).map((step) => to + step) : [GAP, last]
  return [...start, ...middle, ...end]
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
