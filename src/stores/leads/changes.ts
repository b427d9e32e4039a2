import type { Lead, LeadFields, LeadUpdate } from '../../contract/leads.ts'
import { baseOf, withNote } from '../../domain/leads/merge.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import type { LeadChange } from '../../domain/outbox/outbox.ts'
import { randomId } from '../../platform/random-id.ts'
import type { Outcome } from '../base/outbox/outbox.ts'
import type { Account } from '../base/session/account.ts'
import { forgetDraft } from './drafts.ts'
import { rememberOwnLead } from './own-leads.ts'
import { submitChange } from './sending.ts'

/** Milliseconds during which a deletion can be undone. */
export const REMOVAL_DELAY = 8_000

/** Creates a lead. The id is generated here, so that a retried request creates only one lead. */
export async function createLead(
  account: Account | null,
  fields: LeadFields,
): Promise<{ leadId: string; outcome: Outcome }> {
  const leadId = randomId('lead')
  rememberOwnLead(leadId)
  return { leadId, outcome: await submitChange(account, { type: 'create', leadId, fields }) }
}

/** Updates the given fields of a lead. Rejects if the server rejects the update. */
export function updateLead(
  account: Account | null,
  lead: Pick<Lead, 'id' | 'updated_at'> & Partial<Lead>,
  fields: LeadUpdate,
): Promise<Outcome> {
  const { id: leadId, updated_at } = lead
  const base = baseOf(lead, fields)
  // Not every API returns `updated_at`.
  const readAt = updated_at ? { updated_at } : {}
  return submitChange(account, { type: 'update', leadId, fields: { ...fields, ...readAt }, base })
}

/** Appends a note to the lead's notes on the server. */
export function addNote(account: Account | null, lead: Lead, note: string): Promise<Outcome> {
  return submitChange(account, { type: 'update', leadId: lead.id, fields: withNote(lead, note) })
}

/**
 * Deletes a lead, and the chat of a test. The deletion can be undone for `REMOVAL_DELAY`; until then, `$outbox` lists
 * it as a removal. A device that cannot store it deletes the lead immediately, and rejects if that fails.
 */
export async function deleteLead(account: Account | null, lead: Lead): Promise<void> {
  const { name } = leadLabel(lead)
  const { id: leadId, conversation_id: conversationId } = lead
  const change: LeadChange =
    lead.is_test && conversationId
      ? { type: 'chat-delete', leadId, conversationId, name }
      : { type: 'delete', leadId, name }
  await submitChange(account, change, REMOVAL_DELAY)
  if (account) forgetDraft(account, lead.id)
}
