import type { HubspotConnection, MappedField, Transfer } from '../../contract/hubspot.ts'
import { counted } from '../common/counted.ts'
import { grouped } from '../common/grouped.ts'

const KINDS: Record<string, string> = {
  contact_created: 'Contact created',
  contact_found: 'Contact found',
  contact_updated: 'Contact updated',
  contact_merged: 'Contact merged in HubSpot',
  contact_gone: 'Contact deleted in HubSpot',
  lead_updated: 'Lead updated from HubSpot',
  note: 'Conversation as a note',
  deal: 'Deal',
  meeting: 'Estimate call as a meeting',
  connection: 'Connection',
}

const FAILED: Record<string, string> = {
  contact_created: 'Contact not created',
  contact_updated: 'Contact not updated',
  note: 'Note not written',
  deal: 'Deal not written',
  meeting: 'Meeting not written',
}

/** Returns what a transfer did or failed to do. An unknown kind is returned unchanged. */
export function transferTitle({ kind, status }: Pick<Transfer, 'kind' | 'status'>): string {
  const title = KINDS[kind] ?? kind
  return status === 'done' ? title : (FAILED[kind] ?? title)
}

export const canRetry = ({ status, lead_id }: Transfer) => status === 'failed' && lead_id !== null

/** The fields for which the owner can choose the property, with their labels. */
export const FIELD_LABELS: Record<MappedField, string> = {
  address: 'Property address',
  status: 'Lead status',
  service: 'Service interest',
  property_size: 'Property size',
  timeline: 'Timeline',
  budget: 'Budget',
}

const SHARED_LABELS = new Map(
  Object.entries({ name: 'Name', email: 'Email', phone: 'Phone number', ...FIELD_LABELS }),
)

/** Returns the detail that the log shows in addition to a transfer's title: the changed fields, or a sentence. */
export function transferDetail({ detail }: Pick<Transfer, 'detail'>): string | null {
  if (detail === null) return null
  return detail
    .split(', ')
    .map((word) => SHARED_LABELS.get(word) ?? word)
    .join(', ')
}

/** Returns the progress of the leads' transfer, such as "1,240 of 20,000 leads". */
export function progressText({ in_hubspot, leads }: HubspotConnection): string {
  return `${grouped(in_hubspot)} of ${counted(leads, 'lead')}`
}
