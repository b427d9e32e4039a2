import type { Lead } from '../../contract/leads.ts'
import { counted } from '../common/counted.ts'
import { present } from '../common/present.ts'
import { DAY_MS } from '../time/durations.ts'
import { statusLabel } from './status.ts'

/** Days during which leads that the system marked as lost can be restored together. */
const UNDO_DAYS = 30

/** Returns a note such as "Marked lost automatically: no activity for 30 days", or null if a person set the status. */
export function automaticNote({ status, automatic_reason }: Lead): string | null {
  const reason = present(automatic_reason)
  if (!reason) return null
  return `Marked ${statusLabel(status).toLowerCase()} automatically: ${reason[0]?.toLowerCase()}${reason.slice(1)}`
}

/** A run in which the system marked leads as lost. */
export interface AutomaticLoss {
  at: string
  count: number
}

/** Returns the recent runs in which the system marked leads as lost, latest first. Omits dismissed ones. */
export function automaticLosses(
  leads: readonly Lead[],
  dismissed: readonly string[],
  now: Date,
): AutomaticLoss[] {
  const oldest = now.getTime() - UNDO_DAYS * DAY_MS
  const counts = new Map<string, number>()
  for (const { status, automatic_at: at } of leads) {
    if (status !== 'lost' || !at || Date.parse(at) < oldest || dismissed.includes(at)) continue
    counts.set(at, (counts.get(at) ?? 0) + 1)
  }
  return [...counts].map(([at, count]) => ({ at, count })).sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** Returns a text such as "42 leads were marked lost automatically on Dec 12." */
export function automaticLossText({ at, count }: AutomaticLoss, timeZone?: string): string {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone }).format(
    new Date(at),
  )
  return `${counted(count, 'lead was', 'leads were')} marked lost automatically on ${day}.`
}
