/** Focuses the link of a lead's row in the list, or the page's heading if there is no such row. */
export function focusRow(id: string | null): void {
  const row = id === null ? null : document.querySelector(`[data-row-key="${CSS.escape(id)}"]`)
  const link = row?.querySelector<HTMLElement>('a[href]')
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!link && heading) heading.tabIndex = -1
  const target = link ?? heading
  target?.focus({ preventScroll: true })
}
