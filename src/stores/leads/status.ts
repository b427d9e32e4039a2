import { atom, type ReadableAtom } from 'nanostores'
import type { Lead, LeadStatus } from '../../contract/leads.ts'
import type { LossAnswer } from '../../domain/leads/loss.ts'
// Part of the page, not fetched when needed: by then the network may be gone.
import { submitChange } from '../outbox/outbox.ts'
import type { Outcome } from '../outbox/queue.ts'
import type { Owner } from '../session/owner.ts'

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed right now. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/** What is sent with a status: the reason of a loss, and a note to be added. */
export interface StatusDetails {
  loss_reason?: string | undefined
  notes?: string | undefined
}

/**
 * Sets the status of the owner's lead. Lists show it at once; when the server refuses, they show the old one again and
 * this rejects. When the server cannot be reached, the change waits in the outbox and counts as done.
 * A second change to the same lead while the first is pending does nothing and returns null.
 */
export async function setStatus(
  owner: Owner | null,
  leadId: string,
  status: LeadStatus,
  { loss_reason, notes }: StatusDetails = {},
): Promise<Outcome | null> {
  if ($changing.get().has(leadId)) return null
  $changing.set(new Set([...$changing.get(), leadId]))
  try {
    return await submitChange(owner, { type: 'status', leadId, status, loss_reason, notes })
  } finally {
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}

/** What to send when a lead is lost for a reason. */
export function lossDetails({ reason, note }: LossAnswer): StatusDetails {
  return { ...(reason && { loss_reason: reason }), ...(note.trim() && { notes: note.trim() }) }
}

/** What a lead had beside its status, for taking a change back. A note that was added stays: notes are only added. */
export function detailsBefore(lead: Lead): StatusDetails {
  return lead.loss_reason ? { loss_reason: lead.loss_reason } : {}
}
