import { LEAD_STATUSES, type Lead, type LeadStatus, type StatusChange } from '../../contract/leads.ts'

interface Status {
  label: string
  /** The color of its tag. */
  tone: 'info' | 'success' | 'error'
}

const STATUSES: Record<LeadStatus, Status> = {
  new: { label: 'New', tone: 'info' },
  converted: { label: 'Converted', tone: 'success' },
  lost: { label: 'Lost', tone: 'error' },
}

/** The statuses that an owner can set or filter by, in the order of the contract. */
export const STATUS_OPTIONS = LEAD_STATUSES.map((value) => ({ value, ...STATUSES[value] }))

const optionOf = (status: string) => STATUS_OPTIONS.find(({ value }) => value === status)

/** The predefined reasons for a lost lead. */
export const LOSS_REASONS = [
  'Too expensive',
  'Chose a competitor',
  'No response',
  'Outside service area',
  'Service not offered',
  'Changed their mind',
] as const

/** Returns a status's label. Returns an unknown status unchanged. */
export function statusLabel(status: string): string {
  return optionOf(status)?.label ?? status
}

/** Returns the color of a status's tag, or undefined for an unknown status. */
export const statusTone = (status: string): Status['tone'] | undefined => optionOf(status)?.tone

/** Returns the status that a text represents, or undefined if owners cannot set it. */
export function knownStatus(text: string): LeadStatus | undefined {
  return optionOf(text)?.value
}

/** The fields to reset when a person sets the status. */
const BY_A_PERSON = { automatic_reason: null, automatic_at: null }

/**
 * Returns the fields that a person's status change sets, except the notes. A lead that is already lost keeps its
 * reason.
 */
export function fieldsOfStatus({ status, loss_reason }: StatusChange) {
  return {
    ...BY_A_PERSON,
    status,
    loss_reason: loss_reason ?? (status === 'lost' ? undefined : null),
  }
}

/** Returns the change that restores a lead's status, or null if owners cannot set it. Does not remove added notes. */
export function statusBefore({
  status,
  loss_reason,
}: Pick<Lead, 'status' | 'loss_reason'>): StatusChange | null {
  const known = knownStatus(status)
  return known ? { status: known, ...(loss_reason && { loss_reason }) } : null
}
