import type { HubspotConnection, MappedField, Transfer } from '../../contract/hubspot.ts'

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

/** Returns what a transfer did, or failed to do; an unknown kind is its own name. */
export function transferTitle({ kind, status }: Pick<Transfer, 'kind' | 'status'>): string {
  const title = KINDS[kind] ?? kind
  return status === 'done' ? title : (FAILED[kind] ?? title)
}

/** Returns whether a transfer can be tried again. */
export const canRetry = ({ status, lead_id }: Transfer) => status === 'failed' && lead_id !== null

/** The fields whose property can be chosen, with labels. */
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

/** Returns what the log says of a transfer besides its title: which fields changed, or a sentence. */
export function transferDetail({ detail }: Pick<Transfer, 'detail'>): string | null {
  if (detail === null) return null
  return detail
    .split(', ')
    .map((word) => SHARED_LABELS.get(word) ?? word)
    .join(', ')
}

const counted = (count: number) => count.toLocaleString('en-US')

/** Returns how far the leads have come, such as "1,240 of 20,000 leads". */
export function progressText({ in_hubspot, leads }: HubspotConnection): string {
  return `${counted(in_hubspot)} of ${counted(leads)} ${leads === 1 ? 'lead' : 'leads'}`
}
