import type { Lead, LeadFields, LeadUpdate } from '../../contract/leads.ts'
import { LIMITS } from '../../contract/limits.ts'
import { type ChangesOf, type ConflictOf, findConflicts, type Same } from '../common/three-way.ts'
import { sameText } from './merge.ts'
import { leadEmail, leadPhone, present } from './name.ts'

/** The fields of a lead that are written by hand, each once. */
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

/** The form's values for a lead, or for none. Missing prospect details come from the contact. */
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
 * The fields that were changed, without surrounding blanks; null clears one. Notes that only go on are sent as one more
 * note, which leaves those that others add.
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

/** The fields that someone else has changed to something else than was typed over `before`. */
export function formConflicts(before: LeadForm, form: LeadForm, current: LeadForm): ConflictOf<LeadForm>[] {
  const changed = FORM_FIELDS.map(({ name }) => name).filter((name) => !same(name, before[name], form[name]))
  const changes = Object.fromEntries(
    changed.map((name) => [name, { base: before[name], mine: form[name] }]),
  ) as ChangesOf<LeadForm>
  return findConflicts(changes, current, same)
}

/** A form as it goes on from a lead that someone else has changed: what was not typed in follows that lead. */
export function followed(
  before: LeadForm,
  form: LeadForm,
  current: LeadForm,
): Record<'before' | 'form', LeadForm> {
  const untouched = FORM_FIELDS.map(({ name }) => name).filter((name) => same(name, before[name], form[name]))
  const theirs = Object.fromEntries(untouched.map((name) => [name, current[name]]))
  return { before: { ...before, ...theirs }, form: { ...form, ...theirs } }
}

/** The form of a lead, `before` what was typed and after; `typed` comes from an earlier form that was refused. */
export function startForm(
  lead: Lead | null,
  typed?: { fields: LeadUpdate; base?: LeadFields | undefined },
): Record<'before' | 'form', LeadForm> {
  const shown = formOf(lead)
  if (!lead || !typed) return { before: shown, form: shown }
  const over = (fields: LeadFields) => formOf({ ...lead, ...(fields as Partial<Lead>) })
  return followed(over(typed.base ?? {}), over(typed.fields), shown)
}

/** What is wrong with a form; null when nothing is. A lead without a way to tell or reach the person is no lead. */
export function formProblem(form: LeadForm): string | null {
  const isReachable = [form.prospect_name, form.prospect_email, form.prospect_phone].some(present)
  return isReachable ? null : 'Please enter a name, an email or a phone number'
}
