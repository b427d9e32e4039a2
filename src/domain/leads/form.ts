import type { Lead, LeadFields, LeadUpdate } from '../../contract/leads.ts'
import { LIMITS } from '../../contract/limits.ts'
import { present } from '../common/present.ts'
import { type ChangesOf, type ConflictOf, findConflicts, type Same } from '../common/three-way.ts'
import { joinNotes, sameText } from './merge.ts'
import { leadEmail, leadPhone } from './name.ts'

export const FORM_FIELDS = [
  { name: 'prospect_name', label: 'Name', kind: 'text' },
  { name: 'prospect_email', label: 'Email', kind: 'email' },
  { name: 'prospect_phone', label: 'Phone', kind: 'tel' },
  { name: 'property_address', label: 'Property address', kind: 'text' },
  { name: 'property_size', label: 'Property size', kind: 'text' },
  { name: 'service_interest', label: 'Service interest', kind: 'text' },
  { name: 'timeline', label: 'Timeline', kind: 'text' },
  { name: 'budget', label: 'Budget', kind: 'text' },
  { name: 'service_availability', label: 'Availability', kind: 'text' },
  { name: 'service_additional_info', label: 'Additional info', kind: 'long' },
  { name: 'notes', label: 'Notes', kind: 'long' },
] as const

export type FormField = (typeof FORM_FIELDS)[number]['name']
export type LeadForm = Record<FormField, string>

/** Returns the form's values for a lead, or for a new one. Fills in missing prospect details from the contact. */
export function formOf(lead: Lead | null): LeadForm {
  const form = Object.fromEntries(FORM_FIELDS.map(({ name }) => [name, lead?.[name] ?? ''])) as LeadForm
  if (!lead) return form
  return {
    ...form,
    prospect_name: form.prospect_name || (present(lead.contact_name) ?? ''),
    prospect_email: form.prospect_email || (leadEmail(lead) ?? ''),
    prospect_phone: form.prospect_phone || (leadPhone(lead) ?? ''),
    property_address: form.property_address || (present(lead.prospect_address) ?? ''),
  }
}

/**
 * Returns the changed fields, trimmed. Null clears a field. Text added after the stored notes is sent as an additional
 * note, so that notes from other people are preserved.
 */
export function changedFields(before: LeadForm, after: LeadForm): LeadUpdate {
  const changed = FORM_FIELDS.filter(({ name }) => before[name].trim() !== after[name].trim())
  const fields: LeadUpdate = Object.fromEntries(changed.map(({ name }) => [name, present(after[name])]))
  const note = addedNote(before.notes.trim(), after.notes.trim())
  return note ? { ...fields, add_note: note } : fields
}

function addedNote(before: string, after: string): string | null {
  const start = before === '' ? '' : `${before}\n`
  const note = after.startsWith(start) ? after.slice(start.length).trim() : ''
  return note !== '' && note.length <= LIMITS.text ? note : null
}

const same: Same<LeadForm> = (_field, a, b) => sameText('', a, b)

/** Returns the fields that someone else has changed since `before` to a value other than the typed one. */
export function formConflicts(before: LeadForm, form: LeadForm, current: LeadForm): ConflictOf<LeadForm>[] {
  const changed = FORM_FIELDS.map(({ name }) => name).filter((name) => !same(name, before[name], form[name]))
  const changes = Object.fromEntries(
    changed.map((name) => [name, { base: before[name], mine: form[name] }]),
  ) as ChangesOf<LeadForm>
  return findConflicts(changes, current, same)
}

/**
 * Updates a form after someone else changed its lead. Unedited fields take the lead's new values, and an added note
 * goes below the lead's notes.
 */
export function followed(
  before: LeadForm,
  form: LeadForm,
  current: LeadForm,
  note = addedNote(before.notes.trim(), form.notes.trim()),
): Record<'before' | 'form', LeadForm> {
  const untouched = FORM_FIELDS.map(({ name }) => name).filter((name) => same(name, before[name], form[name]))
  const theirs = Object.fromEntries(untouched.map((name) => [name, current[name]]))
  const next = { before: { ...before, ...theirs }, form: { ...form, ...theirs } }
  if (note === null) return next
  return {
    before: { ...next.before, notes: current.notes },
    form: { ...next.form, notes: joinNotes(current.notes, note) },
  }
}

/**
 * Returns the form of a lead `before` and after editing. `typed` comes from an earlier form that the server rejected.
 */
export function startForm(
  lead: Lead | null,
  typed?: { fields: LeadUpdate; base?: LeadFields | undefined },
): Record<'before' | 'form', LeadForm> {
  const shown = formOf(lead)
  if (!lead || !typed) return { before: shown, form: shown }
  const over = (fields: LeadFields) => formOf({ ...lead, ...(fields as Partial<Lead>) })
  return followed(over(typed.base ?? {}), over(typed.fields), shown, typed.fields.add_note)
}

/** Returns the error of a form, or null if there is none. A lead requires a name or contact details. */
export function formProblem(form: LeadForm): string | null {
  const { prospect_name, prospect_email, prospect_phone } = form
  const isKnown = [prospect_name, prospect_email].some(present) || /\d/.test(prospect_phone)
  return isKnown ? null : 'Please enter a name, an email or a phone number'
}
