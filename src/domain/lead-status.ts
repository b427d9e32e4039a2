import { LEAD_STATUSES, type LeadStatus } from '../contract/leads.ts'

const LABELS: Record<LeadStatus, string> = { new: 'New', converted: 'Converted', lost: 'Lost' }

/** The statuses an owner can set or filter by, in order, with their labels. */
export const STATUS_OPTIONS = LEAD_STATUSES.map((value) => ({ value, label: LABELS[value] }))

/** What a status is called on screen; one that this version does not know is shown as it came. */
export function statusLabel(status: string): string {
  return STATUS_OPTIONS.find(({ value }) => value === status)?.label ?? status
}
