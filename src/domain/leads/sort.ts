import { LEAD_STATUSES, type Lead } from '../../contract/leads.ts'
import { plainText } from '../common/plain-text.ts'
import { present } from '../common/present.ts'
import { leadLabel, type NamedLead } from './name.ts'

export const LEAD_COLUMNS = ['lead', 'service', 'status', 'created'] as const
export type LeadColumn = (typeof LEAD_COLUMNS)[number]

export interface LeadSort {
  column: LeadColumn
  direction: 'ascending' | 'descending'
}

/** The sort orders for cards, which have no column headers. */
export const SORT_CHOICES = [
  { sort: { column: 'created', direction: 'descending' }, label: 'Newest first' },
  { sort: { column: 'created', direction: 'ascending' }, label: 'Oldest first' },
  { sort: { column: 'lead', direction: 'ascending' }, label: 'Lead, A to Z' },
  { sort: { column: 'lead', direction: 'descending' }, label: 'Lead, Z to A' },
  { sort: { column: 'service', direction: 'ascending' }, label: 'Service, A to Z' },
  { sort: { column: 'service', direction: 'descending' }, label: 'Service, Z to A' },
  { sort: { column: 'status', direction: 'ascending' }, label: 'Status, New first' },
  { sort: { column: 'status', direction: 'descending' }, label: 'Status, Lost first' },
] as const satisfies readonly { sort: LeadSort; label: string }[]

/** The order in which the server lists leads: newest first. */
export const NEWEST_FIRST: LeadSort = { column: 'created', direction: 'descending' }

/**
 * Returns the order after a click on a column header: first ascending, then descending, then newest first. If the list
 * is already sorted newest first, Created toggles between oldest first and newest first.
 */
export function nextSort(sort: LeadSort, column: LeadColumn): LeadSort {
  if (sort.column !== column) return { column, direction: 'ascending' }
  if (sort.direction === 'ascending') return { column, direction: 'descending' }
  return column === NEWEST_FIRST.column ? { column, direction: 'ascending' } : NEWEST_FIRST
}

export type SortedLead = NamedLead & Pick<Lead, 'status' | 'created_at'>

/** Returns a text whose code units sort naturally: as plain text, and numbers by value. */
const fold = (text: string) => plainText(text).replace(/\d+/g, (digits) => digits.padStart(16, '0'))

interface SortKeys {
  name: string
  service: string | null
  rank: number
}

const keys = new WeakMap<SortedLead, SortKeys>()

/**
 * Returns the sort keys of a lead, computed once per lead. Sorting by creation time does not use them, so that a newly
 * loaded list is shown without computing them.
 */
export function keysOf(lead: SortedLead): SortKeys {
  let known = keys.get(lead)
  if (!known) {
    const service = present(lead.service_interest)
    known = {
      name: fold(leadLabel(lead).name),
      service: service === null ? null : fold(service),
      rank: statusRank(lead.status),
    }
    keys.set(lead, known)
  }
  return known
}

/** Returns the sort position of a status: new, converted, lost, and then unknown ones. */
function statusRank(status: string): number {
  const rank = (LEAD_STATUSES as readonly string[]).indexOf(status)
  return rank === -1 ? LEAD_STATUSES.length : rank
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)
const times = new WeakMap<SortedLead, number>()

/** Returns the creation time. Leads with an unknown time count as the oldest. */
function timeOf(lead: SortedLead): number {
  let time = times.get(lead)
  if (time === undefined) {
    time = Date.parse(lead.created_at) || 0
    times.set(lead, time)
  }
  return time
}

const byCreation = (a: SortedLead, b: SortedLead) => timeOf(a) - timeOf(b)

/** Compares by service. Leads without a service come last in both directions. */
function byService(a: SortedLead, b: SortedLead, turn: 1 | -1): number {
  const [left, right] = [keysOf(a).service, keysOf(b).service]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return turn * byText(left, right)
}

/** Returns a comparison function. Ties are sorted newest first. */
function comparing(sort: LeadSort): (a: SortedLead, b: SortedLead) => number {
  const turn = sort.direction === 'ascending' ? 1 : -1
  const compare: Record<LeadColumn, (a: SortedLead, b: SortedLead) => number> = {
    lead: (a, b) => turn * byText(keysOf(a).name, keysOf(b).name),
    service: (a, b) => byService(a, b, turn),
    status: (a, b) => turn * (keysOf(a).rank - keysOf(b).rank),
    created: (a, b) => turn * byCreation(a, b),
  }
  const inColumn = compare[sort.column]
  return (a, b) => inColumn(a, b) || byCreation(b, a) || (a.id < b.id ? -1 : 1)
}

/** Returns the leads as a new list in the given order. Ties are sorted newest first. */
export function sortLeads<T extends SortedLead>(leads: readonly T[], sort: LeadSort): readonly T[] {
  return leads.toSorted(comparing(sort))
}
