const rowOf = (id: string | null) =>
  id === null ? null : document.querySelector(`[data-row-key="${CSS.escape(id)}"]`)

/** Focuses the link of a lead's row in the list, or the page's heading if there is no such row. */
export function focusRow(id: string | null): void {
  const link = rowOf(id)?.querySelector<HTMLElement>('a[href]')
  const target = link ?? document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}

/** Focuses the link of a lead's row, unless the focus is in that row. Without such a row, the focus stays. */
export function returnToRow(id: string | null): void {
  const row = rowOf(id)
  if (row && !row.contains(document.activeElement)) focusRow(id)
}
