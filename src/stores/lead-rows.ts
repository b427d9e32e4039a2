import { atom, onMount, type ReadableAtom } from 'nanostores'
import type { Lead } from '../contract/leads.ts'
import { createMatching, prepareSearch } from '../domain/lead-filter.ts'
import { type LeadSort, sortLeadsInSteps } from '../domain/lead-sort.ts'
import { DEFAULT_VIEW, type LeadView, pageOf } from '../domain/lead-view.ts'
import { nextTask, runInSlices, runSlice } from '../platform/slices.ts'
import {
  $drawnView,
  $leadList,
  $leadSearch,
  $leadView,
  changeLeadView,
  EMPTY_LEAD_LIST,
  type LeadList,
  matchView,
} from './lead-list.ts'

type Leads = readonly Lead[]

/** What the list shows of the leads that are loaded. */
export interface ShownLeads {
  list: LeadList
  /** The view that rows and total are for. */
  view: LeadView
  /** The filter in force as the address says it, for the way from a row to its lead and back. */
  search: string
  /** All leads of the view, in its order; undefined until any are loaded. */
  leads: Leads | undefined
  /** The page that shows, and its rows. */
  page: number
  rows: Leads
  /** Whether the order asked for is still being worked out, and the rows are those of before. */
  isSorting: boolean
}

export const NOTHING_SHOWN: ShownLeads = {
  list: EMPTY_LEAD_LIST,
  view: DEFAULT_VIEW,
  search: '',
  leads: undefined,
  page: 1,
  rows: [],
  isSorting: false,
}

const orders = new WeakMap<Leads, Map<string, Leads>>()

const nameOf = ({ column, direction }: LeadSort) => `${column}.${direction}`
const knownOrder = (leads: Leads, sort: LeadSort) => orders.get(leads)?.get(nameOf(sort))

function keepOrder(leads: Leads, sort: LeadSort, sorted: Leads): void {
  const known = orders.get(leads) ?? new Map<string, Leads>()
  known.set(nameOf(sort), sorted)
  orders.set(leads, known)
}

/** Sorts and makes ready for searches: at once what is short; else the answer is undefined, and `then` is called later. */
function order(leads: Leads, sort: LeadSort, signal: AbortSignal, then: () => void): Leads | undefined {
  const known = knownOrder(leads, sort)
  if (known) return known
  const steps = sortLeadsInSteps(leads, sort)
  const first = runSlice(steps)
  if (first.done) {
    keepOrder(leads, sort, first.value)
    return first.value
  }
  const finish = async () => {
    await nextTask()
    keepOrder(leads, sort, await runInSlices(steps, signal))
    then()
    await runInSlices(prepareSearch(leads), signal)
  }
  finish().catch(() => {
    // Another order or other leads have taken its place.
  })
  return undefined
}

const $shown = atom<ShownLeads>(NOTHING_SHOWN)

/**
 * The rows of the current page, of leads filtered and sorted. However many there are, the page is never held for long:
 * what takes longer shows a little later.
 */
export const $shownLeads: ReadableAtom<ShownLeads> = $shown

onMount($shown, () => {
  let sorting = new AbortController()
  let asked: readonly unknown[] = []
  let begun = new Set<Leads>()
  const match = createMatching<Lead>()

  const update = () => {
    const list = $leadList.get()
    const view = $drawnView.get()
    const { all, found, foundFor } = list
    const now = [all, found, nameOf(view.sort)]
    if (now.some((part, index) => part !== asked[index])) {
      sorting.abort()
      sorting = new AbortController()
      begun = new Set()
      asked = now
    }
    const ordered = (leads: Leads | undefined) => {
      const known = leads && knownOrder(leads, view.sort)
      if (!leads || known || begun.has(leads)) return known
      begun.add(leads)
      return order(leads, view.sort, sorting.signal, update)
    }
    const leads = matchView({ all: ordered(all), found: ordered(found), foundFor }, view, match)
    if (leads) {
      $shown.set({ list, view, search: $leadSearch.get(), leads, ...pageOf(leads, view), isSorting: false })
    } else {
      const isLoaded = Boolean(all ?? found)
      $shown.set({ ...(isLoaded ? $shown.get() : NOTHING_SHOWN), list, isSorting: isLoaded })
    }
  }

  const unbind = [$leadList.listen(update), $drawnView.listen(update), $leadSearch.listen(update)]
  update()
  return () => {
    sorting.abort()
    for (const undo of unbind) undo()
    $shown.set(NOTHING_SHOWN)
  }
})

/** Turns one page on or back from the one asked for, which may be yet to show; at the ends it stays. */
export function stepPage(by: 1 | -1): void {
  const { leads = [] } = $shown.get()
  const view = $leadView.get()
  const { page } = pageOf(leads, view)
  changeLeadView({ page: pageOf(leads, { ...view, page: Math.max(1, page + by) }).page })
}
