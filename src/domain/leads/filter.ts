import type { Lead, LeadStatus } from '../../contract/leads.ts'
import { LIMITS } from '../../contract/limits.ts'
import { digitsOf, phoneDigits } from '../common/dialable.ts'
import { plainText, searchText, searchWords } from '../common/plain-text.ts'
import { nextDay, startOfDay } from '../time/calendar-day.ts'
import { isBooked } from './bookings.ts'
import { leadEmail, leadPhone } from './name.ts'
import { campaignLabel, IMPORTED, MANUAL } from './origin.ts'

/** The filter of the Leads list. Days are inclusive calendar days, YYYY-MM-DD; null means no bound. */
export interface LeadFilter {
  search: string
  status: LeadStatus | null
  from: string | null
  to: string | null
  /** The source of the lead, such as `chat`. */
  source: string | null
  /** The path of the website's page on which the chat started. */
  path: string | null
  /** The campaign, as in {@link campaignLabel}. */
  utm: string | null
  /**
   * A property of the lead: a phone number or an email address, a booking that is not canceled, or no answer yet to a
   * new lead that no member added.
   */
  has: LeadAsset | null
}

export const LEAD_ASSETS = ['contact', 'booking', 'no-answer'] as const
export type LeadAsset = (typeof LEAD_ASSETS)[number]

export const NO_FILTER: LeadFilter = {
  search: '',
  status: null,
  from: null,
  to: null,
  source: null,
  path: null,
  utm: null,
  has: null,
}

/** Returns only the filter part of a view. */
export function filterOf({ search, status, from, to, source, path, utm, has }: LeadFilter): LeadFilter {
  return { search, status, from, to, source, path, utm, has }
}

/** The filters that the server does not support. They are set by links, and can be removed in the list. */
export const LINK_FILTERS = ['source', 'path', 'utm', 'has'] as const
export type LinkFilter = (typeof LINK_FILTERS)[number]

/** Returns the searchable part of a text, without characters that databases cannot store. */
export function searchable(text: string): string {
  return text
    .slice(0, LIMITS.line)
    .toWellFormed()
    .replaceAll(/[\0\ufffd]/g, '')
}

/** The fields of a lead that filters use. */
export type FilteredLead = Pick<
  Lead,
  | 'status'
  | 'created_at'
  | 'prospect_name'
  | 'contact_name'
  | 'prospect_email'
  | 'contact_email'
  | 'prospect_phone'
  | 'contact_phone'
  | 'service_interest'
  | 'booking_start_time'
  | 'booking_status'
> &
  Partial<Pick<Lead, 'answered_at' | 'source' | 'page' | 'utm_source' | 'utm_medium' | 'utm_campaign'>>

const haystacks = new WeakMap<FilteredLead, string>()

/** Returns the name, email, and service as {@link searchText}. Cached per lead. */
function haystack(lead: FilteredLead): string {
  let text = haystacks.get(lead)
  if (text === undefined) {
    const fields = [
      lead.prospect_name,
      lead.contact_name,
      lead.prospect_email,
      lead.contact_email,
      lead.service_interest,
    ]
    text = searchText(fields.filter(Boolean).join('\n'))
    haystacks.set(lead, text)
  }
  return text
}

/** Returns whether a phone number of the lead contains the digits. */
function hasDigits(lead: FilteredLead, digits: string): boolean {
  return [lead.prospect_phone, lead.contact_phone].some((phone) => phone && digitsOf(phone).includes(digits))
}

export function isUnfiltered(filter: LeadFilter): boolean {
  return !hasServerFilter(filter) && !hasLinkFilter(filter)
}

/** Returns whether a filter has a part that the server applies. */
export function hasServerFilter({ search, status, from, to }: LeadFilter): boolean {
  return Boolean(search.trim() || status || from || to)
}

const hasLinkFilter = (filter: LeadFilter) => LINK_FILTERS.some((name) => filter[name] !== null)

/** Returns the number of active filters, not counting the search text. A range of days counts as one. */
export function filterCount(filter: LeadFilter): number {
  const days = filter.from || filter.to
  return [filter.status, days, ...LINK_FILTERS.map((name) => filter[name])].filter(Boolean).length
}

function hasAsset(lead: FilteredLead, asset: LeadAsset): boolean {
  switch (asset) {
    case 'booking':
      return isBooked(lead)
    case 'no-answer':
      return lead.status === 'new' && !lead.answered_at && lead.source !== MANUAL && lead.source !== IMPORTED
    case 'contact':
      return (leadPhone(lead) ?? leadEmail(lead)) !== null
  }
}

const campaignOf = ({ utm_source = null, utm_medium = null, utm_campaign = null }: FilteredLead) =>
  campaignLabel({ source: utm_source, medium: utm_medium, campaign: utm_campaign })

function passesLink(lead: FilteredLead, { source, path, utm, has }: LeadFilter): boolean {
  return (
    (has === null || hasAsset(lead, has)) &&
    (source === null || lead.source === source) &&
    (path === null || lead.page === path) &&
    (utm === null || campaignOf(lead) === utm)
  )
}

/** Returns whether two filters have the same effect. */
export function sameFilter(a: LeadFilter, b: LeadFilter): boolean {
  const { search, ...rest } = filterOf(a)
  const names = Object.keys(rest) as (keyof typeof rest)[]
  return search.trim() === b.search.trim() && names.every((name) => a[name] === b[name])
}

/**
 * Returns the leads that match a filter, in the same order. The filter consists of the search text (in the name, email,
 * or service, all {@link searchWords}; or as part of a phone number), status, link filters, and day of creation in
 * `timeZone`. Returns the same array if there is no filter.
 */
export function filterLeads<T extends FilteredLead>(
  leads: readonly T[],
  filter: LeadFilter,
  timeZone: string,
): readonly T[] {
  if (isUnfiltered(filter)) return leads
  const words = searchWords(filter.search)
  const digits = phoneDigits(plainText(filter.search))
  const isMentioned = (lead: FilteredLead) =>
    words.every((word) => haystack(lead).includes(word)) || (digits !== null && hasDigits(lead, digits))
  const start = filter.from ? startOfDay(filter.from, timeZone) : -Infinity
  const end = filter.to ? startOfDay(nextDay(filter.to), timeZone) : Infinity
  return leads.filter((lead) => {
    if (filter.status && lead.status !== filter.status) return false
    if (!passesLink(lead, filter)) return false
    if (!isMentioned(lead)) return false
    if (!filter.from && !filter.to) return true
    const created = Date.parse(lead.created_at)
    return created >= start && created < end
  })
}

/** The loaded leads: the full list, and the server's result for one filter. */
export interface LeadSource<T extends FilteredLead> {
  all: readonly T[] | undefined
  found: readonly T[] | undefined
  foundFor: LeadFilter
}

/**
 * Returns the rows for a filter: the server's result when it has arrived, or until then the matches among all leads.
 * Undefined while neither has loaded. Omits leads from the server's result whose status has changed since then.
 */
export function matchingLeads<T extends FilteredLead>(
  { all, found, foundFor }: LeadSource<T>,
  filter: LeadFilter,
  timeZone: string,
): readonly T[] | undefined {
  if (isUnfiltered(filter)) return all
  if (!found || !sameFilter(foundFor, filter)) return all && filterLeads(all, filter, timeZone)
  if (!filter.status && !hasLinkFilter(filter)) return found
  return found.filter((lead) => (!filter.status || lead.status === filter.status) && passesLink(lead, filter))
}
