import { computed, onMount, type ReadableAtom } from 'nanostores'
import { $account, ownedAtom, requireAccount } from '../session/account.ts'
import type { QueryState } from './query.ts'

interface Row {
  id: string
}

/** The rows of one page, and the cursor of the next one; null if there is none. */
interface Page<Item> {
  rows: readonly Item[]
  cursor: string | null
}

/** A log, newest first, with the pages that have loaded so far. */
export type Log<Item, Data> = QueryState<Data> & { rows: readonly Item[]; hasMore: boolean }

/**
 * Appends older pages to the newest page in `$newest`. Drops them when the log is no longer displayed or its owner
 * changes.
 */
export function olderPages<Item extends Row, Data>(
  $newest: ReadableAtom<QueryState<Data>>,
  pageOf: (data: Data) => Page<Item>,
  fetchPage: (organizationId: string, cursor: string) => Promise<Data>,
) {
  const $older = ownedAtom<Page<Item> | null>(null)
  let resets = 0
  const reset = () => {
    resets += 1
    $older.set(null)
  }
  onMount($newest, () => reset)

  const $log: ReadableAtom<Log<Item, Data>> = computed([$newest, $older], (newest, older) => {
    const first = newest.data === undefined ? null : pageOf(newest.data)
    const known = new Set(first?.rows.map(({ id }) => id))
    const rows = [...(first?.rows ?? []), ...(older?.rows.filter(({ id }) => !known.has(id)) ?? [])]
    return { ...newest, rows, hasMore: typeof (older ?? first)?.cursor === 'string' }
  })

  async function loadOlder(): Promise<void> {
    const account = requireAccount()
    const [before, resetsBefore] = [$older.get(), resets]
    const { data } = $newest.get()
    // New entries move rows from the newest page to this one.
    const shown = before ?? (data === undefined ? null : pageOf(data))
    if (!shown?.cursor) return
    const { rows, cursor } = pageOf(await fetchPage(account.organizationId, shown.cursor))
    if ($account.get() !== account || resets !== resetsBefore || $older.get() !== before) return
    $older.set({ rows: [...shown.rows, ...rows], cursor })
  }

  function changeOlder(change: (item: Item) => Item): void {
    const older = $older.get()
    if (older) $older.set({ ...older, rows: older.rows.map(change) })
  }

  return { $log, loadOlder, changeOlder, reset }
}
