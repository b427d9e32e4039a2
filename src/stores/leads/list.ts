import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchLeads } from '../../api/leads.ts'
import type { Lead, LeadFilterQuery } from '../../contract/leads.ts'
import {
  filterLeads,
  filterOf,
  hasServerFilter,
  type LeadFilter,
  type LeadSource,
  matchingLeads,
  NO_FILTER,
  sameFilter,
  searchable,
} from '../../domain/leads/filter.ts'
import type { LeadSet } from '../../domain/leads/lead-set.ts'
import { DEFAULT_VIEW, type LeadView, readLeadView, writeLeadView } from '../../domain/leads/view.ts'
import { applyOutbox } from '../../domain/outbox/outbox.ts'
import { currentUrl, replaceSearch, searchText } from '../../platform/page/navigation.ts'
import { afterPaint } from '../../platform/page/timing.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import {
  cachedData,
  organizationQuery,
  type QueryState,
  reload,
  requireOrganization,
} from '../base/query/query.ts'
import { loadLeads } from './load.ts'

/** Milliseconds without a keystroke before the server is queried. */
const TYPING_PAUSE = 250

const $view = atom<LeadView>(DEFAULT_VIEW)
const $drawn = atom<LeadView>(DEFAULT_VIEW)
/** The view in the URL; the previous one while the user is typing. */
const $applied = atom<LeadView>(DEFAULT_VIEW)
const $asked = atom<LeadFilter>(NO_FILTER)

/** The requested view: filters, sort order, and page. Controls show it immediately. */
export const $leadView: ReadableAtom<LeadView> = $view

/** The view of the current rows: the requested one, once it has been painted. */
export const $drawnView: ReadableAtom<LeadView> = $drawn

/**
 * The view as a URL query, such as `?status=new`; empty if every value is the default. Like the URL, it updates after a
 * typing pause, so that links do not change with every keystroke.
 */
export const $leadSearch: ReadableAtom<string> = computed($applied, (view) => searchText(writeLeadView(view)))

const $leadSet = organizationQuery<LeadSet>({
  kind: 'leads',
  read: (organizationId, signal) =>
    loadLeads(organizationId, cachedData<LeadSet>(organizationId, 'leads'), signal),
})

/** Every lead of the organization as last listed by the server, newest first. */
export const $fetchedLeads: ReadableAtom<QueryState<Lead[]>> = computed($leadSet, (state) => ({
  ...state,
  data: state.data?.leads,
}))

/** Every lead of the organization, newest first, with unconfirmed changes applied. */
export const $allLeads: ReadableAtom<QueryState<Lead[]>> = computed(
  [$fetchedLeads, $overlay],
  (leads, changes) => (leads.data ? { ...leads, data: applyOutbox(leads.data, changes) } : leads),
)

/** The server's result for the current filter; idle without a filter. */
const $matchedLeads = organizationQuery<Lead[], LeadFilterQuery>({
  kind: 'found-leads',
  $input: computed($asked, leadQuery),
  read: (organizationId, signal, query) => fetchLeads(organizationId, query, signal),
})

/** The result without the leads that unconfirmed changes concern, and with those of `$allLeads` that match now. */
const $foundLeads = computed(
  [$matchedLeads, $allLeads, $overlay, $asked],
  (found, { data: all }, changes, filter) => {
    if (!found.data || !all || changes.length === 0) return found
    const changed = new Set(changes.map(({ change }) => change.leadId))
    const isChanged = ({ id }: Lead) => changed.has(id)
    const matching = filterLeads(all.filter(isChanged), filter, deviceTimeZone())
    return { ...found, data: [...matching, ...found.data.filter((lead) => !isChanged(lead))] }
  },
)

/** The leads for the rows, and their loading state. */
export interface LeadList extends LeadSource<Lead> {
  error: Error | null
  isFetching: boolean
  updatedAt: number
  /** Reloads everything; the result appears in this state. */
  refetch: () => void
}

/** The list before anything has loaded. */
export const EMPTY_LEAD_LIST: LeadList = {
  all: undefined,
  found: undefined,
  foundFor: NO_FILTER,
  error: null,
  isFetching: false,
  updatedAt: 0,
  refetch: () => undefined,
}

/** The loaded data: the whole list, and the server's result for the filter once it has arrived. */
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

/** Returns the loaded leads that match a filter, in this device's time zone; undefined before anything has loaded. */
export function matchView(source: LeadSource<Lead>, filter: LeadFilter): readonly Lead[] | undefined {
  const hasDays = filter.from !== null || filter.to !== null
  return matchingLeads(source, filter, hasDays ? deviceTimeZone() : 'UTC')
}

/** Returns the query parameters of a filter; null without a filter. Days are in this device's time zone. */
function leadQuery(filter: LeadFilter): LeadFilterQuery | null {
  const isReversed = filter.from !== null && filter.to !== null && filter.from > filter.to
  if (!hasServerFilter(filter) || isReversed) return null
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

/** Writes the pending view to the URL. */
function writeAddress(): void {
  dropAddress?.()
  dropAddress = undefined
  replaceSearch(writeLeadView($applied.get()))
}

/** Cancels all pending work: the typing pause, row computation, and the URL update. */
function dropWaiting(): void {
  clearTimeout(pause)
  dropDrawing?.()
  dropAddress?.()
  dropAddress = undefined
}

/** Runs work after the view has been painted, so that input stays responsive. */
function onceShown(work: () => void): void {
  dropDrawing?.()
  dropDrawing = afterPaint(work)
}

const draw = () => $drawn.set($view.get())

function apply(): void {
  dropWaiting()
  draw()
  if (!sameFilter($asked.get(), $view.get())) $asked.set(filterOf($view.get()))
  $applied.set($view.get())
  // Browsers are slow to update the URL.
  dropAddress = afterPaint(writeAddress)
}

/** Shows the view in the URL, or in other parameters with the same names. Call this when the page opens. */
export function openLeadList(params = currentUrl().searchParams): void {
  dropWaiting()
  $view.set(readLeadView(params))
  draw()
  $applied.set($view.get())
  $asked.set(filterOf($view.get()))
}

/** Resets the view and discards pending typing. Call this when leaving the page. */
export function closeLeadList(): void {
  dropWaiting()
  $view.set(DEFAULT_VIEW)
  draw()
  $applied.set(DEFAULT_VIEW)
  $asked.set(NO_FILTER)
}

/** Applies pending typing and the pending URL update. Call this before adding a history entry. */
export function flushSearch(): void {
  if ($applied.get() !== $view.get()) apply()
  if (dropAddress) writeAddress()
}

/** Filters loaded leads immediately, and queries the server when the user pauses typing. */
export function searchLeads(search: string): void {
  $view.set({ ...$view.get(), search: searchable(search), page: 1 })
  onceShown(draw)
  clearTimeout(pause)
  pause = setTimeout(apply, TYPING_PAUSE)
}

/** Changes everything except the search text. All changes except paging return to the first page. */
export function changeLeadView(change: Partial<Omit<LeadView, 'search'>>): void {
  $view.set({ ...$view.get(), page: 1, ...change })
  onceShown(apply)
}

/** Removes all filters and keeps the sort order. */
export function clearLeadFilters(): void {
  $view.set({ ...$view.get(), ...NO_FILTER, page: 1 })
  onceShown(apply)
}

/** Reloads the list and the counts. Rejects if that fails. */
export async function reloadLeads(): Promise<void> {
  await reload(requireOrganization(), 'leads', 'found-leads', 'lead-stats')
}
