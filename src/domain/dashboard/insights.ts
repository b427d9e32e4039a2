import type { DayCounts, Insights } from '../../contract/insights.ts'
import { capitalized } from '../common/capitalized.ts'
import { grouped } from '../common/grouped.ts'
import type { LeadAsset } from '../leads/filter.ts'
import { campaignLabel } from '../leads/origin.ts'

const SOURCES: Record<string, string> = {
  website_chat: 'Website chat',
  sms: 'Text messages',
  phone: 'Phone',
  manual: 'Added by hand',
}

/** Returns the label of a lead source. Makes unknown sources readable. */
export function sourceLabel(source: string): string {
  const known = SOURCES[source]
  if (known) return known
  const words = source.replace(/[_-]+/g, ' ').trim()
  return words === '' ? 'Unknown' : capitalized(words)
}

/** The number of leads or bookings in a period and in the previous one. */
export interface Total {
  now: number
  before: number
}

/** Returns the totals of both periods. */
export function totalOf({ days, previous }: Insights, what: 'leads' | 'bookings'): Total {
  const sum = (counts: readonly DayCounts[]) => counts.reduce((total, each) => total + each[what], 0)
  return { now: sum(days), before: sum(previous) }
}

/** Returns how a total compares to the previous period: "12 more", "3 fewer", or "the same". */
export function comparison({ now, before }: Total): string {
  if (now === before) return 'the same'
  const difference = grouped(Math.abs(now - before))
  return now > before ? `${difference} more` : `${difference} fewer`
}

/** Returns a duration in words, such as "24 min", "3 h 20 min", or "2 days". */
export function minutesText(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 1) return 'under a minute'
  if (whole < 60) return `${whole} min`
  const hours = Math.floor(whole / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  const rest = whole % 60
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** The filters in a link to the Leads list, in addition to the days of the period. */
export interface LeadsFilter {
  status?: string
  source?: string
  page?: string
  utm?: string
  has?: LeadAsset
}

/** Returns a link to the leads of some days that match a filter. */
export function leadsLink(days: readonly Pick<DayCounts, 'day'>[], filter: LeadsFilter = {}): string {
  const [from, to] = [days[0]?.day, days.at(-1)?.day]
  return `/leads?${new URLSearchParams({ ...filter, ...(from && { from }), ...(to && { to }) })}`
}

/** Returns a link to the leads of some days that wait for an answer. */
export const waitingLink = (days: readonly Pick<DayCounts, 'day'>[]): string =>
  leadsLink(days, { has: 'no-answer' })

export const campaignLink = (
  days: readonly Pick<DayCounts, 'day'>[],
  campaign: Insights['utm'][number],
): string => leadsLink(days, { utm: campaignLabel(campaign) })

/** A step from visitor to customer, with a link to the leads that it counts. */
export interface Step {
  label: string
  count: number
  href?: string
}

/** Returns the steps from visitor to customer. The first has no link, because it also counts visitors without a lead. */
export function stepLinks({ funnel, days }: Insights): Step[] {
  return [
    { label: 'Conversations', count: funnel.conversations },
    { label: 'Leads', count: funnel.leads, href: leadsLink(days) },
    { label: 'With contact', count: funnel.reachable, href: leadsLink(days, { has: 'contact' }) },
    { label: 'Booked', count: funnel.booked, href: leadsLink(days, { has: 'booking' }) },
    { label: 'Converted', count: funnel.converted, href: leadsLink(days, { status: 'converted' }) },
  ]
}

/** Returns a calendar day as text, such as "Nov 22". */
export function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  })
}
