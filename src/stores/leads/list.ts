import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchLeads } from '../../api/leads.ts'
import type { Lead, LeadQuery } from '../../contract/leads.ts'
import {
  filterLeads,
  isUnfiltered,
  type LeadFilter,
  type LeadSource,
  matchingLeads,
  NO_FILTER,
  sameFilter,
  searchable,
} from '../../domain/leads/filter.ts'
import { DEFAULT_VIEW, type LeadView, readLeadView, writeLeadView } from '../../domain/leads/view.ts'
import { applyOutbox, applyOutboxToFound, type MadeChange } from '../../domain/outbox/outbox.ts'
import { currentUrl, replaceSearch } from '../../platform/page/navigation.ts'
import { afterPaint } from '../../platform/page/timing.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'
import { $overlay } from '../outbox/overlay.ts'
import { organizationQuery, type QueryState, reload, requireOrganization } from '../query/query.ts'

/** Milliseconds without a keystroke after which the server is asked. */
const TYPING_PAUSE = 250

const $view = atom<LeadView>(DEFAULT_VIEW)
const $drawn = atom<LeadView>(DEFAULT_VIEW)
/** The view that the address says: that of before while one is typing. */
const $applied = atom<LeadView>(DEFAULT_VIEW)
const $asked = atom<LeadFilter>(NO_FILTER)

/** What the owner asks to see: filters, sort and page. Fields and buttons show it at once. */
export const $leadView: ReadableAtom<LeadView> = $view

/** The view that rows are to be worked out for: what is asked for, once it has been painted that it was. */
export const $drawnView: ReadableAtom<LeadView> = $drawn

/**
 * The view as the query of an address, `?status=new`; blank when all is as it is by default. As the address does, it
 * follows typing when that pauses: no link has to change with a keystroke.
 */
export const $leadSearch: ReadableAtom<string> = computed($applied, (view) => {
  const given = Object.entries(writeLeadView(view)).filter(([, value]) => value !== null)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
})

/** Every lead of the organization as the server last listed them, newest first. */
export const $fetchedLeads: ReadableAtom<QueryState<Lead[]>> = organizationQuery<Lead[], LeadQuery>({
  kind: 'leads',
  $input: atom({}),
  read: (organizationId, signal, query) => fetchLeads(organizationId, query, signal),
})

/** Every lead of the organization, newest first, with the changes that are not confirmed yet as if they were done. */
export const $allLeads: ReadableAtom<QueryState<Lead[]>> = computed(
  [$fetchedLeads, $overlay],
  (leads, changes) => withChanges(leads, changes, (data) => applyOutbox(data, changes)),
)

/** What the server finds for the filter in force; idle without one. */
const $matchedLeads = organizationQuery<Lead[], LeadQuery>({
  kind: 'leads',
  $input: computed($asked, leadQuery),
  read: (organizationId, signal, query) => fetchLeads(organizationId, query, signal),
})

const $foundLeads = computed(
  [$matchedLeads, $allLeads, $overlay, $asked],
  (found, { data: all = [] }, changes, filter) => {
    const matches = (lead: Lead) => filterLeads([lead], filter, deviceTimeZone()).length > 0
    return withChanges(found, changes, (data) => applyOutboxToFound(data, all, changes, matches))
  },
)

function withChanges(
  state: QueryState<Lead[]>,
  changes: readonly MadeChange[],
  apply: (leads: Lead[]) => Lead[],
): QueryState<Lead[]> {
  return state.data && changes.length > 0 ? { ...state, data: apply(state.data) } : state
}

/** The leads for the rows, and their loading state. */
export interface LeadList extends LeadSource<Lead> {
  error: Error | null
  isFetching: boolean
  updatedAt: number
  /** Asks again for all of it; the outcome shows here. */
  refetch: () => void
}

/** The list before anything is known of it. */
export const EMPTY_LEAD_LIST: LeadList = {
  all: undefined,
  found: undefined,
  foundFor: NO_FILTER,
  error: null,
  isFetching: false,
  updatedAt: 0,
  refetch: () => undefined,
}

/** What is loaded: the whole list, and the server's own answer to the filter once it is there. */
export const $leadList: ReadableAtom<LeadList> = computed(
  [$allLeads, $foundLeads, $asked],
  (all, found, asked) => ({
    all: all.data,
    found: found.data,
    foundFor: asked,
    error: all.error ?? found.error,
    isFetching: all.isFetching || found.isFetching,
    updatedAt: found.data ? found.updatedAt : all.updatedAt,
    refetch: () => {
      void all.refetch()
      void found.refetch()
    },
  }),
)

/** The loaded leads that a filter lets through, by this device's calendar; undefined while nothing is loaded. */
export function matchView(
  source: LeadSource<Lead>,
  filter: LeadFilter,
  match = matchingLeads<Lead>,
): readonly Lead[] | undefined {
  const hasDays = filter.from !== null || filter.to !== null
  return match(source, filter, hasDays ? deviceTimeZone() : 'UTC')
}

/** The query of the wire for a filter; null when there is nothing to ask. Days are those of this device's clock. */
function leadQuery(filter: LeadFilter): LeadQuery | null {
  const isReversed = filter.from !== null && filter.to !== null && filter.from > filter.to
  if (isUnfiltered(filter) || isReversed) return null
  const days = filter.from || filter.to ? { timezone: deviceTimeZone() } : {}
  return {
    ...(filter.search.trim() && { search: filter.search.trim() }),
    ...(filter.status && { status: filter.status }),
    ...(filter.from && { date_from: filter.from }),
    ...(filter.to && { date_to: filter.to }),
    ...days,
  }
}

let pause: ReturnType<typeof setTimeout> | undefined
let dropDrawing: (() => void) | undefined
let dropAddress: (() => void) | undefined

/** What the address is yet to say, it says. */
function writeAddress(): void {
  dropAddress?.()
  dropAddress = undefined
  replaceSearch(writeLeadView($applied.get()))
}

/** Forgets what waits: a pause in typing, rows to be worked out, and what the address is yet to say. */
function dropWaiting(): void {
  clearTimeout(pause)
  dropDrawing?.()
  dropAddress?.()
  dropAddress = undefined
}

/** Does what follows from the view once that shows: no key or click waits for rows. */
function onceShown(work: () => void): void {
  dropDrawing?.()
  dropDrawing = afterPaint(work)
}

const draw = () => $drawn.set($view.get())

function apply(): void {
  dropWaiting()
  draw()
  const { search, status, from, to } = $view.get()
  if (!sameFilter($asked.get(), $view.get())) $asked.set({ search, status, from, to })
  $applied.set($view.get())
  // The browser takes long to change it.
  dropAddress = afterPaint(writeAddress)
}

/** Shows what the address asks for, or other parameters of the same names. To be called when the page opens. */
export function openLeadList(params = currentUrl().searchParams): void {
  dropWaiting()
  $view.set(readLeadView(params))
  draw()
  $applied.set($view.get())
  const { search, status, from, to } = $view.get()
  $asked.set({ search, status, from, to })
}

/** Resets the view and pending typing. Call it when leaving the page. */
export function closeLeadList(): void {
  dropWaiting()
  $view.set(DEFAULT_VIEW)
  draw()
  $applied.set(DEFAULT_VIEW)
  $asked.set(NO_FILTER)
}

/** Does what waits for the typing to pause, and for the address. To be called before that gets another entry. */
export function settleSearch(): void {
  if ($applied.get() !== $view.get()) apply()
  if (dropAddress) writeAddress()
}

/** Narrows what is loaded at once, and asks the server when the typing pauses. */
export function searchLeads(search: string): void {
  $view.set({ ...$view.get(), search: searchable(search), page: 1 })
  onceShown(draw)
  clearTimeout(pause)
  pause = setTimeout(apply, TYPING_PAUSE)
}

/** Changes anything but the search text; other than turning the page, it goes back to the first page. */
export function changeLeadView(change: Partial<Omit<LeadView, 'search'>>): void {
  $view.set({ ...$view.get(), page: 1, ...change })
  onceShown(apply)
}

/** Takes all filters away; the order stays. */
export function clearLeadFilters(): void {
  $view.set({ ...$view.get(), ...NO_FILTER, page: 1 })
  onceShown(apply)
}

/** Asks for list and counts again. Rejects when that fails. */
export async function reloadLeads(): Promise<void> {
  await reload(requireOrganization(), 'leads', 'lead-stats')
}
