import type { LeadStatus } from '../../contract/leads.ts'
import { counted } from '../common/counted.ts'
import { grouped } from '../common/grouped.ts'

/** The result of setting the status of several leads. */
export interface BulkOutcome {
  status: LeadStatus
  /** The number of leads for which the server confirmed the change, and for which it is pending on this device. */
  sent: number
  waiting: number
  /** The number of leads that already had the status. */
  unchanged: number
  /** The ids of the leads that failed. */
  failed: string[]
  /** Why the first one failed. */
  reason: string | null
}

const leads = (count: number) => counted(count, 'lead')

/** Returns a text with the number of leads that changed, are pending, were unchanged, or failed, with the reason. */
export function bulkText({ status, sent, waiting, unchanged, failed, reason }: BulkOutcome): string {
  const done = sent + waiting
  const all = done + failed.length
  const count = failed.length > 0 ? `${grouped(done)} of ${leads(all)}` : leads(done)
  const sentences = all > 0 ? [`${count} updated to ${status}.`] : []
  if (unchanged > 0) sentences.push(`${leads(unchanged)} already had the status ${status}.`)
  if (waiting > 0) sentences.push(`${leads(waiting)} changed only on this device so far.`)
  if (failed.length > 0) sentences.push(`${leads(failed.length)} kept the old status: ${reason ?? 'unknown'}`)
  return sentences.join(' ')
}

/** The result of undoing a change to several leads. */
export interface UndoOutcome {
  undone: number
  failed: number
  reason: string | null
}

/** Returns a text with the number of leads that were restored or failed, with the reason. */
export function undoText({ undone, failed, reason }: UndoOutcome): string {
  if (failed === 0) return `${leads(undone)} changed back.`
  const all = leads(undone + failed)
  return `${grouped(undone)} of ${all} changed back. ${leads(failed)} kept the new status: ${reason ?? 'unknown'}`
}
