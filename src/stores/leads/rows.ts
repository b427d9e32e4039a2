import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { keepRows, NO_ROWS, type RowKeys } from '../../domain/leads/row-keys.ts'
import { keysOf, type LeadSort, sortLeads } from '../../domain/leads/sort.ts'
import { DEFAULT_VIEW, type LeadView, pageOf } from '../../domain/leads/view.ts'
import { mapInTurns, whenIdle } from '../../platform/page/timing.ts'
import {
  $drawnView,
  $leadList,
  $leadSearch,
  $leadView,
  changeLeadView,
  EMPTY_LEAD_LIST,
  type LeadList,
  matchView,
} from './list.ts'

type Leads = readonly Lead[]

/** The displayed part of the loaded leads. */
export interface ShownLeads {
  list: LeadList
  view: LeadView
  /** The filter in the URL, for links from a row to its lead and back. */
  search: string
  /** The leads of the view, in order; undefined before they have loaded. */
  leads: Leads | undefined
  total: number
  page: number
  rows: Leads
  /** The lead shown in each row. */
  rowKeys: RowKeys
}

export const NOTHING_SHOWN: ShownLeads = {
  list: EMPTY_LEAD_LIST,
  view: DEFAULT_VIEW,
  search: '',
  leads: undefined,
  total: 0,
  page: 1,
  rows: [],
  rowKeys: NO_ROWS,
}

let rowKeys = NO_ROWS

const sortedLists = new WeakMap<Leads, { sort: string; sorted: Leads }>()

/** Sorts a list. Caches the last order of each list, so that typing and paging do not re-sort it. */
function inOrder(leads: Leads | undefined, { column, direction }: LeadSort): Leads | undefined {
  if (!leads) return undefined
  const sort = `${column}.${direction}`
  const known = sortedLists.get(leads)
  if (known?.sort === sort) return known.sorted
  const sorted = sortLeads(leads, { column, direction })
  sortedLists.set(leads, { sort, sorted })
  // Prepares the sort keys before the first click on a column.
  if (!known) void whenIdle().then(() => mapInTurns(leads, keysOf))
  return sorted
}

/** The view's leads, filtered and sorted; the same array until the leads, filter, or sort order change. */
const $viewLeads = computed([$leadList, $drawnView], (list, view) => {
  const { all, found, foundFor } = list
  return matchView({ all: inOrder(all, view.sort), found: inOrder(found, view.sort), foundFor }, view)
})

export const $shownLeads: ReadableAtom<ShownLeads> = computed(
  [$leadList, $drawnView, $leadSearch, $viewLeads],
  (list, view, search, leads) => {
    if (!leads) return { ...NOTHING_SHOWN, list }
    const { page, rows } = pageOf(leads, view)
    rowKeys = keepRows(rowKeys, view, rows)
    return { list, view, search, leads, total: leads.length, page, rows, rowKeys }
  },
)

/** Moves one page forward or back from the requested one; stays at the first and last page. */
export function stepPage(by: 1 | -1): void {
  const { leads = [] } = $shownLeads.get()
  const view = $leadView.get()
  const { page } = pageOf(leads, view)
  changeLeadView({ page: pageOf(leads, { ...view, page: Math.max(1, page + by) }).page })
}
