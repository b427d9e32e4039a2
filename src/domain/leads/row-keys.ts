/** The keys of a page's rows, which preserve the row elements when the page changes. */
export interface RowKeys {
  /** The user's selection: the filters, order, and page. */
  view: unknown
  /** The row key of each lead, in row order. */
  byLead: ReadonlyMap<string, number>
  /** The next new key. */
  next: number
}

export const NO_ROWS: RowKeys = { view: null, byLead: new Map(), next: 0 }

/**
 * Returns the keys of the rows. As long as the view stays the same, a lead keeps its row, including focus and an open
 * menu, wherever the row moves. In a different view, the nth row is reused for the nth lead, because changing its texts
 * takes a fraction of the time of creating a row.
 */
export function keepRows(before: RowKeys, view: unknown, leads: readonly { id: string }[]): RowKeys {
  const inOrder = [...before.byLead.values()]
  let { next } = before
  const byLead = new Map(
    leads.map(({ id }, index) => {
      const key = view === before.view ? before.byLead.get(id) : inOrder[index]
      return [id, key ?? next++] as const
    }),
  )
  return { view, byLead, next }
}
