import { LEAD_STATUSES, type LeadStatus } from '../../contract/leads.ts'

const LABELS: Record<LeadStatus, string> = { new: 'New', converted: 'Converted', lost: 'Lost' }

/** The statuses that an owner can set or filter by, in order, with labels. */
export const STATUS_OPTIONS = LEAD_STATUSES.map((value) => ({ value, label: LABELS[value] }))

/** Returns a status's label; an unknown status is its own label. */
export function statusLabel(status: string): string {
  return STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? status
}
