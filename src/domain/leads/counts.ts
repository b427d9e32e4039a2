import type { Lead, LeadStats } from '../../contract/leads.ts'
import { isVisitors } from './tests.ts'

const COUNTED = ['new', 'converted', 'lost'] as const

/** Returns the server's counts, adjusted for the difference between the leads `before` and `after`. */
export function recount(stats: LeadStats, before: readonly Lead[], after: readonly Lead[]): LeadStats {
  if (before === after) return stats
  const next = { ...stats, by_status: { ...stats.by_status }, by_source: { ...stats.by_source } }
  const add = (lead: Lead, by: number) => {
    if (!isVisitors(lead)) return
    next.total += by
    for (const status of COUNTED) if (status === lead.status) next[status] += by
    next.by_status[lead.status] = Math.max(0, (next.by_status[lead.status] ?? 0) + by)
    if (lead.source) next.by_source[lead.source] = Math.max(0, (next.by_source[lead.source] ?? 0) + by)
  }
  for (const lead of before) add(lead, -1)
  for (const lead of after) add(lead, 1)
  next.conversion_rate = next.total > 0 ? (next.converted / next.total) * 100 : 0
  return next
}
