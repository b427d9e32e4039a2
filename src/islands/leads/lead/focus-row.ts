/** Focuses the link of a lead's row in the list, or the page's heading if there is no such row. */
export function focusRow(id: string | null): void {
  const row = id === null ? null : document.querySelector(`[data-row-key="${CSS.escape(id)}"]`)
  const link = row?.querySelector<HTMLElement>('a[href]')
  const target = link ?? document.querySelector<HTMLElement>('main h1')
  target?.focus({ preventScroll: true })
}
