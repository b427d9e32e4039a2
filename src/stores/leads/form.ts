import type { ReadableAtom } from 'nanostores'
import type { Lead, LeadUpdate } from '../../contract/leads.ts'
import type { LeadChange } from '../../domain/outbox/outbox.ts'
import { $owner, type Owner, ownedAtom } from '../session/owner.ts'
import { createLead, type Outcome, updateLead } from './changes.ts'

export { currentLeadOf } from '../../api/leads.ts'

/** The form that is open: for a lead, or for a new one where `lead` is null. */
interface OpenForm {
  owner: Owner | null
  lead: Lead | null
  /** What was typed into an earlier form and was refused. */
  typed?: TypedLead | undefined
  onSaved?: (() => void) | undefined
}

export type TypedLead = Extract<LeadChange, { type: 'update' }>

const $open = ownedAtom<OpenForm | null>(null)

export const $leadForm: ReadableAtom<OpenForm | null> = $open

/** Opens the form, with what was typed into an earlier one where that is given. */
export function openLeadForm(lead: Lead | null, typed?: TypedLead, onSaved?: () => void): void {
  $open.set({ owner: $owner.get(), lead, typed, onSaved })
}

/** Closes it; what was typed is forgotten. */
export function closeLeadForm(): void {
  $open.set(null)
}

/** Adds the lead, or changes the one that the form is for. Rejects when the server refuses; the form stays open then. */
export async function saveLeadForm(lead: Lead | null, fields: LeadUpdate): Promise<Outcome> {
  const open = $open.get()
  const owner = open?.owner ?? $owner.get()
  const outcome = lead ? await updateLead(owner, lead, fields) : (await createLead(owner, fields)).outcome
  open?.onSaved?.()
  // Another form may have been opened since.
  if ($open.get() === open) closeLeadForm()
  return outcome
}
