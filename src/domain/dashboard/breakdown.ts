import { LEAD_STATUSES } from '../../contract/leads.ts'
import { statusLabel } from '../leads/status.ts'

/** One bar of a chart: number of leads, and share of all leads in percent, 0 to 100. */
export interface Bar {
  key: string
  label: string
  count: number
  share: number
}

const SOURCES: Record<string, string> = {
  website_chat: 'Website chat',
  phone: 'Phone',
  manual: 'Added by hand',
}

/** Returns the label of a lead source; an unknown one is made readable. */
export function sourceLabel(source: string): string {
  const known = SOURCES[source]
  if (known) return known
  const words = source.replace(/[_-]+/g, ' ').trim()
  return words === '' ? 'Unknown' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns leads by status: the known statuses in order, even without leads, then unknown ones. */
export function statusBars(byStatus: Readonly<Record<string, number>>): Bar[] {
  const statuses = [...new Set<string>([...LEAD_STATUSES, ...Object.keys(byStatus)])]
  return bars(statuses.map((key) => ({ key, label: statusLabel(key), count: byStatus[key] ?? 0 })))
}

/** Returns leads by source, the most frequent first. Sources with the same label are merged. */
export function sourceBars(bySource: Readonly<Record<string, number>>): Bar[] {
  const byLabel = new Map<string, number>()
  for (const [source, count] of Object.entries(bySource)) {
    const label = sourceLabel(source)
    byLabel.set(label, (byLabel.get(label) ?? 0) + count)
  }
  const entries = [...byLabel].map(([label, count]) => ({ key: label, label, count }))
  return bars(entries.toSorted((a, b) => b.count - a.count))
}

function bars(entries: Omit<Bar, 'share'>[]): Bar[] {
  const total = entries.reduce((sum, { count }) => sum + count, 0)
  return entries.map((entry) => ({ ...entry, share: total === 0 ? 0 : (entry.count / total) * 100 }))
}
