import { atom, type ReadableAtom } from 'nanostores'
import type { Lead, LeadStatus } from '../contract/leads.ts'
import { LIMITS } from '../contract/limits.ts'
import { joinNotes, type LossAnswer } from '../domain/lead-loss.ts'
import type { ChangeOutcome } from './lead-changes.ts'
import { showAtOnce } from './lead-pending.ts'
// Part of the page, not fetched when needed: by then the network may be gone.
import { submitChange } from './outbox.ts'

const $changing = atom<ReadonlySet<string>>(new Set())

/** Ids of the leads whose status is being changed right now. */
export const $changingLeads: ReadableAtom<ReadonlySet<string>> = $changing

/** What is sent with a status: the reason of a loss, and the lead's notes as they are to be. */
export interface StatusDetails {
  loss_reason?: string | undefined
  notes?: string | undefined
}

/**
 * Sets a lead's status. Lists show it at once; when the server refuses, they show the old one again and this rejects.
 * When the server cannot be reached, the change waits in the outbox and counts as done.
 * A second change of the same lead while the first is under way does nothing and answers false.
 */
export async function changeLeadStatus(
  leadId: string,
  status: LeadStatus,
  details: StatusDetails = {},
): Promise<boolean> {
  return (await setStatus(leadId, status, details)) !== null
}

/** The same; tells how it ended, and null where a change was under way. */
export async function setStatus(
  leadId: string,
  status: LeadStatus,
  { loss_reason, notes }: StatusDetails,
): Promise<ChangeOutcome | null> {
  if ($changing.get().has(leadId)) return null
  $changing.set(new Set([...$changing.get(), leadId]))
  // The call for a status takes shorter notes than the one for a lead.
  const isLong = (notes?.length ?? 0) > LIMITS.text
  const settled = showAtOnce({ type: 'status', leadId, status, loss_reason, notes })
  try {
    if (isLong) await submitChange({ type: 'update', leadId, fields: { notes } })
    return await submitChange({
      type: 'status',
      leadId,
      status,
      loss_reason,
      notes: isLong ? undefined : notes,
    })
  } finally {
    settled()
    $changing.set(new Set([...$changing.get()].filter((id) => id !== leadId)))
  }
}

/** What to send when a lead is lost for a reason; what was noted before stays. */
export function lossDetails(lead: Pick<Lead, 'notes'>, { reason, note }: LossAnswer): StatusDetails {
  return {
    ...(reason && { loss_reason: reason }),
    ...(note && { notes: joinNotes(lead.notes, note) }),
  }
}

/** What a lead had beside its status, so that taking a change back restores all that it has touched. */
export function detailsBefore(lead: Lead, changed: StatusDetails): StatusDetails {
  return {
    ...(lead.loss_reason && { loss_reason: lead.loss_reason }),
    ...(changed.notes !== undefined && { notes: lead.notes ?? '' }),
  }
}
