import type { Lead, LeadStatus } from '../contract/leads.ts'
import { nextDay, startOfDay } from './calendar-day.ts'

/** What the Leads list is narrowed to. Days are inclusive calendar days, YYYY-MM-DD; null means no bound. */
export interface LeadFilter {
  search: string
  status: LeadStatus | null
  from: string | null
  to: string | null
}

export const NO_FILTER: LeadFilter = { search: '', status: null, from: null, to: null }

/** The fields of a lead that filters look at. */
export type FilteredLead = Pick<
  Lead,
  | 'status'
  | 'created_at'
  | 'prospect_name'
  | 'contact_name'
  | 'prospect_email'
  | 'contact_email'
  | 'service_interest'
>

const haystacks = new WeakMap<FilteredLead, string>()

/** Name, e-mail and service in lower case, one a line; made once for each lead. */
function haystack(lead: FilteredLead): string {
  let text = haystacks.get(lead)
  if (text === undefined) {
    text = [
      lead.prospect_name,
      lead.contact_name,
      lead.prospect_email,
      lead.contact_email,
      lead.service_interest,
    ]
      .filter(Boolean)
      .join('\n')
      .toLowerCase()
    haystacks.set(lead, text)
  }
  return text
}

/** Works out what searching needs of the leads, in small steps; the first search is then as quick as the next. */
export function* prepareSearch(leads: readonly FilteredLead[]): Generator<void, void> {
  for (const [index, lead] of leads.entries()) {
    haystack(lead)
    if (index % 100 === 0) yield
  }
}

/** Whether the filter lets every lead through. */
export function isUnfiltered(filter: LeadFilter): boolean {
  return !filter.search.trim() && !filter.status && !filter.from && !filter.to
}

/** Whether two filters ask for the same leads. */
export function sameFilter(a: LeadFilter, b: LeadFilter): boolean {
  return a.search.trim() === b.search.trim() && a.status === b.status && a.from === b.from && a.to === b.to
}

/**
 * The leads that match, in their order: the search text anywhere in name, e-mail or service whatever the case,
 * the status, and the day of creation in `timeZone`. The same list comes back when there is nothing to filter.
 */
export function filterLeads<T extends FilteredLead>(
  leads: readonly T[],
  filter: LeadFilter,
  timeZone: string,
): readonly T[] {
  if (isUnfiltered(filter)) return leads
  const needle = filter.search.trim().toLowerCase()
  const start = filter.from ? startOfDay(filter.from, timeZone) : -Infinity
  const end = filter.to ? startOfDay(nextDay(filter.to), timeZone) : Infinity
  return leads.filter((lead) => {
    if (filter.status && lead.status !== filter.status) return false
    if (needle && !haystack(lead).includes(needle)) return false
    if (!filter.from && !filter.to) return true
    const created = Date.parse(lead.created_at)
    return created >= start && created < end
  })
}

/** The leads that are at hand: all of them, and what the server found for one filter. */
export interface LeadSource<T extends FilteredLead> {
  all: readonly T[] | undefined
  found: readonly T[] | undefined
  foundFor: LeadFilter
}

/** Whether all that a filter lets through is among what another has let through. */
function isNarrower(filter: LeadFilter, other: LeadFilter): boolean {
  const [text, before] = [filter.search.trim().toLowerCase(), other.search.trim().toLowerCase()]
  return (
    before !== '' && text.includes(before) && sameFilter({ ...filter, search: '' }, { ...other, search: '' })
  )
}

/**
 * {@link matchingLeads}, to be asked time and again: the same question has the same list for an answer, and a text that
 * grows is looked for only where its beginning was found.
 */
export function createMatching<T extends FilteredLead>(): typeof matchingLeads<T> {
  let last: Parameters<typeof matchingLeads<T>> | undefined
  let answer: readonly T[] | undefined
  return (source, filter, timeZone) => {
    const [before, filterBefore, zoneBefore] = last ?? []
    last = [source, filter, timeZone]
    const isSameList = before?.all === source.all && zoneBefore === timeZone
    const isSameSource = isSameList && before?.found === source.found && before?.foundFor === source.foundFor
    if (isSameSource && filterBefore && sameFilter(filter, filterBefore)) return answer
    const isFound = (asked: LeadSource<T>, by: LeadFilter) => asked.found && sameFilter(asked.foundFor, by)
    const isGrown = isSameList && before && filterBefore && isNarrower(filter, filterBefore)
    const all = isGrown && !isFound(before, filterBefore) ? answer : source.all
    answer = matchingLeads({ ...source, all }, filter, timeZone)
    return answer
  }
}

/**
 * The rows for a filter: the server's answer to it once that is there, until then what matches among all leads;
 * undefined while neither is. A lead whose status has changed since the server answered drops out of the answer.
 */
export function matchingLeads<T extends FilteredLead>(
  { all, found, foundFor }: LeadSource<T>,
  filter: LeadFilter,
  timeZone: string,
): readonly T[] | undefined {
  if (isUnfiltered(filter)) return all
  if (!found || !sameFilter(foundFor, filter)) return all && filterLeads(all, filter, timeZone)
  return filter.status ? found.filter((lead) => lead.status === filter.status) : found
}
