import type { LeadStatus } from '../contract/leads.ts'

/** How setting the status of several leads has ended. */
export interface BulkOutcome {
  status: LeadStatus
  /** How many the server has confirmed, and how many wait on this device. */
  sent: number
  waiting: number
  /** How many had the status already and were left alone. */
  unchanged: number
  /** Ids of the leads that kept their status. */
  failed: string[]
  /** Why the first of them did. */
  reason: string | null
}

const leads = (count: number) => (count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`)

/** Says how many went through, how many wait, how many were so before and how many did not, and why. */
export function bulkText({ status, sent, waiting, unchanged, failed, reason }: BulkOutcome): string {
  const done = sent + waiting
  const all = done + failed.length
  const count = failed.length > 0 ? `${done.toLocaleString('en-US')} of ${leads(all)}` : leads(done)
  const sentences = all > 0 ? [`${count} updated to ${status}.`] : []
  if (unchanged > 0) sentences.push(`${leads(unchanged)} had the status ${status} already.`)
  if (waiting > 0) sentences.push(`${leads(waiting)} will send when you are back online.`)
  if (failed.length > 0) sentences.push(`${leads(failed.length)} kept the old status: ${reason ?? 'unknown'}`)
  return sentences.join(' ')
}

/** How taking the change of several leads back has ended. */
export interface UndoOutcome {
  undone: number
  failed: number
  reason: string | null
}

/** Says how many leads have their old status again, and how many do not, and why. */
export function undoText({ undone, failed, reason }: UndoOutcome): string {
  if (failed === 0) return `${leads(undone)} changed back.`
  const all = leads(undone + failed)
  return `${undone.toLocaleString('en-US')} of ${all} changed back. ${leads(failed)} kept the new status: ${reason ?? 'unknown'}`
}
