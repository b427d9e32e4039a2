import type { LeadFields } from '../contract/leads.ts'
import { randomId } from '../platform/random-id.ts'
import { submitChange } from './outbox.ts'
import { rememberOwnLead } from './own-leads.ts'

/** How a change ended: confirmed by the server, or waiting on this device and shown as done (design, decision 2). */
export type ChangeOutcome = 'sent' | 'waiting'

/** Adds a lead by hand. The id is made here, so that a repeated request makes one lead. */
export async function createLead(fields: LeadFields): Promise<{ leadId: string; outcome: ChangeOutcome }> {
  const leadId = randomId('lead')
  rememberOwnLead(leadId)
  return { leadId, outcome: await submitChange({ type: 'create', leadId, fields }) }
}

/** Changes the given fields of a lead. Rejects when the server refuses. */
export function updateLead(leadId: string, fields: LeadFields): Promise<ChangeOutcome> {
  return submitChange({ type: 'update', leadId, fields })
}

/** Removes a lead. One that is gone already counts as removed. */
export function deleteLead(leadId: string): Promise<ChangeOutcome> {
  return submitChange({ type: 'delete', leadId })
}
