import type { Lead, LeadFields } from '../contract/leads.ts'
import { leadEmail, leadPhone, present } from './lead-name.ts'

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

/** What the form shows of a lead, or of none. The contact's details stand in for the prospect's. */
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

/** The fields that were changed, without surrounding blanks; null clears one. */
export function changedFields(before: LeadForm, after: LeadForm): LeadFields {
  const changed = FORM_FIELDS.filter(({ name }) => before[name].trim() !== after[name].trim())
  return Object.fromEntries(changed.map(({ name }) => [name, present(after[name])]))
}

/** What is wrong with a form; null when nothing is. A lead without a way to tell or reach the person is no lead. */
export function formProblem(form: LeadForm): string | null {
  const isReachable = [form.prospect_name, form.prospect_email, form.prospect_phone].some(present)
  return isReachable ? null : 'Please enter a name, an email or a phone number'
}
