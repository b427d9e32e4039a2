import type { ReadableAtom } from 'nanostores'
import type { Lead, LeadUpdate } from '../../contract/leads.ts'
import type { LeadChange } from '../../domain/outbox/outbox.ts'
import type { Outcome } from '../base/outbox/outbox.ts'
import { $account, type Account, ownedAtom } from '../base/session/account.ts'
import { createLead, updateLead } from './changes.ts'
import { keepFailedLead, keepUnsavedLead, unsavedLead } from './drafts.ts'

export { currentLeadOf } from '../../api/leads.ts'

/** The open form, for an existing lead, or for a new one if `lead` is null. */
interface OpenForm {
  lead: Lead | null
  /** The input of an earlier form that the server rejected. */
  typed?: TypedLead | undefined
  onSaved?: (() => void) | undefined
}

export type TypedLead = Extract<LeadChange, { type: 'update' }>

const $open = ownedAtom<OpenForm | null>(null)

export const $leadForm: ReadableAtom<OpenForm | null> = $open

/** Opens the form, filled with the input of an earlier form if given. */
export function openLeadForm(lead: Lead | null, typed?: TypedLead, onSaved?: () => void): void {
  $open.set({ lead, typed, onSaved })
}

/** Closes the form. Only the input for a new lead is kept. */
export function closeLeadForm(): void {
  $open.set(null)
}

interface Saved {
  leadId: string
  outcome: Outcome
}

/** Adds a lead, or changes the form's lead. Rejects if the server rejects it; the form then stays open. */
export async function saveLeadForm(lead: Lead | null, fields: LeadUpdate): Promise<Saved> {
  const open = $open.get()
  // The form closes on an owner switch, so it belongs to the current owner.
  const account = $account.get()
  const saved = lead
    ? { leadId: lead.id, outcome: await updateLead(account, lead, fields) }
    : await saveNewLead(account, fields, open)
  open?.onSaved?.()
  // The user may have opened another form in the meantime.
  if ($open.get() === open) closeLeadForm()
  return saved
}

/** Empties the form for the next lead while this one is saved, and restores it if saving fails. */
async function saveNewLead(
  account: Account | null,
  fields: LeadUpdate,
  open: OpenForm | null,
): Promise<Saved> {
  const typed = unsavedLead(account)
  keepUnsavedLead(account, null)
  try {
    return await createLead(account, fields)
  } catch (error) {
    // If the form is still open, it still shows the input.
    const isClosed = $open.get() !== open
    if (account && typed && isClosed) keepFailedLead(account, typed)
    throw error
  }
}
