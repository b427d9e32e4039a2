import type { LeadStatus } from '../contract/leads.ts'

/** How setting the status of several leads has ended. */
export interface BulkOutcome {
  status: LeadStatus
  /** How many the server has confirmed, and how many wait on this device. */
  sent: number
  waiting: number
  /** Ids of the leads that kept their status. */
  failed: string[]
  /** Why the first of them did. */
  reason: string | null
}

const leads = (count: number) => (count === 1 ? '1 lead' : `${count.toLocaleString('en-US')} leads`)

/** Says how many went through, how many wait and how many did not, and why. */
export function bulkText({ status, sent, waiting, failed, reason }: BulkOutcome): string {
  const done = sent + waiting
  const all = done + failed.length
  const count = failed.length > 0 ? `${done} of ${leads(all)}` : leads(done)
  const sentences = [`${count} updated to ${status}.`]
  if (waiting > 0) sentences.push(`${leads(waiting)} will send when you are back online.`)
  if (failed.length > 0) sentences.push(`${leads(failed.length)} kept the old status: ${reason ?? 'unknown'}`)
  return sentences.join(' ')
}
