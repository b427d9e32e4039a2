import { isDay } from '../../contract/fields.ts'
import { LEAD_STATUSES } from '../../contract/leads.ts'
import { counted } from '../common/counted.ts'
import { grouped } from '../common/grouped.ts'
import { LEAD_ASSETS, type LeadFilter, NO_FILTER, searchable } from './filter.ts'
import { LEAD_COLUMNS, type LeadColumn, type LeadSort, NEWEST_FIRST } from './sort.ts'

/** Section 9: the default number of leads per page, and the available page sizes. */
const PAGE_SIZE = 20
export const PAGE_SIZES = [10, PAGE_SIZE, 50, 100] as const

/** Everything that determines the rows of the Leads list. Pages count from 1. */
export interface LeadView extends LeadFilter {
  sort: LeadSort
  page: number
  pageSize: number
}

export const DEFAULT_VIEW: LeadView = { ...NO_FILTER, sort: NEWEST_FIRST, page: 1, pageSize: PAGE_SIZE }

/** Returns the view from a URL. Invalid parameters get their defaults. */
export function readLeadView(params: URLSearchParams): LeadView {
  const day = (name: string) => {
    const value = params.get(name) ?? ''
    return isDay(value) ? value : null
  }
  const origin = (name: string) => searchable(params.get(name) ?? '').trim() || null
  // Links from other screens use `page` for the visitor's page, which is a path. The list's own page is a number.
  const path = params.getAll('page').find((value) => value.startsWith('/'))
  const page = Number(params.getAll('page').find((value) => value !== path))
  const pageSize = Number(params.get('size'))
  const [column, direction] = (params.get('sort') ?? '').split('.')
  return {
    search: searchable(params.get('search') ?? ''),
    status: LEAD_STATUSES.find((status) => status === params.get('status')) ?? null,
    from: day('from'),
    to: day('to'),
    source: origin('source'),
    path: path ?? origin('path'),
    utm: origin('utm'),
    has: LEAD_ASSETS.find((asset) => asset === params.get('has')) ?? null,
    sort: isColumn(column)
      ? { column, direction: direction === 'desc' ? 'descending' : 'ascending' }
      : DEFAULT_VIEW.sort,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: PAGE_SIZES.find((size) => size === pageSize) ?? PAGE_SIZE,
  }
}

/** Returns the query parameters of a view. Default values become null. */
export function writeLeadView(view: LeadView): Record<string, string | null> {
  const { column, direction } = view.sort
  const isDefaultSort = column === NEWEST_FIRST.column && direction === NEWEST_FIRST.direction
  return {
    search: view.search.trim() || null,
    status: view.status,
    from: view.from,
    to: view.to,
    source: view.source,
    path: view.path,
    utm: view.utm,
    has: view.has,
    sort: isDefaultSort ? null : direction === 'descending' ? `${column}.desc` : column,
    page: view.page === 1 ? null : String(view.page),
    size: view.pageSize === PAGE_SIZE ? null : String(view.pageSize),
  }
}

/** Returns the rows of the view's page, or of the last page if the page number is too high. */
export function pageOf<T>(
  rows: readonly T[],
  view: Pick<LeadView, 'page' | 'pageSize'>,
): { page: number; rows: readonly T[] } {
  const last = Math.max(1, Math.ceil(rows.length / view.pageSize))
  const page = Math.min(view.page, last)
  return { page, rows: rows.slice((page - 1) * view.pageSize, page * view.pageSize) }
}

/** Returns text such as `1-20 of 60 leads` (section 2). The bounds count from 1. */
export function totalText(total: number, range: readonly [number, number]): string {
  const [first, last] = range.map(grouped)
  return `${first}-${last} of ${counted(total, 'lead')}`
}

function isColumn(text: string | undefined): text is LeadColumn {
  return (LEAD_COLUMNS as readonly (string | undefined)[]).includes(text)
}
