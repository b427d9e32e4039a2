import { atom, type ReadableAtom } from 'nanostores'
import type { Lead, LeadFields } from '../contract/leads.ts'
import { type ChangeOutcome, createLead, updateLead } from './lead-changes.ts'

/** The form that is open: for a lead, or for a new one where `lead` is null. */
interface OpenForm {
  lead: Lead | null
}

const $open = atom<OpenForm | null>(null)

export const $leadForm: ReadableAtom<OpenForm | null> = $open

/** Opens the form. */
export function openLeadForm(lead: Lead | null): void {
  $open.set({ lead })
}

/** Closes it; what was typed is forgotten. */
export function closeLeadForm(): void {
  $open.set(null)
}

/** Adds the lead, or changes the one that the form is for. Rejects when the server refuses; the form stays open then. */
export async function saveLeadForm(lead: Lead | null, fields: LeadFields): Promise<ChangeOutcome> {
  const outcome = lead ? await updateLead(lead.id, fields) : (await createLead(fields)).outcome
  closeLeadForm()
  return outcome
}
