import type { DayCounts, Insights } from '../../contract/insights.ts'
import type { LeadAsset } from '../leads/filter.ts'

const SOURCES: Record<string, string> = {
  website_chat: 'Website chat',
  phone: 'Phone',
  manual: 'Added by hand',
}

/** Returns the label of a lead source. Makes unknown sources readable. */
export function sourceLabel(source: string): string {
  const known = SOURCES[source]
  if (known) return known
  const words = source.replace(/[_-]+/g, ' ').trim()
  return words === '' ? 'Unknown' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns a campaign as a single text, such as "google · cpc · fall-sale". */
export function campaignLabel({ source, medium, campaign }: Insights['utm'][number]): string {
  return [source, medium, campaign].filter(Boolean).join(' · ')
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
  const difference = Math.abs(now - before).toLocaleString('en-US')
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

/** Returns a calendar day as text, such as "Nov 22". */
export function dayLabel(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
  })
}
