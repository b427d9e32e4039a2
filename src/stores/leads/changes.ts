import type { Lead, LeadFields, LeadUpdate } from '../../contract/leads.ts'
import { baseOf, withNote } from '../../domain/leads/merge.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { randomId } from '../../platform/random-id.ts'
import { type Outcome, submitChange } from '../outbox/outbox.ts'
import type { Owner } from '../session/owner.ts'
import { rememberOwnLead } from './own-leads.ts'

export type { Outcome } from '../outbox/outbox.ts'

/** Milliseconds in which a removal can be undone. */
export const REMOVAL_DELAY = 8_000

/** Adds a lead by hand. The id is made here, so that a repeated request makes one lead. */
export async function createLead(
  owner: Owner | null,
  fields: LeadFields,
): Promise<{ leadId: string; outcome: Outcome }> {
  const leadId = randomId('lead')
  rememberOwnLead(leadId)
  return { leadId, outcome: await submitChange(owner, { type: 'create', leadId, fields }) }
}

/** Changes the given fields of a lead that was read. Rejects when the server refuses. */
export function updateLead(owner: Owner | null, lead: Lead, fields: LeadUpdate): Promise<Outcome> {
  const { id: leadId, updated_at } = lead
  const base = baseOf(lead, fields)
  // An API may lack it.
  const readAt = updated_at ? { updated_at } : {}
  return submitChange(owner, { type: 'update', leadId, fields: { ...fields, ...readAt }, base })
}

/** Puts a note below those that the lead has on the server. */
export function addNote(owner: Owner | null, lead: Lead, note: string): Promise<Outcome> {
  return submitChange(owner, { type: 'update', leadId: lead.id, fields: withNote(lead, note) })
}

/**
 * Removes a lead, which can be undone for a while: `$outbox` has it among the removals. Rejects when the change could
 * not be stored.
 */
export async function deleteLead(owner: Owner | null, lead: Lead): Promise<void> {
  const { name } = leadLabel(lead)
  await submitChange(owner, { type: 'delete', leadId: lead.id, name }, REMOVAL_DELAY)
}
