import { LEAD_STATUSES, type Lead } from '../contract/leads.ts'
import { leadLabel, type NamedLead, present } from './lead-name.ts'

export const LEAD_COLUMNS = ['lead', 'service', 'status', 'created'] as const
export type LeadColumn = (typeof LEAD_COLUMNS)[number]

export interface LeadSort {
  column: LeadColumn
  direction: 'ascending' | 'descending'
}

/** The order in which the server lists leads: newest first. */
export const NEWEST_FIRST: LeadSort = { column: 'created', direction: 'descending' }

export type SortedLead = NamedLead & Pick<Lead, 'status' | 'created_at'>

const collator = new Intl.Collator('en-US', { sensitivity: 'base', numeric: true })
const keys = new WeakMap<SortedLead, { name: string; created: number }>()

/** What a lead is sorted by, worked out once for each. */
function keysOf(lead: SortedLead): { name: string; created: number } {
  let known = keys.get(lead)
  if (!known) {
    known = { name: leadLabel(lead).name, created: Date.parse(lead.created_at) }
    keys.set(lead, known)
  }
  return known
}

/** New before converted before lost; unknown statuses after them. */
function statusRank(status: string): number {
  const rank = (LEAD_STATUSES as readonly string[]).indexOf(status)
  return rank === -1 ? LEAD_STATUSES.length : rank
}

const byText = (a: string, b: string) => (a === b ? 0 : collator.compare(a, b))
const byCreation = (a: SortedLead, b: SortedLead) => keysOf(a).created - keysOf(b).created

/** Leads without a service stand last, whichever way the column is sorted. */
function byService(a: SortedLead, b: SortedLead, turn: 1 | -1): number {
  const [left, right] = [present(a.service_interest), present(b.service_interest)]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return turn * byText(left, right)
}

/** A new list in the order asked for; what is equal in the column stands newest first. */
export function sortLeads<T extends SortedLead>(leads: readonly T[], sort: LeadSort): T[] {
  const turn = sort.direction === 'ascending' ? 1 : -1
  const compare: Record<LeadColumn, (a: T, b: T) => number> = {
    lead: (a, b) => turn * byText(keysOf(a).name, keysOf(b).name),
    service: (a, b) => byService(a, b, turn),
    status: (a, b) => turn * (statusRank(a.status) - statusRank(b.status)),
    created: (a, b) => turn * byCreation(a, b),
  }
  const inColumn = compare[sort.column]
  return leads.toSorted((a, b) => inColumn(a, b) || byCreation(b, a) || (a.id < b.id ? -1 : 1))
}
